import { describe, expect, it } from 'vitest';
import { declaration, normaliseVersion } from '../../../backends/z3/declaration.js';
import { diagnostics } from '../../../backends/z3/diagnostics.js';
import { asBoolean, askClauses, occurring, readCheck, readValues, script } from '../../../backends/z3/dialect.js';
import { driver } from '../../../backends/z3/driver.js';
import { ReplyError } from '../../../src/contracts/adapter.js';
import type { EngineLocation } from '../../../src/contracts/backend.js';

const reply = (text: string) => ({ text, stderr: '' });

describe('the declaration of z3', () => {
  it.each([
    ['Z3 version 4.8.12 - 64 bit', '4.8.12'],
    ['Z3 version 5.4.1 - 64 bit', '5.4.1'],
    ['Z3 version 4.13.0 - 64 bit - build hashcode 51fcb10b2ff0', '4.13.0'],
    ['Z3 version 5.1.0 - WebAssembly', '5.1.0'],
  ])('understands %s', (printed, version) => {
    const found = declaration.subprocess?.probe.version.exec(printed)?.[1] ?? '';
    expect(normaliseVersion(found)).toBe(version);
  });

  it('understands four numbers and nothing that is no version', () => {
    expect(normaliseVersion('5.1.0.0')).toBe('5.1.0');
    expect(normaliseVersion('unknown')).toBeNull();
  });

  it.each(['(error "out of memory")', 'std::bad_alloc', 'max. memory exceeded'])('knows %s', (text) => {
    expect(diagnostics.find(({ match }) => match.test(text))?.code).toBe('memory');
  });
});

describe('replies of z3', () => {
  it('takes an error before the verdict for a rejection, whatever follows', () => {
    expect(readCheck(reply('(error "line 1 column 9: unknown constant y")\nsat\n()'))).toMatchObject({
      verdict: 'rejected',
    });
  });

  it('does not mind an error after the verdict', () => {
    expect(readCheck(reply('unsat\n(error "model is not available")'))).toMatchObject({ verdict: 'unsat' });
  });

  it.each([
    ['timeout', 'time'],
    ['max. resource limit exceeded', 'work'],
    ['canceled', 'work'],
    ['max. memory exceeded', 'memory'],
    ['out of memory', 'memory'],
    ['(incomplete quantifiers)', null],
    ['smt tactic failed to show goal to be sat/unsat (incomplete (theory arithmetic))', null],
  ])('reads the reason %s', (reason, resource) => {
    expect(readCheck(reply(`unknown\n(:reason-unknown "${reason}")`))).toEqual({
      verdict: 'unknown',
      reason,
      resource,
    });
  });

  it('does not mind warnings', () => {
    const text = 'WARNING: (1,2): pattern does not contain all quantified variables.\nunsat';
    expect(readCheck(reply(text))).toMatchObject({ verdict: 'unsat' });
  });

  it('reads values in their order', () => {
    const check = readCheck(reply('sat\n(:reason-unknown "")\n((s0 true)\n (s1 false))'));
    const values = check.verdict === 'sat' ? readValues(check.forms, 2) : [];
    expect(values.map(asBoolean)).toEqual([true, false]);
    expect(() => readValues([], 1)).toThrow(ReplyError);
    expect(() => asBoolean(undefined)).toThrow(ReplyError);
  });

  it('says which command was refused, in the engine’s words without places and paths', () => {
    const text = (words: string) =>
      `(error "line 107 column 9: ${words}")\nsat\n(:reason-unknown "")\n()\n(error "line 112 column 6: invalid pop command, argument is greater than the current stack depth")`;
    expect(readCheck(reply(text('unknown constant s9')))).toEqual({
      verdict: 'rejected',
      message: 'unknown constant s9',
      commandsBack: 2,
    });
    expect(readCheck(reply(text('cannot open /home/someone/secret.smt2 here')))).toMatchObject({
      message: 'cannot open … here',
    });
    expect(readCheck(reply(text('x'.repeat(1_000))))).toMatchObject({
      message: expect.stringMatching(/^x{199}…$/) as string,
    });
    expect(readCheck(reply('(error "line 1 column 2: bad")\nsat'))).toMatchObject({ commandsBack: null });
    expect(readCheck(reply('(error "bad")'))).toMatchObject({ message: 'bad', commandsBack: null });
  });

  it.each(['', '((', 'hello sat', '(s0 true)'])('refuses %j', (text) => {
    expect(() => readCheck(reply(text))).toThrow(ReplyError);
  });
});

describe('requests to z3', () => {
  it('refuses a logic that is no name', () => {
    expect(() => script({ logic: 'A) (exit', soft_ms: 1 }, [])).toThrow(TypeError);
  });

  it('states limits as options', () => {
    expect(script({ soft_ms: 1500.7, steps: 10, logic: 'QF_LIA' }, ['(check-sat)']).text).toBe(
      '(set-option :timeout 1500)\n(set-option :rlimit 10)\n(set-logic QF_LIA)\n(check-sat)',
    );
  });

  it('starts the program, or the embedded host in our own Node', () => {
    const location: EngineLocation = { transport: 'subprocess', source: 'PATH', path: '/usr/bin/z3', roots: [] };
    const tools = {
      node: '/opt/node/bin/node',
      host: (name: string) => `/opt/gateway/dist/${name}.js`,
      root: '/opt/gateway/',
    };
    expect(driver.launch(location, { memory_mb: 1000 }, tools)).toMatchObject({
      file: '/usr/bin/z3',
      args: ['-in', '-memory:900'],
      memory: { kind: 'address-space', megabytes: 1000 },
    });
    expect(
      driver.launch({ ...location, transport: 'embedded', roots: ['/m'] }, { memory_mb: 1000 }, tools),
    ).toMatchObject({
      file: '/opt/node/bin/node',
      args: ['/opt/gateway/dist/z3-host.js', '-memory:900'],
      readOnly: ['/m', '/opt/gateway/dist', '/opt/node/bin'],
      memory: { kind: 'none' },
    });
  });
});

describe('clauses as commands', () => {
  it('declare and ask for what occurs', () => {
    expect(occurring([[3, -1], []])).toEqual([0, 2]);
    expect(askClauses([[3, -1], [1], []]).commands).toEqual([
      '(declare-const s0 Bool)',
      '(declare-const s2 Bool)',
      '(assert (or s2 (not s0)))',
      '(assert s0)',
      '(assert false)',
      '(check-sat)\n(get-info :reason-unknown)',
      '(get-value (s0 s2))',
    ]);
  });

  it('take a limit of conflicts back', () => {
    const { commands } = askClauses([], 7);
    expect(commands[0]).toBe('(set-option :sat.max_conflicts 7)');
    expect(commands.at(-1)).toBe('(set-option :sat.max_conflicts 4294967295)');
  });
});
