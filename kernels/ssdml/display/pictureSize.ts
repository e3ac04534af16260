import type { MimeBundle } from "./mimeBundle";

/** Pictures of charts have two pixels a unit, for sharp screens. */
const SCALE = 2;

/** The metadata of a bundle: pictures beside a chart are shown at the chart's size. */
export function pictureSize(bundle: MimeBundle): Record<string, unknown> {
  const png = bundle["image/png"];
  const isChart = Object.keys(bundle).some((mime) => mime.startsWith("application/vnd.vegalite"));
  if (typeof png !== "string" || !isChart) return {};
  const header = Buffer.from(png.slice(0, 64), "base64");
  const [width, height] = [16, 20].map((at) => Math.round(header.readUInt32BE(at) / SCALE));
  return { "image/png": { width, height } };
}
