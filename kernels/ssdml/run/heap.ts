import { setFlagsFromString } from "node:v8";

/** By how many percent the heap may outgrow the live objects before V8 collects garbage. 0 is V8's default: up to 300. */
const GROWTH = { kernel: 30, cell: 0 };

/**
 * Compilation leaves much garbage; collecting it early keeps the memory of a long session small. Cells run with V8's default, which is
 * faster for code that builds large objects.
 */
export function balanceHeapFor(owner: keyof typeof GROWTH): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH[owner]}`);
}
