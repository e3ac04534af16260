import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { UserError } from "../../core";
import { entryPath, filePaths } from "../../io/download";

/** Unpacked files may be at most this many times as large as the wheel; real ones are at most 4 times as large. */
const mostPerByte = 10;

const fileType = { mask: 0o170000, regular: 0o100000 };

interface PlacedEntry {
  entry: yauzl.Entry;
  file: string;
}

/**
 * Unpacks the entries of a wheel (a zip file) for which `place` names a file, and skips the others. Before the first is written, all
 * are checked: distinct names that stay inside the folder, regular files, and not more bytes than a wheel can hold.
 */
export async function unpackWheel(
  wheel: string,
  place: (entry: string) => string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  await withZip(
    wheel,
    async (zip) => {
      for (const { entry, file } of await placeEntries(
        zip,
        place,
        mostPerByte * (await fs.stat(wheel)).size,
      )) {
        await fs.mkdir(path.dirname(file), { recursive: true });
        const mode = ((modeOf(entry) || 0o644) & 0o755) | 0o600;
        // yauzl checks the content against the size in the directory.
        const content = await zip.openReadStreamPromise(entry);
        await pipeline(content, createWriteStream(file, { mode, flags: "wx" }), { signal });
      }
    },
    signal,
  );
}

/** The METADATA inside a wheel. */
export async function readWheelMetadata(wheel: string): Promise<string> {
  return withZip(wheel, async (zip) => {
    for await (const entry of zip.eachEntry()) {
      if (!/^[^/]+\.dist-info\/METADATA$/.test(entry.fileName)) continue;
      if (entry.uncompressedSize > 10e6) throw new Error("its METADATA has more than 10 MB");
      return await text(await zip.openReadStreamPromise(entry));
    }
    throw new Error("it has no METADATA");
  });
}

async function placeEntries(
  zip: yauzl.ZipFile,
  place: (entry: string) => string | undefined,
  limit: number,
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  const filePath = filePaths();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entryPath(entry.fileName);
    const file = entry.fileName.endsWith("/") ? undefined : place(name);
    if (file === undefined) continue;
    filePath(name);
    if (![0, fileType.regular].includes(modeOf(entry) & fileType.mask)) {
      throw new Error(`its entry ${JSON.stringify(name)} is a link or a device`);
    }
    size += entry.uncompressedSize;
    if (size > limit) throw new Error(`it would unpack to more than ${Math.round(limit / 1e6)} MB`);
    placed.push({ entry, file });
  }
  return placed;
}

/** The Unix type and permission bits, or 0 if there are none. */
function modeOf(entry: yauzl.Entry): number {
  return entry.externalFileAttributes >>> 16;
}

async function withZip<Result>(
  wheel: string,
  work: (zip: yauzl.ZipFile) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(wheel, { autoClose: false, strictFileNames: true });
    return await work(zip);
  } catch (error) {
    signal?.throwIfAborted();
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    if (syscall !== undefined && code !== "EEXIST") throw error;
    throw new UserError(
      `${wheel} cannot be unpacked (${message}). Run the command again, or name another package index with --index URL.`,
    );
  } finally {
    zip?.close();
  }
}
