import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { UserError } from "../../core";
import { entryPath, filePaths } from "./entryName";

/** A file inside an archive. */
export interface ArchiveEntry {
  name: string;
  /** The permission bits. */
  mode: number;
  content: Buffer;
}

export interface UntarOptions {
  signal?: AbortSignal | undefined;
  /** Maximum size of one file of the archive, in bytes. Default 256 MB, several times the largest that we use. */
  maxFileSize?: number;
}

const blockSize = 512;
const defaultMaxFileSize = 2 ** 28;
/** Long names and other metadata of entries are far shorter. */
const maxNoteSize = 2 ** 20;
/** Zeros that pad the archive. tar writes at most a few hundred blocks. */
const maxPadding = 2 ** 20;

/** How many times larger than the archive its content may be. The archives that we use unpack to at most six times their size. */
const mostPerByte = 50;
/** Size in bytes that even a tiny archive may unpack to. */
const alwaysAllowed = 2 ** 26;

/**
 * The files of a .tar.gz archive, in order (POSIX ustar, with the long names of pax and GNU tar). Skips folders.
 * Throws for links, names that lead out of the archive's folder or occur twice, wrong checksums, files larger than
 * `maxFileSize`, and content of implausible size.
 */
export async function* untar(
  archive: string,
  { signal, maxFileSize = defaultMaxFileSize }: UntarOptions = {},
): AsyncGenerator<ArchiveEntry, void> {
  // zlib may report a truncated archive again after its stream was destroyed, when nothing else listens.
  const gunzip = createGunzip().on("error", () => undefined);
  const unpacking = pipeline(createReadStream(archive), gunzip, { signal });
  // The reader below gets the failure through the stream. Without this line Node would also report it as unhandled.
  unpacking.catch(() => undefined);
  const filePath = filePaths();
  let longName: string | undefined;
  try {
    const limit = Math.max(alwaysAllowed, mostPerByte * (await fs.stat(archive)).size);
    const { read, drain } = byteReader(gunzip, limit);
    for (;;) {
      const header = await read(blockSize);
      if (header.every((byte) => byte === 0)) break;
      checkHeader(header);
      const size = octal(header, 124, 12);
      const type = String.fromCharCode(header[156]);
      const isNote = ["x", "g", "L"].includes(type);
      if (size > (isNote ? maxNoteSize : maxFileSize)) {
        throw new Error(`it promises a file of ${size} bytes`);
      }
      const content = (await read(Math.ceil(size / blockSize) * blockSize)).subarray(0, size);
      if (type === "x") longName = paxPath(content) ?? longName;
      else if (type === "L") longName = text(content, 0, size);
      else if (!isNote) {
        const name = longName ?? shortName(header);
        longName = undefined;
        if (type === "5") entryPath(name);
        else if (type === "0" || type === "\0") {
          yield { name: filePath(name), mode: octal(header, 100, 8) & 0o777, content };
        } else throw new Error(`its entry ${JSON.stringify(name)} is a link or a device`);
      }
    }
    // gzip's checksum is at the end.
    await drain(maxPadding);
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      `${archive} cannot be unpacked (${error instanceof Error ? error.message : String(error)}). Download it again.`,
    );
  } finally {
    gunzip.destroy();
  }
}

interface ByteReader {
  /** Reads exactly `size` bytes. */
  read: (size: number) => Promise<Buffer>;
  /** Reads to the end, which must come within `size` bytes. */
  drain: (size: number) => Promise<void>;
}

/** Reads at most `limit` bytes in total, and allocates memory only for bytes that arrive. */
function byteReader(stream: AsyncIterable<Buffer>, limit: number): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldSize = 0;
  let left = limit;
  return {
    async read(size) {
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
    },
    async drain(size) {
      let rest = size;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        rest -= next.value.length;
        if (rest < 0) throw new Error("it goes on after its end");
      }
    },
  };
}

/** Compares a header's checksum with the sum of its bytes, with spaces in place of the checksum. */
function checkHeader(header: Buffer): void {
  const spaces = 8 * 0x20;
  const sum = header.reduce((total, byte, i) => (i >= 148 && i < 156 ? total : total + byte), spaces);
  if (octal(header, 148, 8) !== sum) throw new Error("it is not a tar archive, or a damaged one");
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
  if (!/^[0-7]+$/.test(digits)) throw new Error("it is not a tar archive, or a damaged one");
  return parseInt(digits, 8);
}
