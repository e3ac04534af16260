import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../../common/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../../common/files/safetensors";
import type { LabeledImages } from "../../datasets/images";
import { arraysOf } from "../../networks/parameters";
import type { Constraints } from "./deepMethod";
import type { EpochRow } from "./events";
import { learnedArrays, preprocessingArrays, type DeepModel } from "./model";
import type { TrainingSettings } from "./trainingOptions";

/** How far a run has come, apart from its arrays. */
export interface Progress {
  /** Epochs done. */
  epoch: number;
  best: { epoch: number; score: number } | undefined;
  history: EpochRow[];
}

/** All that is needed to go on as if the run had never stopped. */
export interface Checkpoint {
  progress: Progress;
  preprocessing: string;
  arrays: Record<string, NamedArray>;
}

const formatOf = (method: string) => `ssdml ${method} checkpoint 2`;

/** Settings that may differ when a run is taken up again: they say when it ends, not what it does. */
const free = ["epochs", "patience"];

/** What a run is about; a checkpoint is only taken up by the same one. */
export interface RunIdentity {
  method: string;
  settings: TrainingSettings;
  /** Hash of the images and labels. */
  data: string;
}

/** A hash of sets of images and labels. */
export function fingerprint(...sets: readonly LabeledImages[]): string {
  const hash = createHash("sha256");
  for (const { images, labels } of sets) {
    hash.update(JSON.stringify(images.shape));
    for (const array of [images.data, Int32Array.from(labels)]) {
      hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    }
  }
  return hash.digest("hex");
}

/** Writes a checkpoint; until it is whole, the one before stays. */
export async function writeCheckpoint(
  file: string,
  run: RunIdentity,
  progress: Progress,
  state: {
    model: DeepModel;
    velocities: Readonly<Record<string, tf.Variable>>;
    constraints: Constraints | undefined;
    best: Record<string, NamedArray> | undefined;
  },
): Promise<void> {
  const { model, velocities, constraints, best } = state;
  const prefixed = (prefix: string, arrays: Record<string, NamedArray>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}/${name}`, array]));
  await writeSafetensors(file, {
    arrays: {
      ...(await learnedArrays(model)),
      ...prefixed("velocity", await arraysOf(Object.entries(velocities))),
      ...preprocessingArrays(model.preprocessing),
      ...(constraints && prefixed("constraints", constraintArrays(constraints))),
      ...(best && prefixed("best", best)),
    },
    metadata: {
      format: formatOf(run.method),
      preprocessing: model.preprocessing.name,
      settings: JSON.stringify(run.settings),
      data: run.data,
      progress: JSON.stringify(progress),
    },
  });
}

/** The checkpoint in a file, if there is one; it must be of this very run. */
export async function readCheckpoint(file: string, run: RunIdentity): Promise<Checkpoint | undefined> {
  if (!existsSync(file)) return undefined;
  const { arrays, metadata } = await readSafetensors(file);
  const other = (what: string) =>
    `${run.method}: the checkpoint ${file} is of another ${what}. Choose another folder, or delete it to start anew.`;
  const parse = (text: string | undefined): unknown => {
    try {
      return JSON.parse(text ?? "");
    } catch {
      throw new UserError(`${run.method}: the checkpoint ${file} is damaged. Delete it to start anew.`);
    }
  };
  const format = formatOf(run.method);
  check(metadata.format === format, () =>
    other(`version: "${metadata.format ?? "unknown"}", not "${format}"`),
  );
  const saved = parse(metadata.settings) as Record<string, unknown>;
  const now = JSON.parse(JSON.stringify(run.settings)) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(saved), ...Object.keys(now)])].filter(
    (name) => !free.includes(name),
  );
  const differs = names.find((name) => saved[name] !== now[name]);
  check(differs === undefined, () =>
    other(
      `setting: ${differs} was ${JSON.stringify(saved[differs!])} and is ${JSON.stringify(now[differs!])}`,
    ),
  );
  check(metadata.data === run.data, () => other("set of images or labels"));
  const progress = parse(metadata.progress) as Progress;
  check(
    progress.epoch <= run.settings.epochs,
    () =>
      `${run.method}: the checkpoint ${file} is at epoch ${progress.epoch} already, got epochs ${run.settings.epochs}. Ask for more epochs, or choose another folder.`,
  );
  return { progress, preprocessing: metadata.preprocessing, arrays };
}

/** The arrays whose names begin with the prefix, under the rest of their names. */
export function under(
  prefix: string,
  arrays: Record<string, NamedArray>,
): Record<string, NamedArray> | undefined {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(`${prefix}/`));
  return own.length === 0
    ? undefined
    : Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length + 1), array]));
}

/** The count as an array too. */
function constraintArrays({ count, ...arrays }: Constraints): Record<string, NamedArray> {
  const named = (data: NamedArray["data"]): NamedArray => ({ data, shape: [data.length] });
  return Object.fromEntries(
    Object.entries({ count: Int32Array.of(count), ...(arrays as Record<string, NamedArray["data"]>) }).map(
      ([name, data]) => [name, named(data)],
    ),
  );
}

/** The constraints of a checkpoint. */
export function savedConstraints(arrays: Record<string, NamedArray>): Constraints | undefined {
  const saved = under("constraints", arrays);
  if (!saved) return undefined;
  const { count, ...others } = saved;
  const entries = Object.entries(others).map(([name, { data }]) => [name, data]);
  return { ...Object.fromEntries(entries), count: count.data[0] } as Constraints;
}
