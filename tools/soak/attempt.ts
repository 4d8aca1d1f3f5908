import { hardSemiprime, manyDivisors } from './hard.js';
import { isUndecided, type Job, type Target } from './job.js';
import { randomJob } from './jobs.js';
import { pigeons, planted } from './logic.js';
import type { Random } from './random.js';

/** What is done to a call, apart from kills and bursts, which happen to a server. */
export type Disturbance = 'none' | 'cancel' | 'time' | 'memory' | 'hard' | 'output' | 'invalid';

/** One call to be made, and what its disturbance may make of it. */
export interface Attempt {
  readonly disturbance: Disturbance;
  readonly operation: string;
  readonly target: Target;
  /** Arguments of math.run. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly cancelAfterMs: number | null;
  /** Codes that the disturbance explains. */
  readonly expected: readonly string[];
  /** Checks an output; null where no success is right. */
  readonly check: ((output: unknown) => string | null) | null;
}

/** Wall time of calls that must succeed: longer than any queue of this tool. The longer one makes it background work. */
const patientMs = [60_000, 60_000, 60_000, 120_000];

export function randomAttempt(random: Random, targets: readonly Target[]): Attempt {
  const job = randomJob(random, targets);
  const chance = random.int(1_000);
  if (chance < 100) return cancelled(random, random.chance(0.5) ? job : hardJob(random, job));
  if (chance < 160) return impatient(random, job);
  if (chance < 200) return confined(random, job);
  if (chance < 240) return hard(random, hardJob(random, job));
  if (chance < 290) return invalid(random, job);
  if (chance < 295) return large(random, job);
  return undisturbed(random, job);
}

export function undisturbed(random: Random, job: Job): Attempt {
  const budget = job.backend === 'lean' ? {} : { budget: { wall_ms: random.pick(patientMs) } };
  return attempt('none', job, budget);
}

function cancelled(random: Random, job: Job): Attempt {
  return { ...attempt('cancel', job, { budget: { wall_ms: 20_000 } }), cancelAfterMs: random.int(300) };
}

function impatient(random: Random, job: Job): Attempt {
  const budget = { wall_ms: random.between(1, 40) };
  return lenient(attempt('time', job, { budget }, ['OPERATION_TIMEOUT']));
}

/** Little memory: with it the smallest jobs work, larger ones run out, and below it no engine starts. */
function confined(random: Random, job: Job): Attempt {
  const refused = ['RESOURCE_ADMISSION_REJECTED'];
  if (job.backend === 'direct' || random.chance(0.2)) {
    const never = job.backend === 'direct' ? [] : refused;
    return { ...attempt('memory', job, { budget: { memory_mb: 8 } }, never), ...(never.length > 0 && { check: null }) };
  }
  const memory_mb = job.backend === 'sagemath' ? 768 : job.backend === 'pari' ? 32 : 64;
  const given = job.backend === 'pari' && random.chance(0.3) ? hardJob(random, job) : job;
  const budget = { memory_mb, wall_ms: given === job ? 60_000 : 4_000 };
  const ends = given === job ? [] : ['OPERATION_TIMEOUT'];
  return lenient(attempt('memory', given, { budget }, ['RESOURCE_EXHAUSTED', ...refused, ...ends]));
}

function hard(random: Random, job: Job): Attempt {
  const budget = { wall_ms: random.between(300, 2_000) };
  return lenient(attempt('hard', job, { budget }, ['OPERATION_TIMEOUT', 'RESOURCE_EXHAUSTED']));
}

/** Large requests, large answers, and answers that no message holds. */
function large(random: Random, job: Job): Attempt {
  if (job.backend === 'z3') {
    const question = planted(random, 8_000, 2);
    return attempt('output', { ...job, operation: 'sat.solve', ...question }, { budget: { wall_ms: 60_000 } });
  }
  if (job.backend !== 'pari') return undisturbed(random, job);
  const question = manyDivisors(random);
  return attempt(
    'output',
    { ...job, operation: 'integer.compute.divisors', ...question },
    { budget: { wall_ms: 60_000 } },
    question.fits ? [] : ['RESOURCE_EXHAUSTED'],
  );
}

/** Requests that must be refused, each with the one code that says why. */
function invalid(random: Random, job: Job): Attempt {
  const wrong = { ...attempt('invalid', job, {}), check: null };
  const first = Object.keys(job.payload)[0] ?? 'payload';
  switch (random.int(6)) {
    case 0:
      return {
        ...wrong,
        args: { ...wrong.args, operation_id: 'integer.compute.nothing' },
        expected: ['UNKNOWN_OPERATION'],
      };
    case 1:
      return { ...wrong, args: { ...wrong.args, payload: { ...job.payload, surplus: 1 } }, expected: refusedForm };
    case 2:
      return { ...wrong, args: { ...wrong.args, payload: { [first]: { $: 'x'.repeat(100) } } }, expected: refusedForm };
    case 3:
      return { ...wrong, args: { ...wrong.args, payload: {} }, expected: refusedForm };
    case 4:
      return { ...wrong, args: { ...wrong.args, payload: 'system("true")' }, expected: refusedForm };
    default:
      return {
        ...wrong,
        args: { ...wrong.args, budget: { wall_ms: 1e12 } },
        expected: ['RESOURCE_ADMISSION_REJECTED'],
      };
  }
}

const refusedForm = ['INVALID_REQUEST'];

/** A problem on the same engine that takes longer than anybody waits; other engines keep their question. */
function hardJob(random: Random, job: Job): Job {
  if (job.backend === 'z3') return { ...job, operation: 'sat.solve', ...pigeons(12) };
  if (job.backend !== 'pari' && job.backend !== 'sagemath') return job;
  return { ...job, operation: 'integer.compute.prime_factorization', ...hardSemiprime(random) };
}

function attempt(
  disturbance: Disturbance,
  job: Job,
  more: Readonly<Record<string, unknown>>,
  expected: readonly string[] = [],
): Attempt {
  const { operation, backend, transport, payload, check } = job;
  const where = transport === null ? {} : { backend, transport };
  return {
    disturbance,
    operation,
    target: { backend, transport },
    args: { operation_id: operation, payload, ...where, ...more },
    cancelAfterMs: null,
    expected,
    check,
  };
}

/** Under a limit an engine may give up. */
function lenient(given: Attempt): Attempt {
  const { check } = given;
  return { ...given, check: check === null ? null : (output) => (isUndecided(output) ? null : check(output)) };
}
