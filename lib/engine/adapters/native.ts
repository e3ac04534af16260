import { existsSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import util from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../core";
import { hushPath } from "../install/compileBinding";
import { installableEngines, installedEngine, type InstallableEngine } from "../install/installedEngine";
import { registerColumnKernels } from "../tensorflow/columnsAtOnce";
import {
  available,
  loadTensorFlowJs,
  missing,
  processor,
  type EngineAdapter,
  type Inspection,
} from "./adapter";

interface Binding {
  TF_Version: string;
}
interface NativeBackend extends tf.KernelBackend {
  isUsingGpuDevice: boolean;
}
type NativeBackendClass = new (binding: Binding, packageName: string) => NativeBackend;

/** The folder of a native engine's package, and the compiled binding that belongs to it. */
interface NativePackage {
  folder: string;
  binding: string;
  version: string;
}

/** TensorFlow itself on the processor. */
export const tensorflow: EngineAdapter = {
  backend: "tensorflow",
  rank: 2,
  capabilities: {
    readsAtOnce: true,
    sharesMemory: true,
    multipliesFast: true,
    runsTensorFlowOperations: true,
  },
  inspect: () => Promise.resolve(inspect("tensorflow", () => processor())),
  isSoftware: () => Promise.resolve(false),
  async load() {
    await loadNative("tensorflow");
    registerColumnKernels();
  },
};

/** TensorFlow on an NVIDIA card. */
export const cuda: EngineAdapter = {
  backend: "tensorflow",
  rank: 1,
  capabilities: {
    readsAtOnce: true,
    sharesMemory: false,
    multipliesFast: true,
    runsTensorFlowOperations: true,
  },
  inspect: () =>
    Promise.resolve(
      hasNvidiaCard()
        ? inspect("cuda", () => "NVIDIA GPU")
        : missing("no NVIDIA graphics card with its driver", ""),
    ),
  isSoftware: () => Promise.resolve(false),
  async load() {
    await loadNative("cuda");
    const backend = tf.findBackend("tensorflow") as NativeBackend;
    if (!backend.isUsingGpuDevice) {
      throw new UserError(
        'The cuda engine loads but TensorFlow finds no usable GPU. Update the NVIDIA driver, or use useEngine("tensorflow").',
      );
    }
  },
};

function inspect(name: InstallableEngine, device: () => string): Inspection {
  const found = findNative(name);
  return found
    ? available(device(), found.version)
    : missing("not installed", `npx ssdml engine install ${name}`);
}

async function loadNative(name: InstallableEngine): Promise<void> {
  const found = findNative(name);
  if (!found) {
    throw new UserError(`The ${name} engine is not installed. Type: npx ssdml engine install ${name}`);
  }
  await loadTensorFlowJs();
  // Only errors; otherwise TensorFlow reports the processor's features at every start.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= "2";
  // Convolutions by oneDNN train a third faster; TensorFlow disables them on some processors.
  process.env.TF_ENABLE_ONEDNN_OPTS ??= "1";
  try {
    const { binding, Backend } = requireNative(found);
    tf.registerBackend("tensorflow", () => new Backend(binding, installableEngines[name]), 3);
  } catch (error) {
    const because = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UserError(
      `The ${name} engine does not load: ${because}. Type: npx ssdml engine install ${name} --force`,
    );
  }
}

/** The optional peer package if someone added it by hand, else the engine that `ssdml engine install` installed. */
function findNative(name: InstallableEngine): NativePackage | undefined {
  return findPeer(installableEngines[name]) ?? findInstalled(name);
}

function findPeer(packageName: string): NativePackage | undefined {
  try {
    const folder = path.dirname(require.resolve(`${packageName}/package.json`));
    const binding = path.join(folder, "lib", "napi-v8", "tfjs_binding.node");
    return existsSync(binding) ? { folder, binding, version: "" } : undefined;
  } catch {
    return undefined;
  }
}

function findInstalled(name: InstallableEngine): NativePackage | undefined {
  const engine = installedEngine(name);
  return (
    engine && {
      folder: path.join(engine.folder, "node_modules", engine.package),
      binding: path.join(engine.folder, engine.binding),
      version: engine.tensorflow,
    }
  );
}

/** Node's `util` with two functions that the backend still calls. Node 22 warns about them; Node 23 has removed them. */
const formerUtil: unknown = Object.assign(Object.create(util) as object, {
  isArray: Array.isArray,
  isNullOrUndefined: (value: unknown) => value === null || value === undefined,
});

/**
 * Loads the native backend from its folder. Its imports of `@tensorflow/tfjs` get this library's copy, so that the process has only
 * one TensorFlow.js, whatever is installed beside the backend.
 */
function requireNative({ folder, binding }: NativePackage): {
  binding: Binding;
  Backend: NativeBackendClass;
} {
  const loader = Module as unknown as {
    _load: (request: string, asker: NodeJS.Module | undefined, isMain: boolean) => unknown;
  };
  const loadModule = loader._load;
  loader._load = (request, asker, isMain) => {
    if (request === "util" && asker?.filename.startsWith(folder)) return formerUtil;
    const ours = request.startsWith("@tensorflow/tfjs") ? module : asker;
    return loadModule.call(loader, request, ours, isMain);
  };
  try {
    const load = createRequire(path.join(folder, "package.json"));
    load("./dist/register_all_kernels.js");
    const { NodeJSKernelBackend } = load("./dist/nodejs_kernel_backend.js") as {
      NodeJSKernelBackend: NativeBackendClass;
    };
    openQuietly(folder, binding);
    return { binding: load(binding) as Binding, Backend: NodeJSKernelBackend };
  } finally {
    loader._load = loadModule;
  }
}

/** Loads TensorFlow's library without its start messages, unless the module for that is missing or the log level asks for them. */
function openQuietly(folder: string, binding: string): void {
  const file = hushPath(binding);
  const library = path.join(folder, "deps", "lib", "libtensorflow_framework.so.2");
  if (process.env.TF_CPP_MIN_LOG_LEVEL === "0" || !existsSync(file) || !existsSync(library)) return;
  (createRequire(file)(file) as { openQuietly: (library: string) => void }).openQuietly(library);
}

function hasNvidiaCard(): boolean {
  return process.platform === "win32"
    ? existsSync("C:\\Windows\\System32\\nvml.dll")
    : existsSync("/dev/nvidiactl") || existsSync("/dev/dxg");
}
