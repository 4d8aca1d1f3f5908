import { describe, expect, it } from 'vitest';
import { declaration, normaliseVersion } from '../../../backends/z3/declaration.js';
import { diagnostics } from '../../../backends/z3/diagnostics.js';
import {
  asBoolean,
  asInteger,
  integerTerm,
  rationalTerm,
  readAssumptions,
  readCheck,
  readChecks,
  readValues,
  script,
} from '../../../backends/z3/dialect.js';
import { driver } from '../../../backends/z3/driver.js';
import { ReplyError } from '../../../src/contracts/adapter.js';
import type { EngineLocation } from '../../../src/contracts/backend.js';

const reply = (text: string) => ({ text, stderr: '', exitCode: null });

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

  it('reads several checks, values and cores', () => {
    const [first, second] = readChecks(
      reply('sat\n(:reason-unknown "")\n((s0 true)\n (s1 (- 5)))\nunsat\n(:reason-unknown "")\n(a1 a0)'),
    );
    const values = first?.verdict === 'sat' ? readValues(first.forms, 2) : [];
    expect(asBoolean(values[0])).toBe(true);
    expect(asInteger(values[1])).toBe('-5');
    expect(second?.verdict === 'unsat' ? readAssumptions(second.forms) : null).toEqual(['a1', 'a0']);
  });

  it.each(['', '((', 'hello sat', '(s0 true)'])('refuses %j', (text) => {
    expect(() => readCheck(reply(text))).toThrow(ReplyError);
  });
});

describe('requests to z3', () => {
  it('prints numbers as terms, and nothing else', () => {
    expect(integerTerm('-5')).toBe('(- 5)');
    expect(rationalTerm({ num: '-7', den: '2' })).toBe('(/ (- 7.0) 2.0)');
    expect(() => integerTerm('5)(exit')).toThrow(TypeError);
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
