import { inspect, types } from "node:util";
import { shownValue } from "../../../lib/display/values";
import { adopt } from "../realm/promises";
import { host } from "../realm/realm";
import { chart } from "./chart";
import { frame } from "./frame";
import { math } from "./math";
import { shortenTensorsIn, tensor } from "./tensor";

/** One output in several formats, by MIME type. The front end picks the richest that it supports. */
export type MimeBundle = Record<string, unknown>;

/** An object with a method of this name decides how it is shown, as in Deno's notebooks. */
export const DISPLAY = Symbol.for("Jupyter.display");

/** Shows certain values; returns `undefined` for others. */
export type Renderer = (value: object) => MimeBundle | Promise<MimeBundle> | undefined;

const SIGNATURES: readonly [mime: string, bytes: readonly number[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];

/** The bytes of a PNG, JPEG or GIF file. */
function image(value: unknown): MimeBundle | undefined {
  if (!types.isUint8Array(value)) return undefined;
  const known = SIGNATURES.find(([, bytes]) => bytes.every((byte, i) => value[i] === byte));
  if (!known) return undefined;
  return {
    [known[0]]: Buffer.from(value).toString("base64"),
    "text/plain": `[${known[0]}, ${value.length} bytes]`,
  };
}

function element(value: { outerHTML?: unknown }): MimeBundle | undefined {
  return typeof value.outerHTML === "string" ? { "text/html": value.outerHTML } : undefined;
}

const RENDERERS: readonly Renderer[] = [tensor, chart, frame, image, shownValue, element, math];

function text(value: unknown): string {
  if (typeof value === "string") return value;
  shortenTensorsIn(value);
  return inspect(value, { depth: 3, maxStringLength: 10_000, breakLength: 100 });
}

/** How a value is shown. A promise if a picture must be drawn first. */
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

/** Checks the bundle that an object returned. Bytes become base64, as the protocol requires. */
function ownBundle(given: unknown, value: object): MimeBundle | Promise<MimeBundle> {
  const promised = adopt(given);
  if (promised instanceof Promise) return promised.then((settled: unknown) => ownBundle(settled, value));
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new host.TypeError(
      `Symbol.for("Jupyter.display") of ${className(value)} returned ${inspect(given)}. Return an object with a value for each MIME type, such as { "text/html": "<b>bold</b>" }.`,
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
