import { chmodSync, writeFileSync } from 'node:fs';
import type { Plan, Step } from './plan.js';
import type { Run } from './probe.js';

export interface PlanProgress {
  /** A step begins. */
  onStep(step: Step, number: number, total: number): void;
  /** A step goes on, after so many ms. */
  onWait(step: Step, elapsedMs: number): void;
}

export type PlanResult =
  { readonly done: true } | { readonly done: false; readonly step: string; readonly reason: string };

export interface PlanTools {
  readonly run: Run;
  /** The user's own environment: proxies, certificates and indexes are set there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null where the engine works now, else why not. */
  readonly verify: () => Promise<string | null>;
}

const stepTimeoutMs = 3_600_000;
const outputBytes = 64 * 1024 * 1024;
const heartbeatMs = 10_000;
const toldLines = 12;

/** Carries a plan out. Whatever fails, what was begun is undone. */
export async function runPlan(plan: Plan, progress: PlanProgress, tools: PlanTools): Promise<PlanResult> {
  for (const [index, step] of plan.steps.entries()) {
    progress.onStep(step, index + 1, plan.steps.length);
    const reason = await runStep(step, progress, tools);
    if (reason !== null) {
      await rollBack(plan, progress, tools);
      return { done: false, step: step.title, reason };
    }
  }
  const fault = await tools.verify();
  if (fault !== null) {
    await rollBack(plan, progress, tools);
    return { done: false, step: 'Try the engine', reason: fault };
  }
  for (const step of plan.finish) await runStep(step, progress, tools);
  return { done: true };
}

/** A step as a person would type it. */
export function showStep(step: Step): string {
  if ('file' in step) return `write ${step.file}`;
  return [step.command, ...step.args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function rollBack(plan: Plan, progress: PlanProgress, tools: PlanTools): Promise<void> {
  for (const step of plan.rollback) await runStep(step, progress, tools);
}

async function runStep(step: Step, progress: PlanProgress, tools: PlanTools): Promise<string | null> {
  if ('file' in step) return writeStep(step);
  const began = performance.now();
  const heartbeat = setInterval(() => progress.onWait(step, performance.now() - began), heartbeatMs);
  try {
    const result = await tools.run(step.command, step.args, {
      env: installEnvironment(tools.env),
      timeoutMs: stepTimeoutMs,
      maxOutputBytes: outputBytes,
      isolation: 'off',
    });
    if (result.spawnError !== null) return result.spawnError;
    if (result.timedOut) return `it did not end within ${String(stepTimeoutMs / 60_000)} minutes`;
    if (result.code === 0) return null;
    const said = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-toldLines).join('\n');
    return `it ended with status ${String(result.code ?? result.signal)}:\n${said}`;
  } finally {
    clearInterval(heartbeat);
  }
}

function writeStep(step: { file: string; text: string; mode: number }): string | null {
  try {
    writeFileSync(step.file, step.text, { mode: step.mode });
    chmodSync(step.file, step.mode);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The user's environment without what would lead an installer into another Python. */
function installEnvironment(env: PlanTools['env']): Record<string, string> {
  const left = ['PYTHONHOME', 'PYTHONPATH', 'VIRTUAL_ENV', 'PIP_REQUIRE_VIRTUALENV', 'PIP_USER', 'PIP_TARGET'];
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !left.includes(entry[0]),
  );
  return { ...Object.fromEntries(kept), DEBIAN_FRONTEND: 'noninteractive' };
}
