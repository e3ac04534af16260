import { gunzipSync, gzipSync, deflateSync, inflateSync } from "node:zlib";
import type { Random } from "../../lib/core/values/random";
import { pngChunk, pngSignature } from "../support/pngBytes";
import { matFile, matPacked } from "../support/matBytes";
import { partsOf, withChecksum, withoutChecksum } from "../support/safetensorsBytes";
import { writeTarChecksum } from "../support/tarBytes";
import { mutate, mutateJson, pick } from "./mutate";

/** Changes what a file's packing or checksum protects, and protects it again. */
export type Reseal = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

/** Changes a chunk, or the pixels before they are packed; the chunks' checksums are right. */
export const resealPng: Reseal = (bytes, random, others) => {
  const chunks: [type: string, content: Buffer][] = [];
  for (let at = pngSignature.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.push([bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  const chunk = pick(random, chunks);
  const packed = chunk[0] === "IDAT" && random.integer(2) === 0;
  chunk[1] = packed
    ? deflateSync(mutate(inflateSync(chunk[1]), random, others))
    : mutate(chunk[1], random, others);
  if (random.integer(4) === 0) chunks.splice(random.integer(chunks.length), 1);
  if (random.integer(4) === 0) chunks.splice(random.integer(chunks.length + 1), 0, pick(random, chunks));
  return Buffer.concat([pngSignature, ...chunks.map(([type, content]) => pngChunk(type, content))]);
};

/** Changes a MATLAB file's variables before they are packed. */
export const resealMat: Reseal = (bytes, random, others) => {
  const elements: Buffer[] = [];
  for (let at = 128; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const isPacked = bytes.readUInt32LE(at) === 15;
    elements.push(isPacked ? inflateSync(bytes.subarray(at + 8, end)) : bytes.subarray(at, end));
    at = end;
  }
  const at = random.integer(elements.length);
  elements[at] = sameLength(elements[at], mutate(elements[at], random, others), random);
  return matFile(...elements.map((element) => (random.integer(2) === 0 ? matPacked(element) : element)));
};

/** Half of the changes keep the length, so that what follows is still found. */
function sameLength(before: Buffer, after: Buffer, random: Random): Buffer {
  if (random.integer(2) === 0) return after;
  return Buffer.concat([after, before.subarray(after.length)]).subarray(0, before.length);
}

/** Changes the header, the texts in it or the numbers; the file has a right checksum, or none as earlier versions wrote it. */
export const resealSafetensors: Reseal = (bytes, random, others) => {
  const parts = partsOf(bytes);
  const choice = random.integer(4);
  if (choice === 0) parts.data = sameLength(parts.data, mutate(parts.data, random, others), random);
  else if (choice === 1) {
    const metadata = parts.header.__metadata__!;
    const names = ["settings", "progress"].filter((name) => name in metadata);
    if (names.length > 0) {
      const name = pick(random, names);
      metadata[name] = mutateJson(metadata[name], random);
    }
  } else {
    const header = mutateJson(JSON.stringify(parts.header), random);
    // A header of 50,000 brackets is a text that cannot be sealed.
    if (header.length > 40_000) return withoutChecksum(bytes);
    const changed = JSON.parse(header) as typeof parts.header | null;
    if (typeof changed === "object" && changed !== null) parts.header = changed;
  }
  const sealed = withChecksum(parts);
  if (random.integer(2) === 0) return sealed;
  const version = /(\d+)$/.exec(partsOf(bytes).header.__metadata__!.format)![1];
  return withoutChecksum(sealed, Number(version) - 1);
};

/** Changes an archive before it is packed; the sums of its headers are right. */
export const mutateTar: Reseal = (bytes, random, others) => {
  const changed = Buffer.from(mutate(gunzipSync(bytes), random, others));
  for (let at = 0; at + 512 <= changed.length; at += 512) {
    const header = changed.subarray(at, at + 512);
    if (header.toString("latin1", 257, 262) === "ustar") writeTarChecksum(header);
  }
  return gzipSync(changed);
};

/** Changes the values of one line of JSON, or of a whole file of it. */
export const mutateText: Reseal = (bytes, random) => {
  const text = bytes.toString();
  const isLines = text.startsWith('{"status"');
  const lines = isLines ? text.trimEnd().split("\n") : [text];
  const at = random.integer(lines.length);
  lines[at] = mutateJson(lines[at], random);
  return Buffer.from(lines.join("\n"));
};
