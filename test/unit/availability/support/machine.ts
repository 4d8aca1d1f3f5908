import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Surroundings } from '../../../../src/availability/surroundings.js';

/** A machine in a temporary folder: a home, a PATH with one folder, an engine folder, the gateway's own package. */
export interface TestMachine extends Surroundings {
  readonly folder: string;
  /** Writes an executable (or, with mode 0o644, a file) below the folder; returns its path. */
  write(path: string, text?: string, mode?: number): string;
}

const made: string[] = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

export function testMachine(change: Partial<Surroundings> = {}): TestMachine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jg-machine-')));
  made.push(folder);
  const write: TestMachine['write'] = (path, text = '#!/bin/sh\n', mode = 0o755) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  write('gateway/package.json', '{}', 0o644);
  return {
    folder,
    write,
    env: { PATH: join(folder, 'path') },
    home: join(folder, 'home'),
    platform: 'linux',
    arch: 'x64',
    root: true,
    gatewayRoot: join(folder, 'gateway'),
    engineFolder: join(folder, 'engines'),
    ...change,
  };
}
