import path from "node:path";
import { argument, readOptions, text } from "../../core/options";
import { check, UserError } from "../../core";
import { Thread } from "../../io/processes";
import { withoutFiles } from "./withoutFiles";

/** More pixels would take gigabytes of memory and minutes. */
const mostPixels = 1e8;
/** The memory of WebAssembly never shrinks: after a picture of more pixels the thread is replaced. */
const mostPixelsKept = 1e7;
const mostSeconds = 120;

export interface PngOptions {
  /** Pixels per unit of the SVG. Default 2. */
  scale?: number;
}

export interface PngRequest {
  svg: string;
  scale: number;
  mostPixels: number;
}

/** The thread's answer: the size of the SVG, and the picture unless it would have too many pixels. */
export interface PngAnswer {
  width: number;
  height: number;
  pixels: number;
  png?: Uint8Array;
}

/** resvg runs as WebAssembly in a thread. Native code would end the program when it panics. */
const thread = new Thread<PngRequest, PngAnswer>(path.join(__dirname, "pngWorker.js"), {
  endsAfter: ({ pixels }) => pixels > mostPixelsKept,
});

/**
 * Renders an SVG as PNG with the fonts of the package. Pictures inside must be data URLs; others are left out.
 *
 * @example
 * const png = await svgToPng(await embeddingScatter(x, classes).toSvg(), { scale: 1 });
 * png.subarray(1, 4).toString(); // → "PNG"
 */
export async function svgToPng(svg: string, options: PngOptions = {}): Promise<Buffer> {
  const { scale } = readOptions("svgToPng", options, pngSchema);
  text.read(svg, "svgToPng: svg");
  const { width, height, png } = await ask({ svg: withoutFiles(svg, "svgToPng"), scale, mostPixels });
  check(
    png !== undefined,
    () =>
      `svgToPng: ${width} × ${height} at scale ${scale} is more than ${mostPixels / 1e6} million pixels. Make the figure smaller, or save it as SVG or PDF.`,
  );
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

async function ask(request: PngRequest): Promise<PngAnswer> {
  try {
    return await thread.ask(request, mostSeconds);
  } catch (error) {
    const { message } = error as Error;
    throw new UserError(`svgToPng: this SVG cannot be drawn: ${message}. Check or simplify it.`);
  }
}

/** The schema of the options of a PNG. */
export const pngSchema = {
  scale: {
    ...argument<number>(
      "in (0, 20]: 2 for screens, 4 for print",
      (value) => typeof value === "number" && value > 0 && value <= 20,
    ),
    default: 2,
  },
};
