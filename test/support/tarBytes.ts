import { gzipSync } from "node:zlib";

/** Writes the sum of a tar header's bytes into it. */
export function writeTarChecksum(header: Buffer): void {
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}

/** A tar header for a file of this name and size. */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("0", 156);
  header.write("ustar\0", 257);
  header.write("00", 263);
  writeTarChecksum(header);
  return header;
}

/** A .tar.gz archive. */
export function tarGz(files: Record<string, Buffer>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => [
    tarHeader(name, content.length),
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
