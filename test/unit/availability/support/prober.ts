import { fileURLToPath } from 'node:url';
import { declaration } from '../../../../backends/pari/declaration.js';
import { driver } from '../../../../backends/pari/driver.js';
import type { Run } from '../../../../src/availability/probe.js';
import { createProber, type EngineProber } from '../../../../src/availability/prober.js';
import type { Backend, BackendDeclaration } from '../../../../src/contracts/backend.js';
import type { ContainerEngine } from '../../../../src/contracts/containers.js';
import { settingsSchema, type SettingsInput } from '../../../../src/contracts/settings.js';
import type { IsolationState } from '../../../../src/contracts/isolation.js';
import { runCommand } from '../../../../src/process/run-command.js';
import { testMachine, type TestMachine } from './machine.js';

/** Path of a program in test/fixtures/engines. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/engines/${name}`, import.meta.url));
}

/** Answers `--version-short` and does the trial computation, as text of a script. */
export function engineScript(version: string): string {
  const answer = "cat >/dev/null; echo '[193707721, 1; 761838257287, 1]'";
  return `#!/bin/sh\nif [ "$1" = --version-short ]; then echo ${version}; else ${answer}; fi\n`;
}

/** The backend of the tests: PARI's, with a name that no real folder of programs has. */
export function testBackend(change: Partial<BackendDeclaration> = {}): Backend {
  const subprocess = { ...declaration.subprocess!, executables: ['jg-fake'] };
  return { declaration: { ...declaration, id: 'fake', subprocess, ...change }, driver, diagnostics: [] };
}

export interface TestProber {
  readonly prober: EngineProber;
  readonly machine: TestMachine;
  /** Commands that were run, as typed. */
  readonly ran: string[];
  /** Lets the clock of the prober go on. */
  wait(ms: number): void;
}

export interface TestProberOptions {
  readonly backend?: Backend;
  readonly settings?: SettingsInput;
  readonly isolation?: IsolationState;
  readonly machine?: TestMachine;
  readonly run?: Run;
  readonly containers?: ContainerEngine;
}

/** A prober on a machine of its own that runs real commands, in whatever isolation there is. */
export function testProber(options: TestProberOptions = {}): TestProber {
  const backend = options.backend ?? testBackend();
  const machine = options.machine ?? testMachine();
  const ran: string[] = [];
  const run: Run = (file, args, how) => {
    ran.push([file, ...args].join(' '));
    return (options.run ?? runCommand)(file, args, how);
  };
  let clock = Date.parse('2026-12-01T00:00:00Z');
  const isolation = options.isolation ?? { available: true, version: 'bubblewrap 0.8.0' };
  const prober = createProber({
    backends: { [backend.declaration.id]: backend },
    settings: settingsSchema.parse({ isolation: 'off', ...options.settings }),
    tools: { node: process.execPath, host: (name) => `${machine.folder}/dist/${name}.js`, root: machine.gatewayRoot },
    run,
    isolation: () => Promise.resolve(isolation),
    ...(options.containers === undefined ? {} : { containers: options.containers }),
    surroundings: machine,
    now: () => clock,
  });
  return { prober, machine, ran, wait: (ms) => (clock += ms) };
}

/** What most tests ask for. */
export const anyVersion = { backend: 'fake', version: '>=2.13.0', features: [] };

/** A prober for a program of test/fixtures/engines, named in the settings. */
export function withFixture(name: string, options: TestProberOptions = {}): TestProber {
  const backends = { fake: { path: fixture(name) } };
  return testProber({ ...options, settings: { backends, ...options.settings } });
}

export const ask = ({ prober }: TestProber, version = '>=2.13.0') =>
  prober.availability({ ...anyVersion, version }, 'subprocess');
