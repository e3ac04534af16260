import { readFileSync, rmSync } from "node:fs";
import { random } from "../../lib/core/values/random";
import { readSafetensors } from "../../lib/io/files/safetensors";
import type { LabeledImages } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { AGML, DeepAPIT, LRML } from "../../lib/methods";
import { convolution } from "../../lib/networks/layers";
import { onnxNetwork } from "../../lib/networks/onnxNetwork";
import { sequential } from "../../lib/networks/sequential";
import { loadSearchIndex, searchIndex } from "../../lib/search";
import { loadNetwork, saveNetwork, type MakeNetwork } from "../../lib/networks/parameters";
import type { FileReader, Put } from "./fileReaders";
import { resealSafetensors } from "./reseal";

/** A network for images of 4 × 4 that learns in milliseconds. */
export const tinyNetwork: MakeNetwork = ({ seed = 1 }) =>
  sequential([convolution(4, 4, { deviation: 0.5 })], { name: "tiny", input: [4, 4, 1], seed });

/** Twenty-four random images of two classes, a third of them labeled. */
export function tinyImages(): LabeledImages {
  const noise = random(7);
  const count = 24;
  const data = Float32Array.from({ length: count * 16 }, (_, i) => noise.normal() + ((i >> 4) % 2));
  const labels = Int32Array.from({ length: count }, (_, i) => (i < count / 3 ? i % 2 : -1));
  return { images: { data, shape: [count, 4, 4, 1] }, labels };
}

const settings = {
  seed: 3,
  epochs: 2,
  epochsPerPartition: 2,
  partitionSize: 12,
  batchSize: 8,
  k: 3,
} as const;

/** Readers of what is learned: networks, models, metrics and checkpoints. */
export async function trainedReaders(put: Put): Promise<FileReader[]> {
  await useEngine("cpu");
  const { images, labels } = tinyImages();
  const points = { data: images.data, shape: [24, 16] } as const;
  /** The file that some work writes. */
  const written = async (work: (file: string) => Promise<unknown>): Promise<Buffer> => {
    const file = put("sample", "");
    rmSync(file);
    await work(file);
    return readFileSync(file);
  };
  const agml = (preprocessing: "mean" | "whitening") =>
    written(async (file) => {
      const model = await new AGML({ ...settings, preprocessing, network: tinyNetwork }).fit(images, labels);
      await model.save(file);
      model.dispose();
    });
  const lrml = await written(async (file) => {
    await (await new LRML({ k: 3 }).fit(points, labels)).save(file);
  });
  const network = await written(async (file) => {
    const made = tinyNetwork({ seed: 1 });
    await saveNetwork(made, file);
    made.dispose();
  });
  const onnx = await (async () => {
    const made = tinyNetwork({ seed: 1 });
    const file = put("sample.onnx", "");
    await saveNetwork(made, file);
    made.dispose();
    return readFileSync(file);
  })();
  const index = await written((file) =>
    searchIndex(points, { names: Array.from({ length: 24 }, (_, i) => `${i}.jpg`) }).save(file),
  );
  const models = [await agml("mean"), await agml("whitening")];
  const fit = async (Learner: typeof AGML | typeof DeepAPIT, checkpoint: string) => {
    const learner = new Learner({ ...settings, network: tinyNetwork });
    try {
      await learner.fit(images, labels, { checkpoint });
    } finally {
      learner.dispose();
    }
  };
  const checkpoints = (Learner: typeof AGML | typeof DeepAPIT, name: string, sample: Buffer): FileReader => ({
    name,
    samples: [sample],
    read: (bytes) => fit(Learner, put(`${name}.safetensors`, bytes)),
  });
  const checkpointOf = (Learner: typeof AGML | typeof DeepAPIT) => written((file) => fit(Learner, file));
  const readers: FileReader[] = [
    {
      name: "AGML.load",
      samples: models,
      read: async (bytes) => {
        (await AGML.load(put("agml.safetensors", bytes), tinyNetwork)).dispose();
      },
    },
    {
      name: "LRML.load",
      samples: [lrml],
      read: (bytes) => LRML.load(put("lrml.safetensors", bytes)),
    },
    {
      name: "loadNetwork",
      samples: [network],
      read: async (bytes) => {
        (await loadNetwork(put("network.safetensors", bytes), tinyNetwork)).dispose();
      },
    },
    {
      name: "loadSearchIndex",
      samples: [index],
      read: (bytes) => loadSearchIndex(put("index.safetensors", bytes)),
    },
    checkpoints(AGML, "AGML's checkpoint", await checkpointOf(AGML)),
    checkpoints(DeepAPIT, "Deep-APIT's checkpoint", await checkpointOf(DeepAPIT)),
  ];
  return [
    ...readers.map((reader) => ({ ...reader, hasChecksum: true, reseal: resealSafetensors })),
    {
      name: "onnxNetwork",
      samples: [onnx],
      read: async (bytes) => {
        await (await onnxNetwork(put("network.onnx", bytes))).dispose();
      },
    },
    {
      name: "safetensors",
      samples: [lrml, network, ...models],
      read: (bytes) => readSafetensors(put("any.safetensors", bytes)),
      reseal: resealSafetensors,
    },
  ];
}
