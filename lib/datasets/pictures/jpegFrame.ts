/** What a JPEG file's header says about its picture. */
export interface JpegFrame {
  width: number;
  height: number;
  components: number;
  /** How often the decoder passes over the picture: once, or about ten times if it is progressive. */
  scans: number;
}

const markers = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, temporary: 0x01 };
/** Start of frame: C0 to CF, without the tables DHT and DAC and the reserved C8. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Reads the segments of a JPEG file (ITU-T T.81, annex B) for the size of its picture, without decoding pixels. */
export function readJpegFrame(bytes: Buffer): JpegFrame {
  let frame: Omit<JpegFrame, "scans"> | undefined;
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      // Pixels after a scan's header, or damaged bytes.
      at = Math.max(at + 1, bytes.indexOf(0xff, at + 1));
      if (bytes[at] !== 0xff) break;
      continue;
    }
    if (marker === markers.endOfImage) break;
    if (isRestart(marker) || marker === markers.temporary || marker === markers.startOfImage) {
      at += 2;
      continue;
    }
    if (marker === markers.startOfScan) scans++;
    if (isFrame(marker) && at + 10 <= bytes.length) {
      if (frame !== undefined) throw new Error("it has more than one frame");
      frame = {
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
        components: bytes[at + 9],
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  if (frame === undefined || scans === 0) throw new Error("it ends too early");
  return { ...frame, scans };
}
