import { existsSync } from "node:fs";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../core";
import { available, loadTensorFlowJs, missing, type EngineAdapter } from "./adapter";

/** The part of the WebGPU interfaces used here; the package's own types need those of a browser. */
interface GraphicsCard {
  info: {
    vendor: string;
    architecture: string;
    device: string;
    description: string;
    isFallbackAdapter?: boolean;
  };
}
interface Graphics {
  requestAdapter(options?: { powerPreference: "high-performance" }): Promise<GraphicsCard | null>;
}
interface WebGpuBackend extends tf.KernelBackend {
  device: { lost: Promise<{ reason: string; message: string }> };
  /** Set to keep the backend from printing advice about asynchronous reads. */
  hasReadSyncWarned: boolean;
}

let graphics: Promise<{ gpu: Graphics; card: GraphicsCard | null } | Error> | undefined;

/** Graphics cards of any vendor, through Dawn, without CUDA. */
export const webgpu: EngineAdapter = {
  backend: "webgpu",
  rank: 2,
  capabilities: {
    readsAtOnce: false,
    sharesMemory: false,
    multipliesFast: true,
    runsTensorFlowOperations: false,
  },
  async inspect() {
    const found = await findGraphics();
    if (found instanceof Error) {
      return missing(
        `the package webgpu does not load: ${found.message.split("\n")[0]}`,
        "npm install webgpu",
      );
    }
    if (!found.card) {
      const fix =
        process.platform === "linux" && hasCard() ? "install the card's Vulkan driver and libvulkan1" : "";
      return missing("no graphics card with a Vulkan, Metal or D3D12 driver", fix);
    }
    const note = isSoftware(found.card) ? "a software GPU, for tests only" : "";
    return available(cardName(found.card), tf.version_core, note);
  },
  async isSoftware() {
    const found = await findGraphics();
    return !(found instanceof Error) && found.card !== null && isSoftware(found.card);
  },
  async load() {
    const found = await findGraphics();
    if (found instanceof Error) throw found;
    // The backend looks for the graphics card in the same place as in a browser.
    const browser = globalThis as { navigator?: object };
    browser.navigator ??= {};
    Object.defineProperty(browser.navigator, "gpu", { value: found.gpu, configurable: true });
    await loadTensorFlowJs();
    await import("@tensorflow/tfjs-backend-webgpu");
    await tf.setBackend("webgpu");
    guardReads(tf.backend() as WebGpuBackend);
  },
};

function findGraphics(): Promise<{ gpu: Graphics; card: GraphicsCard | null } | Error> {
  graphics ??= (async () => {
    try {
      const dawn = (await import("webgpu")) as unknown as {
        create(options: string[]): Graphics;
        globals: Record<string, unknown>;
      };
      Object.assign(globalThis, dawn.globals);
      const gpu = dawn.create([]);
      // Without a card, Dawn would only print a complaint.
      const card = hasCard() ? await gpu.requestAdapter({ powerPreference: "high-performance" }) : null;
      return { gpu, card };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  })();
  return graphics;
}

/** False if the device files show that there is no graphics card, and no driver is set by hand. */
function hasCard(): boolean {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES } = process.env;
  if (process.platform !== "linux" || VK_ICD_FILENAMES || VK_DRIVER_FILES) return true;
  return ["/dev/dri", "/dev/nvidiactl", "/dev/dxg"].some((device) => existsSync(device));
}

function isSoftware({ info }: GraphicsCard): boolean {
  return info.isFallbackAdapter === true || /swiftshader|llvmpipe|basic render/i.test(cardName({ info }));
}

function cardName({ info }: GraphicsCard): string {
  return info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(" ");
}

/** A lost card and an impossible synchronous read both show up when a tensor is read: each becomes one clear sentence. */
function guardReads(backend: WebGpuBackend): void {
  let lost: string | undefined;
  void backend.device.lost.then(({ message }) => {
    lost = message;
  });
  const read = backend.read.bind(backend);
  backend.read = async (dataId: object) => {
    const gone = () =>
      new UserError(
        `The graphics card was lost (${lost}), and its tensors with it. Start again with useEngine("wasm"), or restart the kernel.`,
      );
    if (lost !== undefined) throw gone();
    try {
      return await read(dataId);
    } catch (error) {
      await new Promise(setImmediate);
      throw lost === undefined ? error : gone();
    }
  };
  const readSync = backend.readSync.bind(backend);
  backend.hasReadSyncWarned = true;
  backend.readSync = (dataId) => {
    try {
      return readSync(dataId);
    } catch {
      throw new UserError(
        "The webgpu engine cannot read a tensor synchronously. Use `await tensor.data()` or `await tensor.array()`.",
      );
    }
  };
}
