import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../core";
import { isAlive } from "../processes/isAlive";

interface Holder {
  pid: number;
  host: string;
  /** Distinguishes two processes that happen to have the same id. */
  token: string;
}

const touchEveryMs = 5_000;
const staleAfterMs = 60_000;

/**
 * Takes a lock file for some work, such as "installation", and returns the function that releases it. The holder touches the file every few
 * seconds. A lock whose process is gone, or that was not touched for a minute, is taken over.
 */
export async function takeLock(file: string, work: string): Promise<() => Promise<void>> {
  const holder: Holder = { pid: process.pid, host: os.hostname(), token: randomUUID() };
  if (!(await create(file, holder))) {
    const other = await readHolder(file);
    if (!(await isStale(file, other))) throw new UserError(busy(work, other));
    await takeOver(file, holder, work);
  }
  const touch = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now).catch(() => undefined);
  }, touchEveryMs);
  touch.unref();
  return async () => {
    clearInterval(touch);
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

/** If several processes take over at the same moment, the last to write wins and the others notice. */
async function takeOver(file: string, holder: Holder, work: string): Promise<void> {
  const mine = `${file}.${holder.token}`;
  await fs.writeFile(mine, JSON.stringify(holder));
  await fs.rename(mine, file);
  await wait(200);
  if ((await readHolder(file))?.token !== holder.token) {
    throw new UserError(busy(work));
  }
}

/** A lock without a readable holder is being written right now, or was left by a crash and will become stale. */
async function isStale(file: string, holder?: Holder): Promise<boolean> {
  const age = await fs.stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
  if (age > staleAfterMs) return true;
  return holder?.host === os.hostname() && !isAlive(holder.pid);
}

function busy(work: string, holder?: Holder): string {
  const who = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
  return `Another ${work} is running${who}. Wait until it ends, then try again.`;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await fs.readFile(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
