import { types } from "node:util";
import { host } from "./realm";

const HostPromise = host.Promise;
const hostThen = Reflect.get(HostPromise.prototype, "then");

/** Converts a cell's promise to one of the kernel's realm without its `then`, which cells may have changed. Returns other values as they are. */
export function adopt<T>(value: T | Promise<T>): T | Promise<T> {
  if (!types.isPromise(value) || value instanceof Promise) return value;
  return new Promise<T>((resolve, reject) => {
    Reflect.apply(hostThen, value, [resolve, reject]);
  });
}

/** Converts a promise of the kernel to an instance of the cells' `Promise`. */
export function forCells<T>(promise: Promise<T>): Promise<T> {
  return new HostPromise((resolve, reject) => {
    promise.then(resolve, reject);
  });
}
