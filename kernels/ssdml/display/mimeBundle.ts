import { inspect, types } from "node:util";
import { adopt } from "../realm/promises";
import { host } from "../realm/realm";
import { chart } from "./chart";
import { frame } from "./frame";
import { image } from "./image";
import { math } from "./math";
import { shortenTensorsIn, tensor } from "./tensor";

/** One output in several formats, by MIME type; the front end picks the richest that it knows. */
export type MimeBundle = Record<string, unknown>;

/** An object with a method of this name decides itself how it is shown (the convention of Deno's notebooks). */
export const DISPLAY = Symbol.for("Jupyter.display");

/** A way to show values; `undefined` for values that it does not know. */
export type Renderer = (value: object) => MimeBundle | Promise<MimeBundle> | undefined;

function element(value: { outerHTML?: unknown }): MimeBundle | undefined {
  return typeof value.outerHTML === "string" ? { "text/html": value.outerHTML } : undefined;
}

const RENDERERS: readonly Renderer[] = [tensor, chart, frame, image, element, math];

function text(value: unknown): string {
  if (typeof value === "string") return value;
  shortenTensorsIn(value);
  return inspect(value, { depth: 3, maxStringLength: 10_000, breakLength: 100 });
}

/** How a value is shown; a promise where a picture has to be drawn first. */
export function toMimeBundle(value: unknown): MimeBundle | Promise<MimeBundle> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    return { "text/plain": text(value) };
  }
  const own: unknown = Reflect.get(value, DISPLAY);
  if (typeof own === "function") {
    return ownBundle(Reflect.apply(own, value, []), value);
  }
  for (const render of RENDERERS) {
    const bundle = render(value);
    if (bundle) return withText(bundle, value);
  }
  return { "text/plain": text(value) };
}

/** What an object gave to be shown as; bytes become base64, as the protocol has them. */
function ownBundle(given: unknown, value: object): MimeBundle | Promise<MimeBundle> {
  const promised = adopt(given);
  if (promised instanceof Promise) return promised.then((settled: unknown) => ownBundle(settled, value));
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new host.TypeError(
      `Symbol.for("Jupyter.display") of ${className(value)} gave ${inspect(given)}. Return an object with a value for each MIME type, such as { "text/html": "<b>bold</b>" }.`,
    );
  }
  const entries = Object.entries(given).map(([mime, data]: [string, unknown]) => [
    mime,
    types.isUint8Array(data) ? Buffer.from(data).toString("base64") : data,
  ]);
  return withText(Object.fromEntries(entries) as MimeBundle, value);
}

/** Every output needs plain text, for terminals. */
function withText(bundle: MimeBundle | Promise<MimeBundle>, value: object): MimeBundle | Promise<MimeBundle> {
  if (bundle instanceof Promise) return bundle.then((settled) => withText(settled, value));
  return "text/plain" in bundle ? bundle : { ...bundle, "text/plain": className(value) };
}

function className(value: object): string {
  return `[${value.constructor?.name ?? "Object"}]`;
}
