import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { engines, useEngine, type EngineName } from "../../lib/engine";

/** The engines that must work where SSDML_TEST_ENGINES names them (CI does); elsewhere a missing one is skipped. */
const required = (process.env.SSDML_TEST_ENGINES ?? "cpu,wasm").split(",");

/** Debian's Chromium carries SwiftShader, a software GPU: the webgpu engine's tests run on it where there is no card. */
const swiftShader = "/usr/lib/chromium/vk_swiftshader_icd.json";

/** Runs a suite of tests on an engine, or says why it cannot. */
export function onEngine(name: EngineName, suite: () => void): void {
  if (name === "webgpu" && !process.env.VK_ICD_FILENAMES && existsSync(swiftShader)) {
    process.env.VK_ICD_FILENAMES = swiftShader;
  }
  describe(`on the ${name} engine`, async () => {
    const row = (await engines()).find((engine) => engine.name === name)!;
    if (row.available || required.includes(name)) {
      it("starts", async () => {
        await useEngine(name);
      });
      suite();
    } else {
      it("starts", { skip: `${row.reason}; ${row.fix}` }, () => undefined);
    }
  });
}

/** The engines whose tensors can be read at any time. The webgpu engine's only asynchronously. */
export const readableEngines = ["cpu", "wasm", "tensorflow"] as const;
