import { gzipSync } from "node:zlib";

/** An entry of a tar archive, with what no tar would pack. */
export interface TarEntry {
  name: string;
  /** Default: a plain file. */
  type?: string;
  content?: Buffer | string;
  link?: string;
  /** The size that the header states, a number or its digits; default: the true one. */
  size?: number | string;
}

/** Writes the sum of a tar header's bytes into it. */
export function writeTarChecksum(header: Buffer): void {
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}

/** The header of an entry. */
export function tarHeader({ name, type = "0", content = "", link = "", size }: TarEntry): Buffer {
  const stated = size ?? Buffer.byteLength(content);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write(`${typeof stated === "string" ? stated : stated.toString(8).padStart(11, "0")}\0`, 124);
  header.write(type, 156);
  header.write(link, 157);
  header.write("ustar\0", 257);
  header.write("00", 263);
  writeTarChecksum(header);
  return header;
}

/** A .tar.gz archive. */
export function tarGz(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? "");
    return [tarHeader(entry), content, Buffer.alloc(-content.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
