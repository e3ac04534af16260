import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";

/** Throws if no engine is in use. `caller` is the public function that needs one. */
export function requireEngine(caller: string): void {
  const inUse = tf.engine().backendName as string | undefined;
  check(inUse !== undefined, () => `${caller}: no engine is in use. Call \`await useEngine()\` first.`);
}
