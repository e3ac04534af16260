import { text } from "../../core/options";
import { check, UserError } from "../../core";
import { fontFile, type FontStyle } from "./fonts";
import { withoutFiles } from "./withoutFiles";

/** The unit of SVG is 1/96 inch, that of PDF is 1/72 inch. */
const POINTS_PER_UNIT = 0.75;

/** Dashes without gaps, with which Vega draws solid lines. pdfkit rejects them. */
const solidDashes = / stroke-dasharray="[0-9.]+,\s*0"/g;

/**
 * Converts an SVG to a PDF page of the same size, with vector graphics and embedded fonts. Pictures must be data URLs.
 *
 * @example
 * const pdf = await svgToPdf(await embeddingScatter(x, classes).toSvg());
 * pdf.subarray(0, 4).toString(); // → "%PDF"
 */
export async function svgToPdf(svg: string): Promise<Buffer> {
  text.read(svg, "svgToPdf: svg");
  const [{ default: PDFDocument }, { default: drawSvg }] = await Promise.all([
    import("pdfkit"),
    import("svg-to-pdfkit"),
  ]);
  const [width, height] = sizeOf(svg).map((length) => length * POINTS_PER_UNIT);
  const document = new PDFDocument({ size: [width, height], margin: 0 });
  const parts: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => {
      resolve(Buffer.concat(parts));
    });
    document.on("error", reject);
  });
  for (const style of ["regular", "bold", "oblique"] satisfies FontStyle[]) {
    document.registerFont(style, fontFile(style));
  }
  const drawable = withoutFiles(svg, "svgToPdf").replace(solidDashes, "");
  try {
    drawSvg(document, drawable, 0, 0, {
      width,
      height,
      fontCallback: (_family, bold, italic) => (bold ? "bold" : italic ? "oblique" : "regular"),
      imageCallback: (address) => (address.startsWith("data:") ? address : ""),
      warningCallback: () => undefined,
    });
  } catch (error) {
    throw new UserError(
      `svgToPdf: this SVG cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  document.end();
  return written;
}

function sizeOf(svg: string): [width: number, height: number] {
  const opening = /<svg[^>]*>/.exec(svg)?.[0] ?? "";
  const length = (name: string) => Number(new RegExp(`\\s${name}="([0-9.]+)(px)?"`).exec(opening)?.[1]);
  const [width, height] = [length("width"), length("height")];
  check(
    width > 0 && height > 0,
    () =>
      `svgToPdf: svg must start with <svg width="…" height="…"> in pixels, got ${JSON.stringify(opening.slice(0, 80) || svg.slice(0, 80))}.`,
  );
  return [width, height];
}
