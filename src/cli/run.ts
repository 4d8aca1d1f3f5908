import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { OpenGateway, RunOptions, RunProgress, RunResult } from '../contracts/gateway.js';
import { onInterruption } from './interruptions.js';
import { UsageError, type RunCommandOptions } from './program.js';

/** Runs one operation and prints its output (or, with --json, the whole answer). Interrupting it cancels the call. */
export async function runCommandLine(
  openGateway: OpenGateway,
  id: string,
  payload: string | undefined,
  options: RunCommandOptions,
): Promise<number> {
  const gateway = await openGateway();
  const controller = new AbortController();
  const stopListening = onInterruption(() => controller.abort(new Error('interrupted')));
  const progress = startProgressLine();
  try {
    const result = await gateway.runUntyped(id, parsePayload(await readPayload(payload, options.file), payload), {
      ...runOptions(options),
      signal: controller.signal,
      onProgress: progress.show,
    });
    progress.clear();
    process.stdout.write(`${options.json === true ? JSON.stringify(result, null, 2) : render(result)}\n`);
    return 0;
  } finally {
    progress.clear();
    stopListening();
    await gateway.close();
  }
}

async function readPayload(payload: string | undefined, file: string | undefined): Promise<string> {
  if (file !== undefined && payload !== undefined)
    throw new UsageError('Give the payload as an argument or with --file, not both.');
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new UsageError(`The file cannot be read: ${(error as Error).message}`);
    }
  }
  if (payload !== undefined && payload !== '-') return payload;
  return text(process.stdin);
}

function parsePayload(json: string, argument: string | undefined): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (argument !== undefined && looksLikeFile(argument))
      throw new UsageError('The payload is not JSON but looks like the name of a file: give it with --file <path>.');
    throw new UsageError(`The payload is not JSON: ${(error as Error).message}`);
  }
}

/** `p.json`, `@p.json`, `./payload`, or whatever names a file that is there. */
function looksLikeFile(argument: string): boolean {
  return /^@|^\.{0,2}\/|\.json$/i.test(argument) || (argument !== '-' && existsSync(argument));
}

function runOptions(options: RunCommandOptions): RunOptions {
  const wall_ms = positive('--wall-ms', options.wallMs);
  const memory_mb = positive('--memory-mb', options.memoryMb);
  return {
    backend: options.backend,
    transport: options.transport,
    budget: { ...(wall_ms === undefined ? {} : { wall_ms }), ...(memory_mb === undefined ? {} : { memory_mb }) },
  };
}

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9][0-9]{0,11}$/.test(value)) throw new UsageError(`${name} takes a positive whole number.`);
  return Number(value);
}

/** The output, then what is to be known about it. */
function render(result: RunResult): string {
  const { execution, completeness, assurance, qualifiers } = result;
  const engine =
    execution.backend_version === null
      ? execution.backend
      : `${execution.backend} ${execution.backend_version} (${execution.transport ?? ''})`;
  const lines = [
    JSON.stringify(result.output, null, 2),
    `${completeness}, ${assurance.level}, ${qualifiers.join(', ')}; ${engine}; ${result.runtime_ms.toFixed(1)} ms`,
    ...result.obligations.map(({ text: words }) => `not shown: ${words}`),
    ...result.diagnostics,
  ];
  return lines.join('\n');
}

/** State and elapsed time: rewritten in place on a terminal, a plain line for each new state elsewhere. */
function startProgressLine(): { show(progress: RunProgress): void; clear(): void } {
  const terminal = process.stderr.isTTY;
  let shown: string | null = null;
  return {
    show: ({ state, elapsed_ms }) => {
      if (elapsed_ms < 500) return;
      if (terminal) process.stderr.write(`\r\x1b[K${state} ${(elapsed_ms / 1000).toFixed(1)} s`);
      else if (shown !== state) process.stderr.write(`${state}\n`);
      shown = state;
    },
    clear: () => {
      if (terminal && shown !== null) process.stderr.write('\r\x1b[K');
      shown = null;
    },
  };
}
