import { setFlagsFromString } from "node:v8";

/** How far, in percent, the heap may outgrow what is alive before V8 collects it; 0 leaves it to V8: up to 300. */
const GROWTH = { kernel: 30, cell: 0 };

/**
 * A compilation leaves much garbage; collected early, it keeps a long session small. The code of cells keeps V8's own
 * balance, which is faster for those that build large objects.
 */
export function balanceHeapFor(owner: keyof typeof GROWTH): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH[owner]}`);
}
