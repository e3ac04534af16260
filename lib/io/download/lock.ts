import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../core";
import { isAlive } from "../processes/isAlive";

/** The content of a lock file. */
interface Holder {
  pid: number;
  host: string;
  /** Distinguishes two processes that happen to have the same id. */
  token: string;
  /** Counts how often the holder has renewed the lock. */
  beat: number;
  /** When it last did, by its own clock: only its own host may compare that with its time. */
  at: number;
}

export interface LockOptions {
  /** How often the holder renews the lock. */
  beatEveryMs?: number;
  /** Called once if another process has taken the lock over, as after a long sleep of this machine. */
  onLost?: () => void;
}

/** A holder that has not renewed its lock for this many beats is gone. */
const patienceBeats = 4;
const staleAfterMs = 60_000;

/**
 * Takes a lock file for some work, such as "installation", and returns the function that releases it. The holder renews the content of the
 * file every few seconds. A lock whose process is gone, or that is not renewed, is taken over. Whether a process of another host is gone is
 * only seen in the content: neither its id nor the clocks of two hosts say anything.
 */
export async function takeLock(
  file: string,
  work: string,
  { beatEveryMs = 5_000, onLost }: LockOptions = {},
): Promise<() => Promise<void>> {
  const holder: Holder = {
    pid: process.pid,
    host: os.hostname(),
    token: randomUUID(),
    beat: 0,
    at: Date.now(),
  };
  if (!(await create(file, holder))) {
    const other = await readHolder(file);
    if (!(await isStale(file, other, beatEveryMs))) throw new UserError(busy(work, other));
    await takeOver(file, holder, work);
  }
  let renewal = Promise.resolve();
  const renew = async () => {
    const now = await readHolder(file);
    if (now !== undefined && now.token !== holder.token) {
      clearInterval(timer);
      onLost?.();
    } else if (now !== undefined) {
      await write(file, { ...holder, beat: ++holder.beat, at: Date.now() });
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(() => undefined);
  }, beatEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await renewal;
    if ((await readHolder(file))?.token === holder.token) await fs.rm(file, { force: true });
  };
}

async function create(file: string, holder: Holder): Promise<boolean> {
  try {
    await fs.writeFile(file, JSON.stringify(holder), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the file at once, so that nobody reads half of it. */
async function write(file: string, holder: Holder): Promise<void> {
  const mine = `${file}.${holder.token}`;
  await fs.writeFile(mine, JSON.stringify(holder));
  await fs.rename(mine, file);
}

/** If several processes take over at the same moment, the last to write wins and the others notice. */
async function takeOver(file: string, holder: Holder, work: string): Promise<void> {
  await write(file, holder);
  await wait(200);
  if ((await readHolder(file))?.token !== holder.token) throw new UserError(busy(work));
}

async function isStale(file: string, holder: Holder | undefined, beatEveryMs: number): Promise<boolean> {
  if (holder?.host === os.hostname()) {
    if (!isAlive(holder.pid)) return true;
    // Else its id may belong to another process by now.
    if (Date.now() - holder.at < staleAfterMs) return false;
  }
  const before = await content(file);
  for (let beat = 0; beat < patienceBeats; beat++) {
    await wait(beatEveryMs);
    const now = await content(file);
    if (now !== before) return now === undefined;
  }
  return true;
}

function busy(work: string, holder?: Holder): string {
  const who = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
  return `Another ${work} is running${who}. Wait until it ends, then try again.`;
}

const content = (file: string): Promise<string | undefined> =>
  fs.readFile(file, "utf8").catch(() => undefined);

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse((await content(file)) ?? "") as Holder;
  } catch {
    return undefined;
  }
}
