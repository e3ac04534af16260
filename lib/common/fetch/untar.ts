import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { UserError } from "../errors";

/** A file inside an archive. */
export interface ArchiveEntry {
  name: string;
  /** The permission bits. */
  mode: number;
  content: Buffer;
}

const blockSize = 512;

/** The files of a .tar.gz archive in its order (POSIX ustar, with pax's and GNU's long names); folders and links are left out. */
export async function* untar(archive: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry, void> {
  const gunzip = createGunzip();
  const unpacking = pipeline(createReadStream(archive), gunzip, { signal });
  // Its failure reaches the reader below through the stream; without this line Node would also call it unhandled.
  unpacking.catch(() => undefined);
  const read = byteReader(gunzip);
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
      else {
        const name = longName ?? shortName(header);
        longName = undefined;
        if (name.split(/[\\/]/).includes("..")) throw new Error(`it wants to write to ${name}`);
        if (type === "0" || type === "\0") yield { name, mode: octal(header, 100, 8), content };
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

/** Reads exactly as many bytes as asked for. */
function byteReader(stream: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldSize = 0;
  return async (size) => {
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

/** The path in a pax header, whose lines read `LENGTH KEY=VALUE`. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString())?.[1];
}

function text(bytes: Buffer, start: number, length: number): string {
  return bytes.toString("utf8", start, start + length).replace(/\0[^]*$/, "");
}

function octal(header: Buffer, start: number, length: number): number {
  const value = parseInt(text(header, start, length).trim(), 8);
  if (Number.isNaN(value)) throw new Error("it is not a tar archive");
  return value;
}
