import { createHash } from "node:crypto";
import { check } from "../core";
import {
  loadFeatures,
  pictureClasses,
  pictureFiles,
  pictureName,
  type Features,
  type NamedEmbeddings,
} from "../datasets";
import { hashFile, isFolder } from "../io/files";
import { inputShapeOf, modelExtractor, type LearnedModel } from "../methods";
import { extractRows, keyOf, type Extractor } from "../networks";
import { inputText } from "./modelOption";
import type { Terminal } from "./command";
import { followRows } from "./followRows";

/** What --in names, ready to be embedded by a model: a folder of pictures or a file of feature vectors. */
export interface EmbedSource {
  /** Changes with the model and with what is embedded. */
  readonly key: string;
  /** The folder, if it is one. */
  readonly folder?: string;
  /** The file of features, if it is one. */
  readonly features?: string;
  /** What computes the embeddings of pictures, where the model takes pictures. */
  readonly extractor?: Extractor;
  /** Computes the embeddings. What is done of a folder lies in the file `partial` until all is. */
  embed(partial?: string): Promise<NamedEmbeddings>;
}

/** The columns of a feature file, as they were typed. */
export interface Columns {
  label?: string | undefined;
  name?: string | undefined;
}

export const columnOptions = { label: { type: "string" }, name: { type: "string" } } as const;

/** Opens what --in names. `model` was read from `file`. */
export async function openSource(
  command: string,
  place: string | undefined,
  { model, file, label, name }: { model: LearnedModel; file: string } & Columns,
  terminal: Terminal,
): Promise<EmbedSource> {
  check(
    place !== undefined,
    () =>
      `${command} needs --in DIR, a folder of pictures, or --in FILE of feature vectors. Type ssdml ${command} --help.`,
  );
  if (!isFolder(place)) return featureSource(command, place, { model, file, label, name }, terminal);
  check(
    label === undefined && name === undefined,
    () =>
      `${command}: --${label === undefined ? "name" : "label"} is for files of feature vectors, but --in is the folder ${place}. Leave it out.`,
  );
  return pictureSource(command, place, model, file, terminal);
}

async function pictureSource(
  command: string,
  folder: string,
  model: LearnedModel,
  file: string,
  terminal: Terminal,
): Promise<EmbedSource> {
  check(
    inputShapeOf(model).length === 3,
    () =>
      `${command}: --in ${folder} is a folder of pictures, but ${file} was trained on ${inputText(model)}. Compute those first, with the network that it was trained with: ssdml features --images ${folder} --out features.safetensors; then pass --in features.safetensors.`,
  );
  const extractor = modelExtractor(model, file);
  const found = await pictureFiles(folder, command);
  check(found.length > 0, () => `${command}: there are no pictures in --in ${folder}. Check the name.`);
  const classes = await pictureClasses(command, folder, found, { signal: terminal.signal });
  return {
    key: (await keyOf(extractor, found)).toString("hex"),
    folder,
    extractor,
    async embed(partial) {
      const rows = extractRows(command, found, extractor, { partial, signal: terminal.signal });
      const { files, rows: embeddings } = await followRows(command, rows, terminal);
      return {
        embeddings,
        names: files.map((picture) => pictureName(folder, picture)),
        ...(classes && { classes: files.map((picture) => classes.get(picture) ?? null) }),
      };
    },
  };
}

async function featureSource(
  command: string,
  place: string,
  { model, file, label, name }: { model: LearnedModel; file: string } & Columns,
  terminal: Terminal,
): Promise<EmbedSource> {
  const features = await loadFeatures(place, {
    ...(label !== undefined && { label }),
    ...(name !== undefined && { name }),
    signal: terminal.signal,
  });
  const shape = inputShapeOf(model);
  const [, d] = features.features.shape;
  check(
    shape.length === 1 && shape[0] === d,
    () =>
      `${command}: --in ${place} has feature vectors of ${d} numbers, but ${file} was trained on ${inputText(model)}. ${shape.length === 1 ? "Compute features with the network that it was trained with." : "Pass a folder of pictures."}`,
  );
  const key = createHash("sha256").update(`${await hashFile(file)} ${await hashFile(place)}`);
  if (label !== undefined || name !== undefined) key.update(JSON.stringify([label, name]));
  return {
    key: key.digest("hex"),
    features: place,
    async embed() {
      const tensor = model.transform(features.features);
      try {
        const [count, dimension] = tensor.shape;
        const data = await tensor.data<"float32">();
        return { embeddings: { data, shape: [count, dimension] }, ...namesOf(features) };
      } finally {
        tensor.dispose();
      }
    },
  };
}

/** The names of a file's rows, else their positions, and their classes. */
function namesOf({ names, labels, classNames }: Features): Omit<NamedEmbeddings, "embeddings"> {
  return {
    names: names.length > 0 ? names : Array.from(labels, (_, i) => String(i)),
    ...(classNames.length > 0 && {
      classes: Array.from(labels, (label) => (label < 0 ? null : classNames[label])),
    }),
  };
}
