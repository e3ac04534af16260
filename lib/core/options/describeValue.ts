import { types } from "node:util";
import * as tf from "@tensorflow/tfjs-core";

const MAX_TEXT = 60;
const MAX_ITEMS = 6;

/** A value in a few words for an error text: `"abc"`, `[1, 2]`, `a Float32Array of 12 values`. Never throws. */
export function describeValue(value: unknown): string {
  try {
    return describe(value, true);
  } catch {
    return "an object that cannot be read";
  }
}

function describe(value: unknown, nested: boolean): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(shorten(value));
    case "bigint":
      return `${shorten(value.toString())}n`;
    case "symbol":
      return shorten(value.toString());
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : describeObject(value, nested);
    default:
      return String(value);
  }
}

function describeObject(value: object, nested: boolean): string {
  if (types.isProxy(value)) return "a Proxy";
  if (Array.isArray(value)) return describeArray(value, nested);
  if (value instanceof tf.Tensor)
    return `a ${value.isDisposed ? "disposed " : ""}tensor of shape [${shorten((value as tf.Tensor).shape.join())}]`;
  if (types.isTypedArray(value))
    return `${withArticle(value.constructor.name)} of ${count(value.length, "value")}`;
  if (types.isPromise(value)) return "a promise";
  const { name } = (value.constructor as { name?: unknown } | undefined) ?? {};
  if (typeof name === "string" && name !== "" && name !== "Object") return withArticle(shorten(name));
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  const few = keys.slice(0, MAX_ITEMS).join(", ");
  return `an object with ${shorten(few)}${keys.length > MAX_ITEMS ? ", …" : ""}`;
}

function describeArray(values: readonly unknown[], nested: boolean): string {
  const short =
    values.length <= MAX_ITEMS && values.every((item) => item === null || typeof item !== "object");
  if (nested && short) return `[${Array.from(values, (item) => describe(item, false)).join()}]`;
  return `an array of ${count(values.length, "value")}`;
}

const shorten = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
const withArticle = (name: string) => `${/^[AEIOU]/i.test(name) ? "an" : "a"} ${name}`;
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
