import path from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { check, UserError } from "../../core";
import { isFile } from "../../io/files";

/** An extent of a tensor; a name where the file leaves it open. */
export type Extent = number | string;

/** An input or output of a network: its name and shape. */
export interface Port {
  name: string;
  shape: readonly Extent[];
  /** The kind of its numbers, such as float32. */
  type: string;
}

/** A loaded .onnx file. */
export interface Session {
  inputs: readonly Port[];
  outputs: readonly Port[];
  /** The output of that name for one input. */
  run(
    input: { name: string; data: Float32Array; shape: readonly number[] },
    output: string,
  ): Promise<{ data: Float32Array; shape: readonly number[] }>;
  release(): Promise<void>;
}

/** Where onnxruntime computes. */
export const devices = ["cpu", "cuda", "coreml", "dml", "webgpu"] as const;

/** onnxruntime is large, so people install it when they need it. */
async function loadRuntime(caller: string): Promise<typeof import("onnxruntime-node")> {
  try {
    return await import("onnxruntime-node");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
    throw new UserError(
      isMissing
        ? `${caller} needs onnxruntime, which is not installed. Run: npm install onnxruntime-node`
        : `${caller}: onnxruntime cannot be started: ${sentence(message)}`,
    );
  }
}

/** Loads a file; whatever is wrong with it becomes one sentence that names it. */
export async function openSession(
  caller: string,
  file: string,
  device: (typeof devices)[number],
): Promise<Session> {
  check(isFile(file), () => `${caller}: ${file} is not a file. Check the name.`);
  const { InferenceSession, Tensor } = await loadRuntime(caller);
  const unusable = (error: unknown) =>
    new UserError(`${caller}: ${file} cannot be used: ${sentence((error as Error).message, file)}`);
  const session = await InferenceSession.create(path.resolve(file), {
    executionProviders: [device],
    logSeverityLevel: 4,
  }).catch((error: unknown) => {
    throw unusable(error);
  });
  return {
    inputs: portsOf(session.inputMetadata, caller, file),
    outputs: portsOf(session.outputMetadata, caller, file),
    async run({ name, data, shape }, output) {
      const results = await session
        .run({ [name]: new Tensor("float32", data, shape) }, [output])
        .catch((error: unknown) => {
          throw unusable(error);
        });
      return floatsOf(results[output], output, file, caller);
    },
    release: () => session.release(),
  };
}

function portsOf(
  metadata: readonly InferenceSession.ValueMetadata[],
  caller: string,
  file: string,
): readonly Port[] {
  return metadata.map((port) => {
    check(port.isTensor, () => `${caller}: ${file} cannot be used: ${port.name} is not a tensor.`);
    return { name: port.name, shape: port.shape, type: port.type };
  });
}

function floatsOf({ data, dims, type }: Tensor, output: string, file: string, caller: string) {
  check(
    data instanceof Float32Array,
    () =>
      `${caller}: ${file} cannot be used: its output "${output}" holds ${type} instead of float32. Choose another one with the option output.`,
  );
  return { data, shape: dims };
}

/** What onnxruntime says, as one sentence without its source files. */
function sentence(message: string, file = ""): string {
  const plain = message
    .replaceAll(path.resolve(file), "it")
    .replace(/\s+/g, " ")
    .replace(/^(Load model from it failed: ?|\[ONNXRuntimeError\] : \d+ : \w+ : )+/, "")
    .replace(/(?:\/\S+)?\/onnxruntime\/\S+ /g, "")
    .trim()
    .slice(0, 300);
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
