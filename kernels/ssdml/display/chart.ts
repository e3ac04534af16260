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

/** Vega-Lite and Vega specifications, and objects whose `toSpec()` gives one. */
export function chart(value: object): MimeBundle | undefined {
  const spec = specOf(value);
  const schema = String(spec?.$schema);
  if (/\/vega-lite\/v\d/.test(schema)) {
    return {
      [VEGA_LITE_MIME]: { ...spec, $schema: VEGA_LITE_SCHEMA },
      "text/plain": describe("Vega-Lite chart", spec!),
    };
  }
  if (/\/vega\/v\d/.test(schema)) return { [VEGA_MIME]: spec, "text/plain": describe("Vega chart", spec!) };
  return undefined;
}

function describe(kind: string, { title, description }: Spec): string {
  const caption = [title, description].find((part) => typeof part === "string");
  return caption === undefined ? `[${kind}]` : `[${kind}: ${caption}]`;
}
