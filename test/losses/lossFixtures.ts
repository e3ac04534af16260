import { readFileSync } from "node:fs";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { lossMakers } from "../../lib/losses";
import type { CallableLoss } from "../../lib/losses/callableLoss";

/** What test/fixtures/losses/make.py wrote: values and gradients of PyTorch, in float64. */
interface LossFixtures {
  batches: { z: number[]; shape: [number, number]; labels: number[] }[];
  losses: {
    name: string;
    options: Record<string, unknown>;
    results: { value: number; gradients: number[][]; learned?: Record<string, number[]> }[];
  }[];
}

export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(path.resolve("test/fixtures/losses", name), "utf8"));

export const { batches, losses } = fixture("losses.json") as LossFixtures;

/** A loss by its name. */
export function lossOf(name: string, options: object): CallableLoss {
  const make = (lossMakers as readonly ((options: never) => CallableLoss)[]).find((one) => one.name === name);
  if (!make) throw new Error(`There is no ${name}.`);
  return make(options as never);
}

/** The value and the gradients by z and by what is learned, as `loss(z, labels)` gives them. */
export async function evaluate(
  loss: CallableLoss,
  { z, shape, labels }: LossFixtures["batches"][number],
  learned: Record<string, number[]> = {},
): Promise<{ value: number; gradients: number[][] }> {
  const classes = Math.max(...labels) + 1;
  const names = Object.keys(learned);
  const given = names.map((name) =>
    name === "bias" ? tf.tensor1d(learned[name]) : tf.tensor2d(learned[name], [classes, shape[1]]),
  );
  const embeddings = tf.tensor2d(z, shape);
  const { value, grads } = tf.valueAndGrads((rows: tf.Tensor, ...others: tf.Tensor[]) =>
    loss(rows as tf.Tensor2D, labels, {
      ...(names.length > 0 && { learned: Object.fromEntries(names.map((name, i) => [name, others[i]])) }),
    }),
  )([embeddings, ...given]);
  const gradients: number[][] = [];
  for (const gradient of grads) gradients.push([...(await gradient.data())]);
  const [number] = await value.data();
  tf.dispose([embeddings, given, value, grads]);
  return { value: number, gradients };
}
