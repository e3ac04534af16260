import fs from "node:fs";
import { runProgram } from "../../io/processes/runProgram";

/** Whether this machine has an NVIDIA GPU with a working driver. */
export async function hasNvidiaGpu(signal?: AbortSignal): Promise<boolean> {
  if (fs.existsSync("/dev/nvidiactl")) return true;
  const { output } = await runProgram("nvidia-smi", ["-L"], { signal });
  return /^GPU \d/m.test(output);
}
