import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGateway, type Gateway } from './gateway.js';
import { primeQuestion, type Engine, type Question } from './engines.js';
import { median, quantile, timed } from './measure.js';
import { atLeast, number, type Line } from './table.js';

/**
 * The first answer of an engine that has to be started: a bare one, the gateway's first call of all (which looks for the
 * engine, tries it out and starts a session), and the gateway's first call in a new session of an engine it knows.
 */
export async function cold(engine: Engine, isolated: boolean, quick: boolean): Promise<Line> {
  const raw: number[] = [];
  const first: number[] = [];
  const fresh: number[] = [];
  for (let i = 0; i < (quick ? 1 : engine.starts); i += 1) {
    raw.push(
      await timed(async () => {
        const session = engine.open(isolated);
        await session.request(engine.text(i));
        void session.close();
      }),
    );
    const gateway = await openGateway(isolated);
    first.push(await timed(() => gateway.run(engine.question(i))));
    fresh.push(await timed(() => gateway.run(engine.question(i + 1), { memory_mb: 4000 })));
    await gateway.close();
  }
  return {
    what: `${engine.name}: first answer`,
    isolated,
    raw: number(median(raw)),
    gateway: number(median(first)),
    figure: `new session of a known engine ${number(median(fresh))} ms`,
  };
}

/**
 * SageMath as people script it, `sage -c`, against warm calls through the gateway: one after another, where each waits for
 * the child that is forked for it, and with pauses as between the calls of an agent, in which the child is forked ahead.
 */
export async function sageAgainstCold(isolated: boolean, quick: boolean): Promise<Line[]> {
  const gateway = await openGateway(isolated);
  let n = 10_000n;
  const warmCall = () => gateway.run(primeQuestion('sagemath', (n += 1n)));
  await warmCall();
  const scripts: number[] = [];
  const together: number[] = [];
  const apart: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    scripts.push(await timed(() => spawnSync('sage', ['-c', `print(next_prime(${String(n)}))`])));
    for (let i = 0; i < 60; i += 1) together.push(await timed(warmCall));
    for (let i = 0; i < 30; i += 1) {
      await sleep(pauseMs);
      apart.push(await timed(warmCall));
    }
  }
  await gateway.close();
  const line = (what: string, warm: readonly number[], limit: number): Line => {
    const ratio = median(scripts) / median(warm);
    return {
      what: `SageMath: a warm call against \`sage -c\`, ${what}`,
      isolated,
      callers: 1,
      raw: number(median(scripts)),
      gateway: `${number(median(warm))} / ${number(quantile(warm, 0.99))}`,
      figure: `${ratio.toFixed(0)} times faster`,
      limit: atLeast(ratio, limit, 'times'),
    };
  };
  // Without a pause the next child is forked in the time of the call: a fork per request, whatever was forked ahead.
  return [line('one after another', together, 25), line(`${String(pauseMs)} ms between calls`, apart, 100)];
}

const pauseMs = 100;

/** Lean starts anew for each check. */
export async function coldLean(isolated: boolean): Promise<Line> {
  const gateway = await openGateway(isolated, {});
  const first = await timed(() => checkSum(gateway, 1));
  const second = await timed(() => checkSum(gateway, 2));
  await gateway.close();
  return {
    what: 'Lean: first check',
    isolated,
    gateway: number(first),
    figure: `next check ${number(second)} ms`,
  };
}

function checkSum(gateway: Gateway, n: number): Promise<unknown> {
  const question: Omit<Question, 'transport'> = {
    operation_id: 'lean.check',
    backend: 'lean',
    payload: { source: `theorem sum : ${String(n)} + 1 = ${String(n + 1)} := rfl\n` },
  };
  return gateway.run(question as Question);
}
