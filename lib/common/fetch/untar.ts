import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { UserError } from "../errors";
import { entryPath, filePaths } from "./entryName";

/** A file inside an archive. */
export interface ArchiveEntry {
  name: string;
  /** The permission bits. */
  mode: number;
  content: Buffer;
}

const blockSize = 512;

/** How much larger than the archive its content may be; of ours, the largest unpacks to six times its size. */
const mostPerByte = 50;
/** What even a tiny archive may unpack to. */
const alwaysAllowed = 64 * 2 ** 20;

/**
 * The files of a .tar.gz archive in its order (POSIX ustar, with pax's and GNU's long names). Folders are left out.
 * Throws for links, for names that lead out of the archive's folder or are taken, and for content of implausible size.
 */
export async function* untar(archive: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry, void> {
  const limit = Math.max(alwaysAllowed, mostPerByte * (await fs.stat(archive)).size);
  const gunzip = createGunzip();
  const unpacking = pipeline(createReadStream(archive), gunzip, { signal });
  // Its failure reaches the reader below through the stream; without this line Node would also call it unhandled.
  unpacking.catch(() => undefined);
  const read = byteReader(gunzip, limit);
  const filePath = filePaths();
  let longName: string | undefined;
  try {
    for (;;) {
      const header = await read(blockSize);
      if (header.every((byte) => byte === 0)) return;
      const size = octal(header, 124, 12);
      const content = (await read(Math.ceil(size / blockSize) * blockSize)).subarray(0, size);
      const type = String.fromCharCode(header[156]);
      if (type === "x") longName = paxPath(content) ?? longName;
      else if (type === "L") longName = text(content, 0, size);
      else if (type !== "g") {
        const name = longName ?? shortName(header);
        longName = undefined;
        if (type === "5") entryPath(name);
        else if (type === "0" || type === "\0") {
          yield { name: filePath(name), mode: octal(header, 100, 8) & 0o777, content };
        } else throw new Error(`its entry ${JSON.stringify(name)} is a link or a device`);
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      `${archive} cannot be unpacked (${error instanceof Error ? error.message : String(error)}). Delete it and try again.`,
    );
  } finally {
    gunzip.destroy();
  }
}

/** Reads exactly as many bytes as asked for, and at most `limit` in all. */
function byteReader(stream: AsyncIterable<Buffer>, limit: number): (size: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldSize = 0;
  let left = limit;
  return async (size) => {
    left -= size;
    if (left < 0) throw new Error(`it would unpack to more than ${Math.round(limit / 1e6)} MB`);
    while (heldSize < size) {
      const next = await chunks.next();
      if (next.done) throw new Error("it ends too early");
      held.push(next.value);
      heldSize += next.value.length;
    }
    const all = held.length === 1 ? held[0] : Buffer.concat(held);
    held = [all.subarray(size)];
    heldSize -= size;
    return all.subarray(0, size);
  };
}

function shortName(header: Buffer): string {
  const isUstar = text(header, 257, 5) === "ustar" && header[262] === 0;
  const prefix = isUstar ? text(header, 345, 155) : "";
  const name = text(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** The path in a pax header, whose lines read `LENGTH KEY=VALUE`. A size there would replace the entry's own. */
function paxPath(content: Buffer): string | undefined {
  if (/^\d+ size=/m.test(content.toString())) throw new Error("it states the size of an entry twice");
  return /^\d+ path=(.*)$/m.exec(content.toString())?.[1];
}

function text(bytes: Buffer, start: number, length: number): string {
  return bytes.toString("utf8", start, start + length).replace(/\0[^]*$/, "");
}

function octal(header: Buffer, start: number, length: number): number {
  const digits = text(header, start, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new Error("it is not a tar archive");
  return parseInt(digits, 8);
}
