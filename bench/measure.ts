import { setTimeout as sleep } from "node:timers/promises";
import { engines, useEngine } from "../lib/engine";
import { median, type BenchCase, type Timing, type Work } from "./case";
import type { PeerProcess } from "./peer";

interface Runner {
  subject: string;
  time(): Promise<number>;
  close(): void;
}

/** Limits of the warm-up: short cases repeat until the just-in-time compilers are done; cases that run only once skip it. */
const warmUp = { atMost: 20, ms: 2000 };

/**
 * Times a case. All sides warm up and then take turns, one run each, so that a busy machine slows all of them alike. The
 * pause between turns lets the threads of the previous side go to sleep.
 */
export async function measure(
  bench: BenchCase,
  peers: PeerProcess,
  options: { shared: string; repeats: number },
): Promise<Timing[]> {
  const { shared } = options;
  const repeats = Math.min(options.repeats, bench.repeats ?? Infinity);
  const runners = [...(await ourRunners(bench, shared)), ...peerRunners(bench, peers)];
  try {
    const warm = performance.now() + warmUp.ms;
    for (let round = 0; bench.repeats !== 1 && round < warmUp.atMost; round++) {
      await takeTurns(runners);
      if (performance.now() > warm) break;
    }
    const times = runners.map((): number[] => []);
    for (let round = 0; round < repeats; round++) {
      for (const [i, ms] of (await takeTurns(runners)).entries()) times[i].push(ms);
    }
    return runners.map(({ subject }, i) => ({
      case: bench.name,
      subject,
      medianMs: median(times[i]),
      runsMs: times[i],
    }));
  } finally {
    for (const runner of runners) runner.close();
  }
}

async function takeTurns(runners: Runner[]): Promise<number[]> {
  const times: number[] = [];
  for (const runner of runners) {
    times.push(await runner.time());
    await sleep(30);
  }
  return times;
}

async function ourRunners(bench: BenchCase, shared: string): Promise<Runner[]> {
  if (bench.engines.length === 0) return [runner("ssdml", await bench.prepare(shared))];
  const rows = await engines();
  const runners: Runner[] = [];
  for (const name of bench.engines) {
    if (!rows.some((row) => row.name === name && row.available)) continue;
    await useEngine(name);
    const work = await bench.prepare(shared);
    runners.push({
      ...runner(name, work),
      async time() {
        await useEngine(name);
        return timed(work);
      },
    });
  }
  return runners;
}

function runner(subject: string, work: Work): Runner {
  return { subject, time: () => timed(work), close: () => work.dispose?.() };
}

function peerRunners(bench: BenchCase, peers: PeerProcess): Runner[] {
  return bench.peers
    .filter((peer) => peers.has(peer))
    .map((peer) => ({ subject: peer, time: () => peers.time(bench.name, peer), close: () => undefined }));
}

async function timed(work: Work): Promise<number> {
  const start = performance.now();
  await work.run();
  return performance.now() - start;
}
