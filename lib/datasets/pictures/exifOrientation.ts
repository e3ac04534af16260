const orientationTag = 0x0112;
const shortType = 3;

/** The orientation in a JPEG file's EXIF segment (ITU-T T.81 segments, TIFF tags), 1 where there is none or it is damaged. */
export function exifOrientation(bytes: Buffer): number {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at++;
      continue;
    }
    // The pixels start: EXIF comes before.
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1 && segment.toString("latin1", 0, 6) === "Exif\0\0")
      return tiffOrientation(segment.subarray(6));
    at += 2 + length;
  }
  return 1;
}

function tiffOrientation(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || !["II", "MM"].includes(order)) return 1;
  const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const count = short(start);
  for (let i = 0, at = start + 2; i < count && at + 12 <= tiff.length; i++, at += 12) {
    if (short(at) !== orientationTag || short(at + 2) !== shortType) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
