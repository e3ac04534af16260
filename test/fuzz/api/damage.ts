import { types } from "node:util";
import { tf } from "ssdml";
import type { Random } from "../../../lib/core/values/random";
import { garbage } from "./garbage";

type Container = Record<PropertyKey, unknown>;

/** True for what is copied and damaged inside: arrays, typed arrays and plain records. */
function isContainer(value: unknown): value is Container {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return false;
  if (types.isBigInt64Array(value) || value instanceof DataView) return false;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return true;
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** A copy, so that damage stays within one case. Tensors, functions and instances are shared. */
export function copy(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(copy);
  if (ArrayBuffer.isView(value)) return (value as unknown as Float32Array).slice();
  const descriptors = Object.getOwnPropertyDescriptors(value);
  for (const descriptor of Object.values(descriptors)) {
    if ("value" in descriptor) Object.assign(descriptor, { value: copy(descriptor.value), writable: true });
    descriptor.configurable = true;
  }
  return Object.create(Object.prototype, descriptors);
}

/** Damages the arguments of a call in one random place. `defined`: nothing becomes undefined. */
export function damage(random: Random, args: unknown[], defined: boolean): string {
  const kind = random.uniform();
  if (kind < 0.05 && !defined) {
    args.length = random.integer(args.length + 1);
    return `only ${args.length} arguments`;
  }
  const at = random.integer(Math.max(1, args.length));
  if (kind < 0.35 || !isContainer(args[at]) || Object.keys(args[at]).length === 0) {
    args[at] = garbage(random, defined);
    return `argument ${at}`;
  }
  return `argument ${at}${damageInside(random, args[at], defined)}`;
}

/** Walks to a random depth and replaces, removes, shortens or misspells what is there. */
function damageInside(random: Random, container: Container, defined: boolean): string {
  const keys = Object.keys(container);
  const key = keys[random.integer(keys.length)];
  const inner = Object.getOwnPropertyDescriptor(container, key)!.value as unknown;
  if (isContainer(inner) && Object.keys(inner).length > 0 && random.uniform() < 0.6)
    return `.${key}${damageInside(random, inner, defined)}`;
  if (ArrayBuffer.isView(container)) {
    (container as unknown as Float32Array)[Number(key)] = [NaN, Infinity, -1, 1e9, 0.5][random.integer(5)];
    return `.${key} as number`;
  }
  if (Array.isArray(container)) return damageArray(random, container, Number(key), defined);
  const choice = random.uniform();
  if (choice < 0.12) {
    container[`${key}x`] = inner;
    return `.${key}x added`;
  }
  if (choice < 0.2 && !defined && !isWork(key)) {
    Reflect.deleteProperty(container, key);
    return `.${key} deleted`;
  }
  if (choice < 0.35 && isContainer(inner) && ArrayBuffer.isView(inner)) {
    container[key] = (inner as unknown as Float32Array).subarray(1);
    return `.${key} shortened`;
  }
  const value = shortWork(key, garbage(random, defined));
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  return `.${key}`;
}

/** A thousand million iterations, or the default of fifty epochs, are a right wish that takes long, not a wrong one. */
function shortWork(key: string, value: unknown): unknown {
  const isLong = value === undefined || (typeof value === "number" && value > 1e6);
  return isWork(key) && isLong ? 2 : value;
}

const isWork = (key: string) => /iterations|epochs|^seeds$/i.test(key);

function damageArray(random: Random, array: unknown[], at: number, defined: boolean): string {
  const choice = random.uniform();
  if (choice < 0.15) {
    array.length--;
    return " shortened";
  }
  if (choice < 0.3) {
    array.push(array[at]);
    return " lengthened";
  }
  array[at] = garbage(random, defined);
  return `[${at}]`;
}

/** Frees all tensors in a value, and the value itself where it has `dispose`. */
export function disposeAll(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > 4) return;
  try {
    if (value instanceof tf.Tensor) {
      if (!value.isDisposed) value.dispose();
      return;
    }
    const { dispose } = value as { dispose?: unknown };
    if (typeof dispose === "function") {
      (value as { dispose(): void }).dispose();
      return;
    }
    if (!isContainer(value) || (Array.isArray(value) && value.length > 1e4)) return;
    for (const inner of Object.values(value)) disposeAll(inner, depth + 1);
  } catch {
    // Revoked proxies and getters that throw hold no tensors.
  }
}
