import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { check, eventLoopYielder, printsAs, type PartSettings } from "../core";
import {
  abortSignal,
  functionValue,
  oneOf,
  optional,
  path as pathValue,
  readOptions,
  wholeNumber,
} from "../core/options";
import { unitRows, type Matrix } from "../core/values";
import { hashFile } from "../io/files";
import { checkExampleShape, readExamples, type ExamplesLike } from "./examples";
import { frozenNetworkSchema, type FrozenNetworkOptions } from "./frozenOptions";
import type { Shape } from "./layers";
import {
  chosenOutput,
  devices,
  dimensionOf,
  inFormat,
  openSession,
  perChannel,
  readInput,
  type Batch,
  type OnnxInput,
  type PixelFormat,
  type Session,
} from "./onnx";

export interface OnnxNetworkOptions extends FrozenNetworkOptions {
  /** Whether the input is [n, channels, height, width] or [n, height, width, channels]. Default: as its shape says. */
  layout?: "nchw" | "nhwc" | undefined;
  /** Where it computes. Default "cpu". */
  device?: "cpu" | "cuda" | "coreml" | "dml" | "webgpu";
}

export interface OnnxEmbedOptions {
  /** How many images are computed at a time. Default 32. */
  batchSize?: number;
  /** Called after every batch. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * A pretrained network from an .onnx file. It is no `Network`: onnxruntime answers later and gives no gradients, so it turns images into
 * features, which every learner takes.
 */
export interface OnnxNetwork {
  /** The name of the file. */
  readonly name: string;
  /** The options it was read with and the sha256 of its file, for the records of what it computes. */
  readonly settings: PartSettings;
  /** The shape of one example: [height, width, channels] or [d]. */
  readonly inputShape: Shape;
  /** The length d of an embedding. */
  readonly dimension: number;
  /** The embeddings [n, d] of images or feature vectors, computed in batches. */
  embed(images: ExamplesLike, options?: OnnxEmbedOptions): Promise<Matrix<Float32Array>>;
  /** Frees its memory. */
  dispose(): Promise<void>;
  toString(): string;
}

const networkSchema = {
  ...frozenNetworkSchema,
  layout: optional(oneOf(["nchw", "nhwc"])),
  device: oneOf(devices, { default: "cpu" }),
};
const embedSchema = {
  batchSize: wholeNumber({ min: 1, default: 32 }),
  onProgress: optional(functionValue<NonNullable<OnnxEmbedOptions["onProgress"]>>()),
  signal: optional(abortSignal),
};

/**
 * Reads a pretrained network, such as DINOv2 or one that `model.save("model.onnx")` wrote, as a frozen extractor of features. It runs on
 * onnxruntime: `npm install onnxruntime-node`.
 *
 * @example
 * await saveNetwork(mnistNetwork({ seed: 1 }), "out/mnist.onnx");
 * const network = await onnxNetwork("out/mnist.onnx");
 * const features = await network.embed(images);
 * features.shape; // → [200, 128]
 */
export async function onnxNetwork(file: string, options: OnnxNetworkOptions = {}): Promise<OnnxNetwork> {
  const caller = "onnxNetwork";
  pathValue.read(file, `${caller}: file`);
  const { output, layout, size, mean, scale, colors, normalize, device } = readOptions(
    caller,
    options,
    networkSchema,
  );
  const session = await openSession(caller, file, device);
  try {
    const about = `${caller}: ${file}`;
    const input = readInput(session, { layout, size }, about);
    const { inputShape } = input;
    const extract = extractor(session, input, chosenOutput(session, output, about), about, {
      layout: input.layout,
      colors,
      mean: perChannel(mean, inputShape, `${caller}: mean`),
      scale: perChannel(scale, inputShape, `${caller}: scale`),
    });
    const one = { data: new Float32Array(tf.util.sizeFromShape([...inputShape])), example: inputShape };
    const dimension = (await extract(one, [0, 1])).length;
    const name = path.basename(file);
    const settings = { sha256: await hashFile(file), output, layout, size, mean, scale, colors, normalize };
    return printsAs(`${name}: [${inputShape.join(", ")}] → ${dimension}, in onnxruntime`, {
      name,
      settings,
      inputShape,
      dimension,
      async embed(images, embedOptions = {}) {
        const { batchSize, onProgress, signal } = readOptions("embed", embedOptions, embedSchema);
        const examples = readExamples("embed", images);
        const [count] = examples.shape;
        check(count > 0, () => "embed: images must hold at least one image, got none.");
        checkExampleShape("embed", examples, { name, inputShape });
        const yieldToEventLoop = eventLoopYielder(signal);
        const data = new Float32Array(count * dimension);
        const step = input.batch ?? batchSize;
        for (let first = 0; first < count; first += step) {
          const end = Math.min(count, first + step);
          const rows = await extract({ data: examples.data, example: inputShape }, [first, end]);
          const wrong = rows.findIndex((value) => !Number.isFinite(value));
          check(
            wrong < 0,
            () =>
              `embed: ${name} gives ${rows[wrong]} for image ${first + Math.floor(wrong / dimension)}. Check the options mean and scale.`,
          );
          data.set(rows, first * dimension);
          onProgress?.(end, count);
          await yieldToEventLoop();
        }
        const matrix: Matrix<Float32Array> = { data, shape: [count, dimension] };
        return normalize ? unitRows(matrix) : matrix;
      },
      dispose: () => session.release(),
    });
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** Computes the vectors of examples `first` … `end − 1`, one after another. */
function extractor(session: Session, input: OnnxInput, output: string, about: string, format: PixelFormat) {
  const { name, inputShape, layout, batch } = input;
  const order =
    inputShape.length === 1 || layout === "nhwc" ? inputShape : [inputShape[2], inputShape[0], inputShape[1]];
  return async (examples: Batch, [first, end]: readonly [number, number]): Promise<Float32Array> => {
    // A network that takes a fixed number of examples gets zeros for those that are missing.
    const count = batch ?? end - first;
    const data = inFormat(examples, [first, end], format, count);
    const result = await session.run({ name, data, shape: [count, ...order] }, output);
    const dimension = dimensionOf(result.shape, output, count, session, about);
    return result.data.subarray(0, (end - first) * dimension);
  };
}
