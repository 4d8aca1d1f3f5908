import { z } from 'zod';
import type { Attempt } from './attempt.js';
import type { Answer, Kill, Server } from './server.js';
import type { Moment, Tally } from './tally.js';

/** What all parts of one soak share. */
export interface Soak {
  readonly tally: Tally;
  /** Aborts when the soak is interrupted: calls are taken back. */
  readonly interrupted: AbortSignal;
  /** Whether no further calls are made. */
  readonly ending: () => boolean;
}

/** Calls that begin so soon after a disturbance count as those after it. */
const afterMs = 1_000;
/** A call may still meet an engine that was killed so long before: the server learns of it a little later. */
const unnoticedMs = 1_500;
/** A killed engine was a probe now and then: its backend counts as unusable until the next one has ended. */
const probeForgottenMs = 20_000;

const envelope = z.looseObject({
  output: z.unknown(),
  runtime_ms: z.number(),
  execution: z.looseObject({ backend: z.string(), queue_ms: z.number(), run_ms: z.number() }),
});

/** Makes one call and enters what came of it; true when the server was too busy for it. */
export async function perform(attempt: Attempt, server: Server, soak: Soak, burst = false): Promise<boolean> {
  const began = Date.now();
  const moment: Moment = burst ? 'in a burst' : momentOf(server, began);
  const controller = new AbortController();
  const cancel = () => {
    if (!soak.interrupted.aborted) server.last.cancel = Date.now();
    controller.abort();
  };
  const timer = attempt.cancelAfterMs === null ? undefined : setTimeout(cancel, attempt.cancelAfterMs);
  const signal = AbortSignal.any([soak.interrupted, controller.signal]);
  const answer = await server.call('math.run', attempt.args, signal);
  clearTimeout(timer);
  if (['time', 'memory', 'hard', 'output'].includes(attempt.disturbance)) server.last.limit = Date.now();
  const wrong = enter(attempt, answer, server, soak, began);
  if (wrong !== null) {
    const { operation, target, disturbance } = attempt;
    const where = `${operation}, ${target.backend}${target.transport === 'embedded' ? ' embedded' : ''}, ${disturbance}`;
    soak.tally.violate({ what: wrong, where, detail: detailOf(answer, attempt) });
  }
  if (attempt.disturbance === 'none' && answer.kind === 'ok') soak.tally.latencies[moment].add(Date.now() - began);
  return answer.kind === 'error' && answer.code === 'SERVER_BUSY';
}

/** Counts an answer; what must not be is told. */
function enter(attempt: Attempt, answer: Answer, server: Server, soak: Soak, began: number): string | null {
  const { tally } = soak;
  const row = tally.row(attempt.operation, attempt.target.backend, attempt.target.transport);
  row.calls += 1;
  tally.totals.calls += 1;
  if (answer.kind === 'ok') {
    const wrong = judge(attempt, answer.structured);
    if (wrong === null) row.right += 1;
    else {
      row.wrong += 1;
      tally.totals.wrong += 1;
    }
    return wrong;
  }
  if (answer.kind === 'aborted') {
    row.cancelled += 1;
    return null;
  }
  row.failed += 1;
  if (answer.kind === 'lost') {
    tally.fail('no answer', soak.interrupted.aborted ? 'interrupted' : 'UNEXPECTED');
    return soak.interrupted.aborted ? null : 'no answer';
  }
  const cause = explain(attempt, answer, server, began);
  tally.fail(answer.reason === '' ? answer.code : `${answer.code}/${answer.reason}`, cause ?? 'UNEXPECTED');
  return cause === null ? `unexplained ${answer.code}` : null;
}

function judge(attempt: Attempt, structured: unknown): string | null {
  if (attempt.check === null) return 'accepted what must be refused';
  try {
    const { output, execution, runtime_ms } = envelope.parse(structured);
    if (execution.backend !== attempt.target.backend) return `answered by ${execution.backend}`;
    if (execution.queue_ms + execution.run_ms > runtime_ms + 1) return 'times that do not add up';
    const wrong = attempt.check(output);
    return wrong === null ? null : `WRONG ANSWER: ${wrong}`;
  } catch (error) {
    return `WRONG ANSWER: of another form (${error instanceof Error ? error.message.slice(0, 200) : ''})`;
  }
}

/** The disturbance that explains a failure, or null. */
function explain(
  { expected, disturbance, target }: Attempt,
  { code, reason }: Extract<Answer, { kind: 'error' }>,
  server: Server,
  began: number,
): string | null {
  if (expected.includes(code)) return disturbance;
  if (code === 'SERVER_BUSY') return server.crowdedAt() >= began - 100 ? 'burst' : null;
  const kills = server.kills.filter(({ backend }) => backend === target.backend);
  if (code === 'BACKEND_FAILURE' && reason === 'CRASHED') {
    // One engine that is killed ends one call.
    const kill = kills.find(({ at, used }) => !used && at >= began - unnoticedMs);
    if (kill === undefined) return null;
    kill.used = true;
    return 'kill';
  }
  if (code === 'BACKEND_UNAVAILABLE') {
    return kills.some(({ at }: Kill) => at >= began - probeForgottenMs) ? 'kill of a starting engine' : null;
  }
  return null;
}

function momentOf({ last }: Server, now: number): Moment {
  const ages: [Moment, number][] = [
    ['after a kill', now - last.kill],
    ['after a cancel', now - last.cancel],
    ['after a limit', now - last.limit],
  ];
  return ages.find(([, age]) => age < afterMs)?.[0] ?? 'calm';
}

function detailOf(answer: Answer, attempt: Attempt): string {
  const sent = JSON.stringify(attempt.args).slice(0, 300);
  if (answer.kind === 'ok') return `${JSON.stringify(answer.structured).slice(0, 300)} to ${sent}`;
  return answer.kind === 'aborted' ? sent : `${answer.text} to ${sent}`;
}
