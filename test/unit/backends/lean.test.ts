import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeclarations } from '../../../backends/lean/audit.js';
import { normaliseVersion } from '../../../backends/lean/declaration.js';
import { auditProgram, checkProgram, readAudit, readCheck } from '../../../backends/lean/dialect.js';
import { driver } from '../../../backends/lean/driver.js';
import { EngineCrashed, EngineError, ReplyError } from '../../../src/contracts/adapter.js';
import type { EngineLocation, LaunchTools } from '../../../src/contracts/backend.js';
import type { Channel } from '../../../src/contracts/transport.js';

const name = (...parts: (string | number)[]) =>
  parts
    .map((part) => (typeof part === 'number' ? `n${String(part)}:` : `s${String(Array.from(part).length)}:${part}`))
    .join('');
const message = (severity: string, data: string, line = 1, column = 0) =>
  ` ${JSON.stringify({ severity, data, pos: { line, column }, endPos: null, fileName: 'CheckedSource.lean' })}`;
const reply = (...lines: string[]) => ({ text: lines.join('\n'), stderr: '' });
const audit = (text: string, style = 'module') => [
  `audit ${style}`,
  message('information', `axioms ${text}`),
  '',
  'status 0',
];

describe('versions of Lean', () => {
  it.each([
    ['4.28.0-pre', '4.28.0-pre'],
    ['4.27.0', '4.27.0'],
    ['4.9.0-rc2', '4.9.0-rc.2'],
    ['4.28.0-nightly-2026-01-05', '4.28.0-nightly-2026-01-05'],
    ['v4.12.0', '4.12.0'],
    ['3.51.1', '3.51.1'],
    ['4.28', null],
    ['nightly', null],
  ])('%s is %s', (printed, version) => {
    expect(normaliseVersion(printed)).toBe(version);
  });
});

describe('the list of axioms', () => {
  it('names declarations as the source does', () => {
    const text = [
      `t${name('_private', 'CheckedSource', 0, 'N', 't')}+a${name('_private', 'CheckedSource', 0, 'ax')}+t${name('Nat', 'succ')};`,
      `d${name('odd name', 'x')};`,
      `t${name('_private', 'A', 'B', 0, 's')}+a${name('sorryAx')}+a${name('propext')}+a${name('sorryAx')};`,
    ].join('');
    expect(readDeclarations(text)).toEqual([
      { kind: 't', name: 'N.t', axioms: ['ax'], complete: false },
      { kind: 'd', name: '«odd name».x', axioms: [], complete: true },
      { kind: 't', name: 's', axioms: ['propext', 'sorryAx'], complete: true },
    ]);
  });

  it('is not led astray by any name', () => {
    const anyName = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyName, fc.array(anyName))), (entries) => {
        const text = entries
          .map(([declared, used]) => `t${name('p', declared)}${used.map((each) => `+a${name(each)}`).join('')};`)
          .join('');
        const read = readDeclarations(text);
        expect(read.length).toBe(entries.length);
        expect(read.map(({ axioms }) => axioms.length)).toEqual(entries.map(([, used]) => new Set(used).size));
      }),
    );
  });

  it.each(['x', 't', 'ts9:abc;', 'ts3:abc', 'ts3:abc+;', 'ts:a;', 'ts3:abc;;'])('refuses %s', (text) => {
    expect(() => readDeclarations(text)).toThrow(ReplyError);
  });
});

describe('what a session gets', () => {
  it('is a source in base64, its length before it', () => {
    expect(checkProgram('𝔸\nrun').text).toBe('file CheckedSource.lean 12\n8J2UuApydW4=run check\n');
  });

  it('is the compiled source, part by part', () => {
    const parts = [
      { extension: 'olean', base64: 'AAAA' },
      { extension: 'olean.private', base64: 'BBBBBBBB' },
    ] as const;
    expect(auditProgram(parts).text).toBe(
      'file CheckedSource.olean 4\nAAAAfile CheckedSource.olean.private 8\nBBBBBBBBrun audit\n',
    );
  });
});

describe('the reply to a check', () => {
  it('has messages in the order of the source, and what was compiled', () => {
    const read = readCheck(
      reply(
        'check',
        message('warning', 'b', 3),
        ' PANIC at x',
        message('information', 'a', 2, 4),
        '',
        'status 0',
        'compiled olean AAAA',
        'compiled olean.private BB==',
      ),
    );
    expect(read.messages.map(({ message: text, start }) => [text, start])).toEqual([
      ['a', { line: 2, column: 4 }],
      ['b', { line: 3, column: 0 }],
    ]);
    expect(read.unfinished).toBe(false);
    expect(read.compiled).toEqual([
      { extension: 'olean', base64: 'AAAA' },
      { extension: 'olean.private', base64: 'BB==' },
    ]);
  });

  it('has nothing compiled where there is an error', () => {
    const read = readCheck(reply('check', ' status 0', ' audit module', message('error', 'no'), '', 'status 1'));
    expect(read).toMatchObject({ unfinished: false, compiled: null, messages: [{ message: 'no' }] });
  });

  it('knows a source that ended Lean', () => {
    expect(readCheck(reply('check', '', 'status 0'))).toMatchObject({ unfinished: true, compiled: null });
  });

  it('says that Lean died, or lost an error', () => {
    expect(() => readCheck(reply('check', message('error', 'x'), '', 'status 134'))).toThrow(EngineCrashed);
    expect(() => readCheck(reply('check', '', 'status 1'))).toThrow(EngineError);
  });

  it.each([
    ['nothing', ['']],
    ['a strange line', ['check', 'hello', 'status 0']],
    ['what is no base64', ['check', 'status 0', 'compiled olean A*']],
    ['a part of another name', ['check', 'status 0', 'compiled ../x AAAA']],
    ['a part that comes twice', ['check', 'status 0', 'compiled olean AAAA', 'compiled olean AAAA']],
    ['an audit of its own', ['check', '', 'status 0', 'compiled olean AAAA', ...audit('')]],
  ])('refuses %s', (_what, lines) => {
    expect(() => readCheck(reply(...lines))).toThrow(ReplyError);
  });
});

describe('the reply to an audit', () => {
  it('takes the second audit where the first did not work', () => {
    const failed = ['audit module', message('error', 'unexpected token'), '', 'status 1'];
    expect(readAudit(reply(...failed, ...audit(`a${name('ax')}+a${name('ax')};`, 'plain')))).toEqual({
      kind: 'accepted',
      declarations: [{ kind: 'a', name: 'ax', axioms: ['ax'], complete: true }],
      complete: true,
    });
  });

  it('accepts a source without declarations', () => {
    expect(readAudit(reply(...audit('')))).toEqual({ kind: 'accepted', declarations: [], complete: true });
  });

  it('names what the kernel refuses', () => {
    const refused = (text: string) =>
      readAudit(reply('audit module', message('information', `refused ${text}`), 'status 0'));
    expect(refused(name('_private', 'CheckedSource', 0, 't'))).toEqual({ kind: 'refused', declaration: 't' });
    expect(refused('')).toEqual({ kind: 'refused', declaration: '' });
    expect(() => refused('s9:t')).toThrow(ReplyError);
  });

  it.each([
    ['one that failed', ['audit module', '', 'status 1', 'audit plain', '', 'status 1'], EngineError],
    ['one that died', ['audit module', '', 'status 139'], EngineCrashed],
    ['one without its list', ['audit module', '', 'status 0'], ReplyError],
    ['two lists', ['audit module', ...audit('').slice(1, 2), ...audit('').slice(1)], ReplyError],
    ['a check', ['check', '', 'status 0'], ReplyError],
    ['nothing', [''], ReplyError],
  ])('refuses %s', (_what, lines, error) => {
    expect(() => readAudit(reply(...lines))).toThrow(error);
  });
});

describe('a session', () => {
  const tools: LaunchTools = { node: '/n/node', host: (host) => `/gw/dist/${host}.js`, root: '/gw/' };
  const embedded: EngineLocation = {
    transport: 'embedded',
    source: 'engine folder',
    path: '/e/lean-wasm',
    roots: ['/e/lean-wasm'],
  };

  it('is always isolated, and its command holds no text of a caller', () => {
    const native = driver.launch(
      { ...embedded, transport: 'subprocess', path: '/t/bin/lean', roots: ['/t'] },
      { memory_mb: 512 },
      tools,
    );
    expect(native).toMatchObject({ file: '/bin/sh', isolation: 'required', readOnly: ['/t'] });
    expect(native.env).toMatchObject({ LEAN_PROGRAM: '/t/bin/lean', LEAN_HOST: '', LEAN_MEMORY: '512' });
    const wasm = driver.launch(embedded, { memory_mb: 512 }, tools);
    expect(wasm.env).toMatchObject({ LEAN_HOST: '/gw/dist/lean-host.js', LEAN_WASM_HOME: '/e/lean-wasm' });
    expect(wasm.readOnly).toEqual(['/e/lean-wasm', '/gw/dist', '/gw/package.json']);
  });

  it('sends files in base64 and hides the folders of this machine', async () => {
    const sent: string[] = [];
    const lines = [
      'folder /e/lean-wasm',
      'folder /e',
      'ready',
      'check',
      ' {"data":"/e/lean-wasm/Init and /e/x"}',
      'status 1',
      'end',
    ];
    const channel = fakeChannel(sent, lines);
    await driver.open(channel, { files: [{ name: 'backends/lean/a.sh', text: 'x' }] });
    const answer = await driver.execute(channel, checkProgram("end\n'; rm -rf / #"), 1);
    expect(sent).toEqual([
      'file a.sh 4\neA==ready\n',
      'file CheckedSource.lean 24\nZW5kCic7IHJtIC1yZiAvICM=run check\n',
    ]);
    expect(answer.text).toBe('check\n {"data":"<lean>/Init and <lean>/x"}\nstatus 1');
  });
});

function fakeChannel(sent: string[], lines: string[]): Channel {
  return {
    send: (text) => Promise.resolve(void sent.push(text)),
    end: () => undefined,
    nextLine: () => Promise.resolve(lines.shift() ?? null),
    allowOutput: () => undefined,
    stderrTail: () => '',
    clearStderr: () => undefined,
    usage: () => null,
    hold: () => undefined,
    exited: Promise.resolve({ code: 0, signal: null }),
    kill: () => Promise.resolve(),
  };
}
