import { svgToPng, vegaLiteToSvg } from "../../../lib/figures/render";
import type { UncheckedSpec } from "../../../lib/figures/render/spec";
import type { MimeBundle } from "./bundle";

const VEGA_LITE_MIME = "application/vnd.vegalite.v5+json";
const VEGA_MIME = "application/vnd.vega.v5+json";
/** Front ends draw version 5; specifications of version 6 differ in the name of the schema only. */
const VEGA_LITE_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";

type Spec = Record<string, unknown>;

function specOf(value: object): Spec | undefined {
  const { toSpec } = value as { toSpec?: unknown };
  const spec = typeof toSpec === "function" ? (Reflect.apply(toSpec, value, []) as unknown) : value;
  if (typeof spec !== "object" || spec === null || !("$schema" in spec)) return undefined;
  return typeof spec.$schema === "string" ? spec : undefined;
}

/**
 * Vega-Lite and Vega specifications, and objects whose `toSpec()` gives one. Vega-Lite comes with a picture for readers that draw
 * no charts, unless its data lie elsewhere or it cannot be drawn here.
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

/** Whether a specification names data by an address. */
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
