import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type * as tf from "@tensorflow/tfjs-core";
import { check, partDifference, UserError } from "../core";
import {
  checkNumbers,
  formatText,
  foundFormat,
  isJsonObject,
  isOfFormat,
  parseJson,
  readSafetensors,
  writeSafetensors,
  type NamedArray,
  type SavedFormat,
} from "../io/files";
import { arraysOf, type Examples } from "../networks";
import type { PartRecords } from "./method";
import { learnedArrays, preprocessingArrays, type DeepModel } from "./model";
import { readProgress, type Progress } from "./progress";
import { changedSetting, newDefaults, type TrainingSettings } from "./trainingOptions";

/** All that is needed to go on as if the run had never stopped. */
export interface Checkpoint {
  file: string;
  progress: Progress;
  preprocessing: string | undefined;
  arrays: Record<string, NamedArray>;
}

const formatOf = (method: string): SavedFormat => ({
  name: `ssdml ${method} checkpoint`,
  version: 3,
  withoutChecksum: 2,
});

/** Settings that may differ when a run is taken up again: they say when it ends, not what it does. */
const free = ["epochs", "patience"];

/** What a run is about; a checkpoint is only taken up by the same one. */
export interface RunIdentity {
  method: string;
  settings: TrainingSettings;
  parts: PartRecords;
  /** Hash of the images and labels. */
  data: string;
}

/** A hash of sets of examples and labels. */
export function fingerprint(...sets: readonly { images: Examples; labels: ArrayLike<number> }[]): string {
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
    optimizer: Readonly<Record<string, tf.Variable>>;
    constraints: Record<string, NamedArray> | undefined;
    lossState?: Record<string, NamedArray> | undefined;
    best: Record<string, NamedArray> | undefined;
  },
): Promise<void> {
  const { model, optimizer, constraints, lossState, best } = state;
  const prefixed = (prefix: string, arrays: Record<string, NamedArray>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}/${name}`, array]));
  await writeSafetensors(file, {
    arrays: {
      ...(await learnedArrays(model)),
      ...(await arraysOf(Object.entries(optimizer))),
      ...preprocessingArrays(model.preprocessing),
      ...(constraints && prefixed("constraints", constraints)),
      ...lossState,
      ...(best && prefixed("best", best)),
    },
    metadata: {
      format: formatText(formatOf(run.method)),
      preprocessing: model.preprocessing.name,
      settings: JSON.stringify(run.settings),
      parts: JSON.stringify(run.parts),
      data: run.data,
      progress: JSON.stringify(progress),
    },
  });
}

/** The checkpoint in a file, if there is one; it must be whole, and of this very run. */
export async function readCheckpoint(file: string, run: RunIdentity): Promise<Checkpoint | undefined> {
  if (!existsSync(file)) return undefined;
  const loaded = await readSafetensors(file, startAnew);
  const { arrays, metadata } = loaded;
  const place = `${run.method}: the checkpoint ${file}`;
  const other = (what: string) =>
    `${place} is of another ${what}. Choose another folder, or delete it to start anew.`;
  const parse = (name: string): unknown => {
    const text = metadata[name] as string | undefined;
    return parseJson(text ?? "", `${place} is damaged: the text of its ${name}`, startAnew);
  };
  const format = formatOf(run.method);
  check(isOfFormat(loaded, format), () =>
    other(`version: ${foundFormat(loaded, format)}, not "${formatText(format)}"`),
  );
  checkNumbers(loaded, file);
  const saved = parse("settings");
  check(isJsonObject(saved), () =>
    damagedCheckpoint(run.method, file, "its settings are not options by name"),
  );
  const before: Record<string, unknown> = { ...newDefaults, ...saved };
  const differs = changedSetting(saved, run.settings, free) as keyof TrainingSettings | undefined;
  check(differs === undefined, () =>
    other(
      `setting: ${differs} was ${JSON.stringify(before[differs!])} and is ${JSON.stringify(run.settings[differs!])}`,
    ),
  );
  // Earlier versions had no parts to choose from.
  if (metadata.parts !== undefined) {
    const parts = parse("parts");
    check(isJsonObject(parts), () =>
      damagedCheckpoint(run.method, file, "its parts are not records by name"),
    );
    const difference = partDifference(parts, run.parts);
    check(
      difference === undefined,
      () =>
        `${place} was made with other parts: ${difference}. Use the same parts, or choose another folder.`,
    );
  }
  check(metadata.data === run.data, () => other("set of images or labels"));
  const said = parse("progress");
  const progress = whole(run.method, file, () => readProgress(said));
  check(
    progress.epoch <= run.settings.epochs,
    () =>
      `${place} is at epoch ${progress.epoch} already, got epochs ${run.settings.epochs}. Ask for more epochs, or choose another folder.`,
  );
  return { file, progress, preprocessing: metadata.preprocessing, arrays };
}

const startAnew = "Choose another folder, or delete it to start anew.";

/** Reads a part of a checkpoint; a `UserError` that says what is wrong with it becomes one sentence about the file. */
export function whole<Part>(method: string, file: string, read: () => Part): Part {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(damagedCheckpoint(method, file, error.message.replace(/\.$/, "")));
  }
}

function damagedCheckpoint(method: string, file: string, why: string): string {
  return `${method}: the checkpoint ${file} is damaged: ${why}. ${startAnew}`;
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
