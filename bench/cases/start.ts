import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BenchCase } from "../case";

const run = promisify(execFile);

/** Loads the library in a new process. */
export const start: BenchCase = {
  name: "require",
  title: 'require("ssdml") in a new process',
  engines: [],
  peers: [],
  bars: [{ subject: "ssdml", reference: 200, factor: 1 }],
  prepare: () =>
    Promise.resolve({
      async run() {
        await run(process.execPath, ["-e", 'require("ssdml")']);
      },
    }),
};
