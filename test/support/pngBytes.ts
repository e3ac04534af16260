import { deflateSync } from "node:zlib";
import type { Random } from "../../lib/core/values/random";
import { crc32, type PngHeader } from "../../lib/datasets/pictures/pngChunks";
import { pixelGrids, rowLength } from "../../lib/datasets/pictures/pngRows";

/** A chunk of a PNG file with its right checksum. */
export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngHeader({ width, height, depth, colorType, interlaced }: PngHeader): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([depth, colorType, 0, 0, Number(interlaced)], 8);
  return pngChunk("IHDR", content);
}

/** A PNG file of a header, packed pixels and chunks between them. */
export function pngFile(header: PngHeader, packed: Buffer, between: Buffer[] = []): Buffer {
  return Buffer.concat([
    pngSignature,
    pngHeader(header),
    ...between,
    pngChunk("IDAT", packed),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG file of any kind with random filters and pixels, with transparency or not. */
export function randomPng(header: PngHeader, random: Random, transparent: boolean): Buffer {
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random.integer(256)));
  const rows = pixelGrids(header).flatMap((grid) =>
    Array.from({ length: grid.height }, () =>
      Buffer.concat([Buffer.from([random.integer(5)]), bytes(rowLength(grid.width, header))]),
    ),
  );
  const colors = 2 ** header.depth;
  const transparencies = {
    0: () => Buffer.from([0, random.integer(Math.min(colors, 256))]),
    2: () => bytes(6),
    3: () => bytes(Math.ceil(colors / 2)),
  };
  const between = header.colorType === 3 ? [pngChunk("PLTE", bytes(3 * colors))] : [];
  if (transparent && header.colorType in transparencies) {
    between.push(pngChunk("tRNS", transparencies[header.colorType as 0 | 2 | 3]()));
  }
  return pngFile(header, deflateSync(Buffer.concat(rows)), between);
}

/** Every kind of PNG file: color type, depth, interlaced or not. */
export const pngKinds: Pick<PngHeader, "colorType" | "depth" | "interlaced">[] = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colorType: 0 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 2 as const, depth })),
  ...[1, 2, 4, 8].map((depth) => ({ colorType: 3 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 4 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 6 as const, depth })),
].flatMap((kind) => [true, false].map((interlaced) => ({ ...kind, interlaced })));
