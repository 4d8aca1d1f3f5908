import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAudit } from '../../../backends/lean/audit.js';
import { normaliseVersion } from '../../../backends/lean/declaration.js';
import { readCheck } from '../../../backends/lean/dialect.js';
import { driver } from '../../../backends/lean/driver.js';
import { EngineError, ReplyError } from '../../../src/contracts/adapter.js';
import type { EngineLocation, LaunchTools } from '../../../src/contracts/backend.js';
import type { Channel } from '../../../src/contracts/transport.js';

const name = (...parts: (string | number)[]) =>
  parts
    .map((part) => (typeof part === 'number' ? `n${String(part)}:` : `s${String(Array.from(part).length)}:${part}`))
    .join('');
const message = (severity: string, data: string, line = 1, column = 0) =>
  ` ${JSON.stringify({ severity, data, pos: { line, column }, endPos: null, fileName: 'CheckedSource.lean' })}`;
const reply = (...lines: string[]) => ({ text: lines.join('\n'), stderr: '', exitCode: null });
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
    expect(readAudit(text)).toEqual([
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
        const read = readAudit(text);
        expect(read.length).toBe(entries.length);
        expect(read.map(({ axioms }) => axioms.length)).toEqual(entries.map(([, used]) => new Set(used).size));
      }),
    );
  });

  it.each(['x', 't', 'ts9:abc;', 'ts3:abc', 'ts3:abc+;', 'ts:a;', 'ts3:abc;;'])('refuses %s', (text) => {
    expect(() => readAudit(text)).toThrow(ReplyError);
  });
});

describe('the reply to a check', () => {
  it('has messages in the order of the source, and axioms', () => {
    const read = readCheck(
      reply(
        'check',
        message('warning', 'b', 3),
        ' PANIC at x',
        message('information', 'a', 2, 4),
        '',
        'status 0',
        ...audit(''),
      ),
    );
    expect(read.messages.map(({ message: text, start }) => [text, start])).toEqual([
      ['a', { line: 2, column: 4 }],
      ['b', { line: 3, column: 0 }],
    ]);
    expect(read).toMatchObject({ unfinished: false, audit: { declarations: [], complete: true } });
  });

  it('takes the second audit where the first did not work', () => {
    const failed = ['audit module', message('error', 'unexpected token'), '', 'status 1'];
    const read = readCheck(
      reply('check', '', 'status 0', ...failed, ...audit(`a${name('ax')}+a${name('ax')};`, 'plain')),
    );
    expect(read.audit).toEqual({
      declarations: [{ kind: 'a', name: 'ax', axioms: ['ax'], complete: true }],
      complete: true,
    });
  });

  it('cannot be forged by what a source prints', () => {
    const read = readCheck(reply('check', ' status 0', ' audit module', message('error', 'no'), '', 'status 1'));
    expect(read.audit).toBeNull();
    expect(read.messages.length).toBe(1);
  });

  it('knows a source that ended Lean', () => {
    expect(readCheck(reply('check', '', 'status 0', 'unfinished'))).toMatchObject({ unfinished: true, audit: null });
  });

  it.each([
    ['a death', ['check', message('error', 'x'), '', 'status 134']],
    ['a lost error', ['check', '', 'status 1']],
    ['no audit', ['check', '', 'status 0']],
    ['an audit that failed', ['check', '', 'status 0', 'audit module', '', 'status 1', 'audit plain', '', 'status 1']],
  ])('says that Lean failed: %s', (_what, lines) => {
    expect(() => readCheck(reply(...lines))).toThrow(EngineError);
  });

  it.each([
    ['nothing', ['']],
    ['a strange line', ['check', 'hello', 'status 0']],
    ['an audit without its list', ['check', '', 'status 0', 'audit module', '', 'status 0']],
  ])('refuses %s', (_what, lines) => {
    expect(() => readCheck(reply(...lines))).toThrow(ReplyError);
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
    const answer = await driver.execute(channel, { text: "end\n'; rm -rf / #" }, 1);
    expect(sent).toEqual(['file a.sh eA==\nready\n', 'file CheckedSource.lean ZW5kCic7IHJtIC1yZiAvICM=\nrun\n']);
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
