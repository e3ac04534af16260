/** The header of a PNG file. */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits per sample. */
  depth: number;
  colorType: 0 | 2 | 3 | 4 | 6;
  interlaced: boolean;
}

/** The parts of a PNG file that determine its pixels. */
export interface PngChunks {
  header: PngHeader;
  /** Three bytes per color. */
  palette: Buffer | undefined;
  /** The opacities of the palette's colors, or the samples of the one transparent color. */
  transparency: Buffer | undefined;
  /** The parts of one zlib stream. */
  data: Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const used = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** Reads the chunks of a PNG file ("PNG Specification", W3C), up to `IEND`; chunks that we use must have the right checksum. */
export function readPngChunks(bytes: Buffer): PngChunks {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error("it is not a PNG file");
  let header: PngHeader | undefined;
  let palette: Buffer | undefined;
  let transparency: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    const type = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (used.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
        throw new Error(`the checksum of its chunk ${type} is wrong`);
      }
    } else if (isCritical(type)) throw new Error(`it has the unknown chunk ${JSON.stringify(type)}`);
    if ((header === undefined) !== (type === "IHDR")) throw new Error("its chunk IHDR is not the first");
    if (type === "IHDR") header = readHeader(content);
    else if (type === "PLTE") palette = content;
    else if (type === "tRNS") transparency = content;
    else if (type === "IDAT") data.push(content);
    else if (type === "IEND") return { header: header!, palette, transparency, data };
    at = end;
  }
  throw new Error("it ends too early");
}

/** The depths that each color type may have. */
const depths: Record<PngHeader["colorType"], number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function readHeader(content: Buffer): PngHeader {
  if (content.length !== 13) throw new Error("its chunk IHDR has the wrong length");
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
  const [depth, colorType, compression, filter, interlace] = content.subarray(8);
  if (width === 0 || height === 0) throw new Error("it has no pixels");
  if (!isColorType(colorType) || !depths[colorType].includes(depth)) {
    throw new Error(`it has the unknown color type ${colorType} with ${depth} bits`);
  }
  if (compression !== 0 || filter !== 0 || interlace > 1)
    throw new Error("it uses an unknown compression, filter or interlace method");
  return { width, height, depth, colorType, interlaced: interlace === 1 };
}

function isColorType(value: number): value is PngHeader["colorType"] {
  return value in depths;
}

/** Readers may skip chunks with a lower-case first letter. */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) === 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** CRC-32 of ISO 3309, as PNG uses it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = crcTable[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
