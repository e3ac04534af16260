import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";
import { isArray, isList, isRecord, isTensor, readPositions } from "../core/options";
import { isFrame, readPoints, toFloat32, type MatrixLike } from "../core/values";
import { checkImagesForm, readImages, type Images, type ImagesLike } from "../datasets";
import { fits, type Network } from "./network";

/** What a network learns from: pictures, also as a tensor or nested arrays, or feature vectors as a matrix whose rows are examples. */
export type ExamplesLike = ImagesLike | MatrixLike | Examples;

/** Examples one after another: pictures [n, height, width, channels] or feature vectors [n, d]. */
export interface Examples {
  data: Uint8Array | Float32Array;
  shape: readonly [count: number, ...example: number[]];
}

/** Reads pictures or a matrix of finite numbers. `caller` is for error texts. */
export function readExamples(caller: string, examples: ExamplesLike): Examples {
  if (isMatrix(examples)) {
    const points = readPoints(examples as MatrixLike, `${caller}: features`, {
      advice: "Leave that row out or correct it.",
    });
    return toFloat32(points, `${caller}: features`);
  }
  return readImages(caller, examples as ImagesLike);
}

/** The same without a look at the numbers, for calls per mini-batch. */
export function checkExamplesForm(caller: string, examples: Examples): void {
  if (examples.shape?.length !== 2) checkImagesForm(caller, examples as Images);
}

function isMatrix(value: unknown): boolean {
  if (isTensor(value)) return value.rank !== 3 && value.rank !== 4;
  if (isArray(value)) return !isList(value[0]) || !isList(value[0][0]);
  if (isFrame(value)) return true;
  return isRecord(value) && isArray(value.shape) && value.shape.length === 2;
}

/** The examples at the given positions, in that order. */
export function selectExamples({ data, shape }: Examples, positions: ArrayLike<number>): Examples {
  const chosen = readPositions(positions, shape[0], "selectExamples: positions");
  const [, ...example] = shape;
  const size = tf.util.sizeFromShape(example);
  const length = size * chosen.length;
  const selected = data instanceof Uint8Array ? new Uint8Array(length) : new Float32Array(length);
  for (let i = 0; i < chosen.length; i++)
    selected.set(data.subarray(chosen[i] * size, (chosen[i] + 1) * size), i * size);
  return { data: selected, shape: [chosen.length, ...example] };
}

/** Examples `first` … `end − 1` as a tensor of the numbers they hold. */
export function examplesTensor({ data, shape }: Examples, first = 0, end = shape[0]): tf.Tensor {
  const [, ...example] = shape;
  const size = tf.util.sizeFromShape(example);
  return tf.tensor(Float32Array.from(data.subarray(first * size, end * size)), [end - first, ...example]);
}

/** The examples at a few positions, each once, and for every list of positions the places among them. */
export function gatherExamples<Lists extends Record<string, Int32Array>>(
  examples: Examples,
  lists: Lists,
): { examples: Examples; positions: Int32Array; places: { [Name in keyof Lists]: Int32Array } } {
  const known = new Map<number, number>();
  const place = (position: number) => {
    const found = known.get(position);
    if (found !== undefined) return found;
    known.set(position, known.size);
    return known.size - 1;
  };
  const places = Object.fromEntries(
    Object.entries(lists).map(([name, positions]) => [name, positions.map(place)]),
  ) as { [Name in keyof Lists]: Int32Array };
  const positions = Int32Array.from(known.keys());
  return { examples: selectExamples(examples, positions), positions, places };
}

/** Checks that examples have the shape that a network takes. */
export function checkExampleShape(
  caller: string,
  { shape }: Examples,
  network: Pick<Network, "name" | "inputShape" | "anySize">,
): void {
  const [, ...example] = shape;
  check(
    fits(example, network.inputShape, network.anySize),
    () =>
      `${caller}: ${example.length === 1 ? "features" : "images"} must have the shape [${network.inputShape.join(", ")}] of the ${network.name} network, got [${example.join(", ")}].${example.length === 1 && example[0] === tf.util.sizeFromShape([...network.inputShape]) ? ` Make them images: imagesFromArray(rows, [n, ${network.inputShape.join(", ")}]).` : ""}`,
  );
}
