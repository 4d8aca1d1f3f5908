import { describe, expect, it } from 'vitest';
import { declaration as pari } from '../../../backends/pari/declaration.js';
import { declaration as sagemath } from '../../../backends/sagemath/declaration.js';
import { declaration as z3 } from '../../../backends/z3/declaration.js';
import { isUsable, judgeVersion, normalise } from '../../../src/availability/version-policy.js';
import type { BackendDeclaration, VersionPolicy } from '../../../src/contracts/backend.js';

const policy: VersionPolicy = {
  supported: '>=2.13.0',
  old: '<2.15.0',
  broken: [{ range: '2.16.x', reason: 'a development series' }],
  tested: '2.17.4',
};

describe('judgeVersion', () => {
  it.each([
    ['2.15.2', '>=2.13.0', 'AVAILABLE', null],
    ['2.13.0', '>=2.13.0', 'AVAILABLE', '2.13.0 works, but is an old release'],
    ['2.17.4', '>=2.13.0', 'AVAILABLE', null],
    ['2.17.5', '>=2.13.0', 'UNTESTED', '2.17.5 is newer than 2.17.4, the newest release that was tested'],
    ['2.12.9', '>=2.13.0', 'UNSUPPORTED', '2.12.9 is too old: >=2.13.0 is needed'],
    ['2.15.2', '>=2.17', 'UNSUPPORTED', '2.15.2 is too old: >=2.17 is needed'],
    ['2.17.4', '<2.16', 'UNSUPPORTED', '2.17.4 is too new: <2.16 is needed'],
    ['2.16.1', '>=2.13.0', 'UNSUPPORTED', '2.16.1 is known to be broken: a development series'],
    ['2.15.2', '<2.14 || >=2.17', 'UNSUPPORTED', '2.15.2 is unsuitable: <2.14 || >=2.17 is needed'],
  ])('%s for %s is %s', (version, required, status, detail) => {
    expect(judgeVersion(version, policy, required)).toEqual({ status, detail });
  });

  it('takes prereleases as what they are: before their release, and in ranges', () => {
    const lean: VersionPolicy = { supported: '>=4.9.0', old: null, broken: [], tested: '4.28.0' };
    expect(judgeVersion('4.28.0-pre', lean, '>=4.9.0').status).toBe('AVAILABLE');
    expect(judgeVersion('4.28.0-pre', lean, '>=4.28.0').status).toBe('UNSUPPORTED');
    expect(judgeVersion('4.29.0-rc1', lean, '>=4.9.0').status).toBe('UNTESTED');
    expect(isUsable('4.8.0', lean, '>=4.0.0')).toBe(false);
  });
});

describe('versions as engines print them', () => {
  it.each<[BackendDeclaration, string, string | null]>([
    [pari, '2.15.2\n', '2.15.2'],
    [pari, '                  GP/PARI CALCULATOR Version 2.17.4 (released)\n', '2.17.4'],
    [pari, '2.18.0.beta\n', '2.18.0-beta.0'],
    [pari, 'sc2021\n', null],
    [pari, '4313\n', null],
    [pari, 'gp: command not found in 3.12.1\n', null],
    [sagemath, 'SageMath version 9.5, Release Date: 2022-01-30\n', '9.5.0'],
    [sagemath, 'SageMath version 10.4.beta3, Release Date: 2024-05-01\n', '10.4.0-beta.3'],
    [sagemath, 'SageMath version 10.5.rc0, Release Date: 2024-11-01\n', '10.5.0-rc.0'],
    [sagemath, 'passagemath version 10.8.13, Release Date: 2026-10-11\n', '10.8.13'],
    [sagemath, 'Warning: slow disk\npassagemath version 10.8.13.post1, Release Date: 2026-10-11\n', '10.8.13'],
    [sagemath, 'Sage Version 6.3, Release Date: 2014-08-10\n', '6.3.0'],
    [sagemath, '| SageMath |\n', null],
    [z3, 'Z3 version 4.8.12 - 64 bit\n', '4.8.12'],
    [z3, 'Z3 version 5.1.0 - WebAssembly\n', '5.1.0'],
  ])('%#: %j', (declaration, output, version) => {
    const printed = declaration.subprocess?.probe.version.exec(output)?.[1];
    expect(printed === undefined ? null : normalise(printed, declaration)).toBe(version);
  });

  it('accepts only semver from a backend', () => {
    expect(normalise('x', { normaliseVersion: () => 'four' })).toBeNull();
  });
});
