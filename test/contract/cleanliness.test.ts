import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapters } from '../../adapters/registry.generated.js';
import { backends } from '../../backends/registry.generated.js';
import { call } from '../../backends/sagemath/dialect.js';
import { operations } from '../../catalog/registry.generated.js';
import type { Program } from '../../src/contracts/adapter.js';
import { isContainerLane, laneBackends } from '../support/lane.js';
import { rawSession, type RawSession } from '../support/raw-session.js';
import { pariSubjects, sageSubjects, z3Subjects } from '../fixtures/cleanliness.js';

/**
 * What a request changes is not there for the next one. Every subject is looked at in a session that nothing has
 * changed, in the request that changes it (where it has to look different: else the test would prove nothing), and in
 * the next request.
 */
interface Cleanliness {
  readonly subjects: readonly string[];
  readonly files: readonly string[];
  /** Changes the subject where it is to be dirty, and looks at it. */
  program(subject: string, dirty: boolean): Program;
  /** Numbers that every request has its own of. */
  readonly own?: RegExp;
}

/** By backend; `one process per request` for those that keep no session. */
const cleanliness: Readonly<Record<string, Cleanliness | 'one process per request'>> = {
  pari: {
    subjects: Object.keys(pariSubjects),
    files: [],
    program: (subject, dirty) => {
      const [dirt, look] = pariSubjects[subject]!;
      return { text: dirty ? `if(1,${dirt};${look})` : look };
    },
  },
  sagemath: {
    subjects: sageSubjects,
    files: ['cleanliness.py'],
    program: (subject, dirty) => call('cleanliness', subject, dirty),
    own: /"id": \d+/,
  },
  z3: {
    subjects: Object.keys(z3Subjects),
    files: [],
    program: (subject, dirty) => {
      const [dirt, look] = z3Subjects[subject]!;
      return { text: dirty ? `${dirt}\n${look}` : look };
    },
    own: /line \d+ column \d+/,
  },
  lean: 'one process per request',
};

it('every backend is looked at here', () => {
  expect(Object.keys(cleanliness).sort()).toEqual(Object.keys(backends).sort());
  for (const [id, backend] of Object.entries(backends)) {
    expect(typeof cleanliness[id] === 'object', id).toBe(backend.declaration.traits.warm);
  }
});

const targets = laneBackends().flatMap((id) => {
  const looked = cleanliness[id];
  const { declaration } = backends[id]!;
  if (typeof looked !== 'object') return [];
  const ofLane = isContainerLane() ? (['container'] as const) : (['subprocess', 'embedded'] as const);
  const transports = ofLane.filter((name) => declaration[name] !== null);
  return transports.map((transport) => ({ id, transport, looked }));
});

describe.each(targets)('$id ($transport)', ({ id, transport, looked }) => {
  let fresh: RawSession;
  let used: RawSession;
  beforeAll(async () => {
    fresh = await rawSession(id, transport, looked.files);
    used = await rawSession(id, transport, looked.files);
  });
  afterAll(() => Promise.all([fresh.close(), used.close()]));

  const look = async (session: RawSession, subject: string, dirty: boolean) => {
    const { text } = await session.execute(looked.program(subject, dirty));
    return looked.own === undefined ? text : text.replaceAll(new RegExp(looked.own, 'g'), '');
  };

  it.each(looked.subjects)('%s', async (subject) => {
    const clean = await look(fresh, subject, false);
    expect(await look(used, subject, false)).toBe(clean);
    expect(await look(used, subject, true)).not.toBe(clean);
    expect(await look(used, subject, false)).toBe(clean);
  });

  it('what was only looked at is served by one engine', () => {
    expect(fresh.starts()).toBe(1);
  });

  it('requests of ours keep the session', async () => {
    const session = await rawSession(id, transport);
    for (const program of examplesOf(id)) await session.execute(program);
    await session.execute(examplesOf(id)[0]!);
    expect(session.starts()).toBe(1);
    await session.close();
  });
});

/** What gp keeps and `jg_same` does not look at. */
const neverCalled = [
  ...['alias', 'install', 'addhelp', 'export', 'exportall', 'unexport', 'inline', 'uninline', 'trap'],
  ...['varhigher', 'varlower', 'allocatemem', 'setdebug', 'alarm', 'default', 'eval', 'kill', 'quit', 'setrand'],
  ...[
    'system',
    'extern',
    'externstr',
    'input',
    'read',
    'readvec',
    'readstr',
    'write',
    'write1',
    'writebin',
    'writetex',
  ],
  ...['fileopen', 'fileextern', 'fileread', 'filewrite', 'plotinit', 'plotdraw', 'addprimes', 'removeprimes'],
];

it('functions in gp call nothing that could not be put back', () => {
  const folder = fileURLToPath(new URL('../../adapters/pari/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.gp'));
  expect(files.length).toBeGreaterThan(10);
  const forbidden = new RegExp(`\\b(?:${neverCalled.join('|')})\\s*\\(|^\\s*\\\\[^\\\\]`, 'm');
  for (const name of files) {
    const code = readFileSync(folder + name, 'utf8').replaceAll(/^\\\\.*$/gm, '');
    expect(forbidden.exec(code)?.[0], name).toBeUndefined();
  }
});

function examplesOf(backend: string): Program[] {
  return adapters
    .filter((adapter) => adapter.backend === backend)
    .flatMap((adapter) => {
      const operation = operations.find(({ id }) => id === adapter.operation);
      return (operation?.examples ?? []).flatMap(({ input, error }) => {
        const parsed = operation?.input.safeParse(input);
        if (operation === undefined || error !== undefined || parsed?.success !== true) return [];
        return [adapter.encode(parsed.data, { budget: operation.budget.default, soft_ms: 10_000 })];
      });
    });
}
