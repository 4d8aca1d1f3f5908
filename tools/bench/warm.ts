import { availableParallelism } from 'node:os';
import { gp, gpCostText, gpText, primeQuestion, spaced, type Engine } from './engines.js';
import { cpuMs, enginesOfPath, openGateway } from './gateway.js';
import { load, longestMs, median, merge, timed, type Load } from './measure.js';
import { pool, type RawSession } from './raw.js';
import { atLeast, atMost, number, type Line } from './table.js';

/** As many sessions as the gateway has by itself. */
const processors = availableParallelism();

/** Calls after which V8 has compiled what a call runs through. */
const warmUpCalls = 2_000;

/** One caller, a raw call and one through the gateway in turn: what the gateway adds to a small call. */
export async function warm(engine: Engine, isolated: boolean, quick: boolean): Promise<Line> {
  const gateway = await openGateway(isolated);
  const session = engine.open(isolated);
  const calls = quick ? Math.ceil(engine.calls / 4) : engine.calls;
  const bare: number[] = [];
  const through: number[] = [];
  await session.request(engine.text(0));
  await gateway.run(engine.question(0));
  const began = performance.now();
  for (let i = 1; i <= calls && performance.now() - began < longestMs; i += 1) {
    bare.push(await timed(() => session.request(engine.text(i))));
    through.push(await timed(() => gateway.run(engine.question(i))));
  }
  await session.close();
  await gateway.close();
  const above = median(through) - median(bare);
  return {
    what: `${engine.name}: small call`,
    isolated,
    callers: 1,
    raw: single(bare),
    gateway: single(through),
    figure: `${number(above)} ms above raw`,
    ...(engine === gp ? { limit: atMost(above, 1.5, 'ms') } : {}),
  };
}

/** Many callers on one connection, against as many callers of as many raw sessions as the gateway uses, in turn. */
export async function crowd(engine: Engine, callers: number, isolated: boolean, quick: boolean): Promise<Line> {
  const calls = quick ? Math.ceil(engine.calls / 4) : engine.calls;
  const { raw, through } = await alternate({
    open: () => engine.open(isolated),
    text: engine.text,
    question: engine.question,
    isolated,
    callers,
    calls,
    warmUp: engine.question,
    sessions: processors,
    rounds: quick ? 1 : 2,
  });
  return {
    what: `${engine.name}: small call`,
    isolated,
    callers,
    raw: merge(raw),
    gateway: merge(through),
    figure: `${number(merge(through).perSecond / merge(raw).perSecond)} of raw throughput`,
  };
}

/**
 * 64 callers whose calls keep the engine busy for about 10 ms each. Measured with a session for every processor, where the
 * gateway and its client take their time from the engines, and, where there are more, with one processor left to them: that
 * shows whether the gateway keeps its engines at work.
 */
export async function busy(isolated: boolean, quick: boolean): Promise<readonly Line[]> {
  const full = await busyWith(processors, isolated, quick);
  return processors === 1 ? [full] : [full, await busyWith(processors - 1, isolated, quick)];
}

async function busyWith(sessions: number, isolated: boolean, quick: boolean): Promise<Line> {
  const digits = await calibrate(10);
  const { raw, through, serverMs, rawClientMs, clientMs } = await alternate({
    open: () => gp.open(isolated),
    text: (i) => gpText(spaced(digits, i)),
    question: (i) => primeQuestion('pari', spaced(digits, i)),
    isolated,
    callers: 64,
    warmUp: gp.question,
    sessions,
    calls: quick ? 128 : 256,
    rounds: quick ? 2 : 8,
  });
  const ratio = median(through.map(({ perSecond }, at) => perSecond / (raw[at]?.perSecond ?? 1)));
  return {
    what: `PARI/GP: call of about 10 ms (next prime of ${String(digits)} digits), ${String(sessions)} of ${String(processors)} processors`,
    isolated,
    callers: 64,
    raw: merge(raw),
    gateway: merge(through),
    figure: `${number(ratio)} of raw throughput; processor ms a call: server ${number(serverMs)}, client ${number(clientMs)}, raw client ${number(rawClientMs)}`,
    limit: atLeast(ratio, 0.9, 'of raw'),
  };
}

interface Alternation {
  readonly open: () => RawSession;
  readonly text: (i: number) => string;
  readonly question: Engine['question'];
  /** A quick question of the same kind. */
  readonly warmUp: Engine['question'];
  readonly isolated: boolean;
  readonly callers: number;
  readonly sessions: number;
  readonly calls: number;
  readonly rounds: number;
}

/** Rounds of raw calls and of the same calls through the gateway, the first one of each pair in turn: drift cancels. */
async function alternate({ open, text, question, warmUp, isolated, callers, sessions, calls, rounds }: Alternation) {
  const gateway = await openGateway(isolated, { ...enginesOfPath, JACOBIAN_CONCURRENCY: String(sessions) });
  const raws = Array.from({ length: sessions }, open);
  const request = pool(raws);
  // Every session has started, and V8 has compiled what a server runs for hours, before anything is measured.
  await load(4 * sessions, 4 * sessions, 1_000_000, (i) => request(text(i)));
  await load(4 * sessions, 4 * sessions, 1_000_000, (i) => gateway.run(question(i)));
  await load(callers, warmUpCalls, 0, (i) => gateway.run(warmUp(i)));
  const raw: Load[] = [];
  const through: Load[] = [];
  const spent = { server: 0, client: 0, rawClient: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const bareRound = async () => {
      const before = ownCpuMs();
      raw.push(await load(callers, calls, 1 + round * calls, (i) => request(text(i))));
      spent.rawClient += ownCpuMs() - before;
    };
    const gatewayRound = async () => {
      const [before, server] = [ownCpuMs(), cpuMs(gateway.pid)];
      through.push(await load(callers, calls, 1 + round * calls, (i) => gateway.run(question(i))));
      spent.client += ownCpuMs() - before;
      spent.server += cpuMs(gateway.pid) - server;
    };
    for (const step of round % 2 === 0 ? [bareRound, gatewayRound] : [gatewayRound, bareRound]) await step();
  }
  await Promise.all([gateway.close(), ...raws.map((session) => session.close())]);
  const each = (ms: number) => ms / (rounds * calls);
  return {
    raw,
    through,
    serverMs: each(spent.server),
    clientMs: each(spent.client),
    rawClientMs: each(spent.rawClient),
  };
}

/** The size of numbers whose next primes take gp so long on average, in decimal digits. */
async function calibrate(wantedMs: number): Promise<number> {
  const session = gp.open(false);
  await session.request(gp.text(0));
  let digits = 30;
  while (Number(await session.request(gpCostText(digits, costSample))) / costSample < wantedMs) digits += 2;
  await session.close();
  return digits;
}

const costSample = 50;

function single(times: readonly number[]): Load {
  return { times, perSecond: (1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0) };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
