import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { check, UserError } from "../../core";
import type { DownloadEvent } from "./events";
import { asNetworkError, networkAdvice, NetworkError, request } from "./request";
import { shownAddress } from "./shownAddress";
import { watchdog } from "./watchdog";

/** A file on a server, with the size and checksum that it must have. */
export interface RemoteFile {
  filename: string;
  url: string;
  size: number;
  sha256: string;
}

/** A permanent download failure: the reason, and what to do about it. */
export class DownloadError extends UserError {
  constructor(
    readonly reason: string,
    advice: string,
  ) {
    super(`${reason}. ${advice}`);
  }
}

export interface DownloadOptions {
  signal?: AbortSignal | undefined;
  /** Tries without any progress before giving up. */
  attempts?: number;
  /** The pause after the first failure. It doubles with each further one. */
  pauseMs?: number;
  /** A connection that delivers nothing for this long counts as lost. */
  stallMs?: number;
  /** A server that does not start to answer within this time counts as failing. Default: `stallMs`. */
  answerMs?: number;
  /** What the user can do if the server does not have the expected file. */
  advice?: string;
  /** Hosts that may be accessed over plain http: `host` or `host:port`. */
  trustedHosts?: readonly string[];
}

const runAgain = "Run the command again.";

/**
 * Downloads a file into `folder`, resumes where an earlier run stopped, and verifies the result.
 * Until then it is called `<name>.part`, so `<name>` is always complete.
 */
export async function* download(
  file: RemoteFile,
  folder: string,
  options: DownloadOptions = {},
): AsyncGenerator<DownloadEvent, string> {
  const { signal, attempts = 5, pauseMs = 1000, advice = runAgain } = options;
  const whole = pathOf(file, folder);
  const part = `${whole}.part`;
  if ((await sizeOf(whole)) > 0) {
    if ((await sha256(whole, signal)) === file.sha256) return whole;
    await fs.rm(whole);
  }
  if ((await sizeOf(part)) > file.size) await fs.rm(part);

  let failures = 0;
  let present = await sizeOf(part);
  while (present < file.size) {
    const before = present;
    try {
      yield* fetchRest(file, part, before, options);
      present = await sizeOf(part);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      present = await sizeOf(part);
      failures = present > before ? 1 : failures + 1;
      if (failures >= attempts) {
        throw new DownloadError(
          `The download of ${file.filename} failed (${error.message})`,
          `${networkAdvice()} The download will resume where it stopped.`,
        );
      }
      await wait(pauseMs * 2 ** (failures - 1), undefined, { signal });
    }
  }

  const found = await sha256(part, signal);
  if (found !== file.sha256) {
    await fs.rm(part);
    throw new DownloadError(
      `${file.filename} arrived corrupt (sha256 ${found}, expected ${file.sha256}) and was deleted`,
      advice,
    );
  }
  await fs.rename(part, whole);
  return whole;
}

/** Appends the missing bytes to the part file, or starts over if the server cannot resume. */
async function* fetchRest(
  file: RemoteFile,
  part: string,
  start: number,
  { signal, stallMs = 30_000, answerMs = stallMs, advice = runAgain, trustedHosts = [] }: DownloadOptions,
): AsyncGenerator<DownloadEvent> {
  const { filename, url, size } = file;
  const watch = watchdog(answerMs, (limit) => new NetworkError(`nothing came for ${limit / 1000} s`), signal);
  try {
    const headers = start > 0 ? { range: `bytes=${start}-` } : {};
    const response = await request(url, { headers, signal: watch.signal, trustedHosts });
    watch.alive(stallMs);
    if (response.status === 416) {
      await fs.rm(part, { force: true });
      throw new NetworkError("the server has no such part of the file");
    }
    if (!response.ok || response.body === null) {
      throw new DownloadError(`${shownAddress(url)} answered ${response.status}`, advice);
    }
    let received = resumesAt(response) === start ? start : 0;
    const output = await fs.open(part, received > 0 ? "a" : "w");
    try {
      let shown = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        watch.alive();
        received += chunk.length;
        if (received > size) {
          await output.truncate(0);
          throw new DownloadError(
            `${shownAddress(url)} sends more than the ${size} bytes of ${filename}`,
            advice,
          );
        }
        await output.write(chunk);
        if (performance.now() - shown < 100 && received < size) continue;
        shown = performance.now();
        yield { kind: "download", file: filename, received, total: size };
      }
    } finally {
      await output.close();
    }
    if (received < size) throw new NetworkError("the connection was cut");
  } catch (error) {
    watch.signal.throwIfAborted();
    throw error instanceof TypeError ? asNetworkError(error, new URL(url)) : error;
  } finally {
    watch.end();
  }
}

/** The first byte of a partial response (206), or undefined for a complete one. */
function resumesAt(response: Response): number | undefined {
  if (response.status !== 206) return undefined;
  return Number(/^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1]);
}

/** How many bytes of a file an earlier run left in `folder`. */
export async function bytesPresent(file: RemoteFile, folder: string): Promise<number> {
  const whole = pathOf(file, folder);
  return (await sizeOf(whole)) || (await sizeOf(`${whole}.part`));
}

/** The path of the file in `folder`. Its name may come from a server, so only plain names are allowed. */
function pathOf({ filename }: RemoteFile, folder: string): string {
  check(
    /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/.test(filename),
    () =>
      `${JSON.stringify(filename)} is not a plain file name, so it was not downloaded. Use another server.`,
  );
  return path.join(folder, filename);
}

/** The size of a file, or 0 if it does not exist. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await fs.stat(file)).size;
  } catch {
    return 0;
  }
}

async function sha256(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash, { signal });
  return hash.digest("hex");
}
