import { readFileSync } from "node:fs";
import path from "node:path";
import { recordedNetwork } from "../../lib/cli/recordedNetwork";
import { random } from "../../lib/core/values/random";
import { writeSafetensors } from "../../lib/io/files/safetensors";
import { convolution, globalAveragePool } from "../../lib/networks/layers";
import { sequential } from "../../lib/networks/sequential";
import { loadCaffeWeights } from "../../lib/networks/weights";
import { caffeModel, onnxFile, type Stored } from "../networks/weights/storedFiles";
import type { FileReader, Put } from "./fileReaders";
import { mutateText } from "./reseal";

/** The formats that pretrained weights come in, and the record of a network in a file of features. */
export async function weightReaders(put: Put): Promise<FileReader[]> {
  const noise = random(11);
  const numbers = (length: number) => Float32Array.from({ length }, () => noise.normal());
  const stored: Stored[] = [
    { name: "conv1", shape: [4, 3, 2, 2], filter: numbers(48), bias: numbers(4) },
    { name: "conv2", shape: [2, 4, 1, 1], filter: numbers(8), bias: numbers(2) },
  ];
  const network = sequential([convolution(4, 2), convolution(2, 1), globalAveragePool()], {
    input: [4, 4, 3],
    seed: 1,
  });
  const load = (name: string) => (bytes: Buffer) =>
    Promise.resolve().then(() => {
      loadCaffeWeights(
        "fuzz",
        network,
        stored.map(({ name }) => name),
        put(name, bytes),
      );
    });
  const bin = Buffer.concat(
    stored.flatMap(({ filter, bias }) => [filter, bias].map((part) => Buffer.from(part.buffer))),
  );
  const manifest = {
    layers: stored.map(({ name, shape: [filters, channels, height, width] }, i) => ({
      name,
      filterShape: [filters, height, width, channels],
      filterOffset: i === 0 ? 0 : 208,
      biasOffset: i === 0 ? 192 : 240,
      biasLength: filters,
    })),
  };
  put("weights/manifest/net.bin", bin);
  const features = put("weights/features.safetensors", "");
  const settings = { network: "googlenet", weights: "w.onnx", pooling: "rmac", levels: 3, scales: "512,362" };
  await writeSafetensors(features, {
    arrays: { features: { data: numbers(6), shape: [3, 2] } },
    metadata: {
      columns: JSON.stringify({ file: ["a", "b", "c"] }),
      network: JSON.stringify({ name: "multiScale", settings }),
    },
  });
  return [
    {
      name: "caffemodel",
      samples: [Buffer.from(caffeModel(stored)), Buffer.from(caffeModel(stored, true))],
      read: load("weights/net.caffemodel"),
    },
    {
      name: "weights.onnx",
      samples: [Buffer.from(onnxFile(stored)), Buffer.from(onnxFile(stored, { raw: false }))],
      read: load("weights/net.onnx"),
    },
    {
      name: "manifest.json",
      samples: [Buffer.from(JSON.stringify(manifest))],
      read: load(path.join("weights", "manifest", "manifest.json")),
      reseal: mutateText,
    },
    {
      name: "recorded network",
      samples: [readFileSync(features)],
      read: (bytes) => recordedNetwork("fuzz", put("weights/recorded.safetensors", bytes)),
    },
  ];
}
