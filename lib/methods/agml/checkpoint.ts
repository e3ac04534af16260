import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type * as tf from "@tensorflow/tfjs-core";
import { check } from "../../common/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../../common/files/safetensors";
import type { Images } from "../../datasets/images";
import { arraysOf } from "../../networks/parameters";
import type { Triplets } from "../../triplets";
import { learnedArrays, preprocessingArrays, type AgmlModel } from "./agmlModel";
import type { EpochRow } from "./events";
import type { AgmlSettings } from "./options";

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

const format = "ssdml AGML checkpoint 1";

/** Settings that may differ when a run is taken up again: they say when it ends, not what it does. */
const free = ["epochs", "patience"];

/** What a run is about; a checkpoint is only taken up by the same one. */
export interface RunIdentity {
  settings: AgmlSettings;
  /** Hash of the images and labels. */
  data: string;
}

/** A hash of images and labels. */
export function fingerprint(images: Images, labels: Int32Array): string {
  const hash = createHash("sha256").update(JSON.stringify(images.shape));
  for (const array of [images.data, labels]) {
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  return hash.digest("hex");
}

/** Writes a checkpoint; until it is whole, the one before stays. */
export async function writeCheckpoint(
  file: string,
  run: RunIdentity,
  progress: Progress,
  state: {
    model: AgmlModel;
    velocities: Readonly<Record<string, tf.Variable>>;
    triplets: Triplets | undefined;
    best: Record<string, NamedArray> | undefined;
  },
): Promise<void> {
  const { model, velocities, triplets, best } = state;
  const prefixed = (prefix: string, arrays: Record<string, NamedArray>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}/${name}`, array]));
  const indices = (data: Int32Array) => ({ data, shape: [data.length] });
  await writeSafetensors(file, {
    arrays: {
      ...(await learnedArrays(model)),
      ...prefixed("velocity", await arraysOf(Object.entries(velocities))),
      ...preprocessingArrays(model.preprocessing),
      ...(triplets &&
        prefixed("triplets", {
          anchors: indices(triplets.anchors),
          positives: indices(triplets.positives),
          negatives: indices(triplets.negatives),
        })),
      ...(best && prefixed("best", best)),
    },
    metadata: {
      format,
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
    `AGML: the checkpoint ${file} is of another ${what}. Choose another folder, or delete it to start anew.`;
  check(metadata.format === format, () =>
    other(`version: "${metadata.format ?? "unknown"}", not "${format}"`),
  );
  const saved = JSON.parse(metadata.settings) as Record<string, unknown>;
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
  const progress = JSON.parse(metadata.progress) as Progress;
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

/** The triplets of a checkpoint. */
export function savedTriplets(arrays: Record<string, NamedArray>): Triplets | undefined {
  const saved = under("triplets", arrays);
  if (!saved) return undefined;
  const indices = (name: keyof Triplets) => saved[name].data as Int32Array;
  return {
    count: saved.anchors.shape[0],
    anchors: indices("anchors"),
    positives: indices("positives"),
    negatives: indices("negatives"),
  };
}
