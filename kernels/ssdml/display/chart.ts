import { svgToPng, vegaLiteToSvg, type UncheckedSpec } from "../../../lib/figures/render";
import type { MimeBundle } from "./mimeBundle";

const VEGA_LITE_MIME = "application/vnd.vegalite.v5+json";
const VEGA_MIME = "application/vnd.vega.v5+json";
/** Front ends draw version 5. Specifications of version 6 differ only in the name of the schema. */
const VEGA_LITE_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";

type Spec = Record<string, unknown>;

function specOf(value: object): Spec | undefined {
  const { toSpec } = value as { toSpec?: unknown };
  const spec = typeof toSpec === "function" ? (Reflect.apply(toSpec, value, []) as unknown) : value;
  if (typeof spec !== "object" || spec === null || !("$schema" in spec)) return undefined;
  return typeof spec.$schema === "string" ? spec : undefined;
}

/**
 * Vega-Lite and Vega specifications, and objects whose `toSpec()` returns one. Vega-Lite charts come with a picture for front ends that
 * cannot draw them, unless the chart loads its data from a URL or cannot be drawn here.
 */
export function chart(value: object): MimeBundle | Promise<MimeBundle> | undefined {
  const spec = specOf(value);
  const schema = String(spec?.$schema);
  if (/\/vega-lite\/v\d/.test(schema)) {
    const drawn = { ...spec, $schema: VEGA_LITE_SCHEMA };
    const bundle = { [VEGA_LITE_MIME]: drawn, "text/plain": describe("Vega-Lite chart", drawn) };
    if (loads(drawn)) return bundle;
    return picture(drawn).then(
      (png) => ({ ...bundle, "image/png": png }),
      () => bundle,
    );
  }
  if (/\/vega\/v\d/.test(schema)) return { [VEGA_MIME]: spec, "text/plain": describe("Vega chart", spec!) };
  return undefined;
}

/** Whether a specification loads data from a URL. */
function loads(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if ("values" in part && Array.isArray(part.values)) return false;
  return ("url" in part && typeof part.url === "string") || Object.values(part).some(loads);
}

async function picture(spec: UncheckedSpec): Promise<string> {
  const png = await svgToPng(await vegaLiteToSvg(spec));
  return png.toString("base64");
}

function describe(kind: string, { title, description }: Spec): string {
  const caption = [title, description].find((part) => typeof part === "string");
  return caption === undefined ? `[${kind}]` : `[${kind}: ${caption}]`;
}

/** Pictures of charts have two pixels per unit, for high-resolution screens. */
const PIXELS_PER_UNIT = 2;

/** The metadata that shows the picture of a chart at the size of the chart. */
export function chartPictureSize(bundle: MimeBundle): Record<string, unknown> {
  const png = bundle["image/png"];
  const isChart = Object.keys(bundle).some((mime) => mime.startsWith("application/vnd.vegalite"));
  if (typeof png !== "string" || !isChart) return {};
  const header = Buffer.from(png.slice(0, 64), "base64");
  const [width, height] = [16, 20].map((at) => Math.round(header.readUInt32BE(at) / PIXELS_PER_UNIT));
  return { "image/png": { width, height } };
}
