import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { imageFolder, loadFeatures, pictureClasses, type FeatureOptions } from "../../lib/datasets";
import type { FileReader, Put } from "./fileReaders";
import { mutate, mutateJson } from "./mutate";
import type { Reseal } from "./reseal";

const features = path.join("test", "fixtures", "features");
const pictures = path.join("test", "fixtures", "pictures");
const names: FeatureOptions = { label: "species", name: "file" };

/** The formats that `loadFeatures` reads, the labels of a folder of pictures, and the pictures that sharp reads. */
export function featureReaders(put: Put): FileReader[] {
  const reader = (
    kind: string,
    files: readonly string[],
    options: FeatureOptions = {},
    reseal?: Reseal,
  ): FileReader => ({
    name: kind,
    samples: files.map((file) => readFileSync(path.join(features, file))),
    read: async (bytes) => {
      const found = await loadFeatures(put(`features/x.${kind}`, bytes), options);
      if (!found.features.data.every(Number.isFinite)) throw new Error("a number is not finite");
    },
    ...(reseal && { reseal }),
  });
  return [
    reader("npy", ["x.npy", "x-f8-fortran.npy", "x-f2-big.npy"]),
    reader("npz", ["x.npz", "x-packed.npz"], { label: "y" }),
    reader("safetensors", ["x.safetensors"], { label: "y" }, resealHeader),
    reader("csv", ["x.csv"], names),
    reader("tsv.gz", ["x.tsv.gz"], names, resealGzip),
    reader("parquet", ["x.parquet", "vectors.parquet"], names),
    reader("arrow", ["x.feather", "x.arrows", "vectors.arrow"], names),
    labelsReader(put),
    labelsAlone(put),
    ...["photo.webp", "animated.gif", "cmyk.jpg", "turned6.jpg"].map((name) => photographReader(put, name)),
  ];
}

/** A folder of three pictures with a labels.csv. */
function labelsReader(put: Put): FileReader {
  const csv = 'file,label\na/1.png,owl\na/2.png,"eagle, bald"\nb/3.png,owl\n';
  const png = readFileSync(path.join(pictures, "colour.png"));
  return {
    name: "labels.csv",
    samples: [Buffer.from(csv)],
    read: (bytes) => {
      for (const name of ["a/1.png", "a/2.png", "b/3.png"]) put(`labeled/${name}`, png);
      return imageFolder(path.dirname(put("labeled/labels.csv", bytes)), { size: 4, test: 0 });
    },
  };
}

/** The same without a look at the pictures. */
function labelsAlone(put: Put): FileReader {
  const { samples } = labelsReader(put);
  return {
    name: "labels.csv alone",
    samples,
    read: (bytes) => {
      const folder = path.dirname(put("listed/labels.csv", bytes));
      const names = ["a/1.png", "a/2.png", "b/3.png"].map((name) => path.join(folder, name));
      return pictureClasses("fuzz", folder, names);
    },
  };
}

function photographReader(put: Put, name: string): FileReader {
  const place = `photographs/${path.extname(name).slice(1)}`;
  return {
    name,
    samples: [readFileSync(path.join(pictures, "photographs", name))],
    read: (bytes) => {
      const folder = path.dirname(put(`${place}/a/${name}`, bytes));
      return imageFolder(path.dirname(folder), { size: 4, test: 0, broken: "error", decoder: "sharp" });
    },
  };
}

const resealGzip: Reseal = (bytes, random, others) => gzipSync(mutate(gunzipSync(bytes), random, others));

/** Changes the header's values, and keeps its length right. */
const resealHeader: Reseal = (bytes, random) => {
  const end = 8 + Number(bytes.readBigUInt64LE());
  const header = Buffer.from(mutateJson(bytes.toString("utf8", 8, end), random));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, bytes.subarray(end)]);
};
