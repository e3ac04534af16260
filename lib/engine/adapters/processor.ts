import os from "node:os";

/** The processor's name and how many threads of it an engine uses. */
export function processor(threads = os.availableParallelism()): string {
  const model = os.cpus()[0]?.model.replace(/\s+/g, " ").trim() ?? "";
  const name = model && model !== "unknown" ? model : `${os.arch()} processor`;
  return `${name}, ${threads} ${threads === 1 ? "thread" : "threads"}`;
}
