import { setTimeout as sleep } from "node:timers/promises";
import { startKernel, type Kernel } from "../../lib/jupyter";
import { kernels } from "./kernel";
import { kernelRows, type KernelRow } from "./kernelRows";

const usualPatienceMs = 15_000;

async function verdict(kernel: Kernel, { judge, patienceMs = usualPatienceMs }: KernelRow): Promise<string> {
  const judged = judge(kernel).then(
    (result) => {
      const { good, numbers } = typeof result === "boolean" ? { good: result, numbers: "" } : result;
      return `${good ? "ok" : "no"} ${numbers}`.trimEnd();
    },
    () => "dies",
  );
  return Promise.race([judged, sleep(patienceMs, "hangs", { ref: false })]);
}

/** Judges every row for every kernel. A kernel that hangs or dies is restarted for the next row. */
export async function compareKernels(): Promise<Record<string, string>[]> {
  const table: Record<string, string>[] = kernelRows.map(({ name }) => ({ name }));
  for (const spec of kernels) {
    let kernel: Kernel | undefined;
    for (const [i, row] of kernelRows.entries()) {
      kernel ??= await startKernel(spec);
      const shown = await verdict(kernel, row);
      table[i][spec.name] = shown;
      if (shown === "hangs" || shown === "dies") {
        await kernel.shutdown();
        kernel = undefined;
      }
    }
    await kernel?.shutdown();
  }
  return table;
}
