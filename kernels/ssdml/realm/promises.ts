import { types } from "node:util";
import { host } from "./realm";

const HostPromise = host.Promise;
const hostThen = Reflect.get(HostPromise.prototype, "then");

/** A promise of a cell as one of the kernel's, without a call of `then`, which the cell may have changed; other values as they are. */
export function adopt<T>(value: T | Promise<T>): T | Promise<T> {
  if (!types.isPromise(value) || value instanceof Promise) return value;
  return new Promise<T>((resolve, reject) => {
    Reflect.apply(hostThen, value, [resolve, reject]);
  });
}

/** A promise of the kernel as one that cells know: an instance of their `Promise`. */
export function forCells<T>(promise: Promise<T>): Promise<T> {
  return new HostPromise((resolve, reject) => {
    promise.then(resolve, reject);
  });
}
