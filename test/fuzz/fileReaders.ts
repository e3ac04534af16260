import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { untar } from "../../lib/io/download/untar";
import { imageFolder } from "../../lib/datasets";
import { spriteToBatch } from "../../lib/datasets/cifar10Sprites";
import { readKnownFile } from "../../lib/datasets/files/knownFile";
import { parseIdx } from "../../lib/datasets/idx";
import { cars196 } from "../../lib/datasets/pictures/cars196";
import { cub200 } from "../../lib/datasets/pictures/cub200";
import { decodePicture } from "../../lib/datasets/pictures/decodePicture";
import { parseResult } from "../../lib/reproduce/resultFile";
import { parseNotebook } from "../../lib/jupyter/format/parseNotebook";
import { notebookText } from "../../lib/jupyter/format/notebookText";
import { readKernelSpec } from "../../lib/jupyter/kernel/kernelSpec";
import { readReport, reproductionGrid } from "../../lib/reproduce";
import { failedCell } from "../../lib/reproduce/cellRecord";
import { htmlReport } from "../../lib/reproduce/report/htmlReport";
import { markdownReport } from "../../lib/reproduce/report/markdownReport";
import { random } from "../../lib/core/values/random";
import { finishedRecord } from "../reproduce/support";
import { randomPng } from "../support/pngBytes";
import { tarGz } from "../support/tarBytes";
import { featureReaders } from "./featureReaders";
import { mutateTar, mutateText, resealMat, resealPng, type Reseal } from "./reseal";
import { weightReaders } from "./weightReaders";
import { trainedReaders } from "./trainedReaders";

/** A format of files: whole samples, and how a file is read. */
export interface FileReader {
  name: string;
  samples: Buffer[];
  /** Reads a file as the library's callers do, and frees what it made. */
  read: (bytes: Buffer) => Promise<unknown>;
  /** Changes a sample below its packing or its checksum, so that more than these is tried. */
  reseal?: Reseal;
  /** True where a file must not be read at all once a byte of it has changed. */
  hasChecksum?: boolean;
}

const fixtures = path.join("test", "fixtures", "pictures");
const fixture = (name: string): Buffer => readFileSync(path.join(fixtures, name));

/** All formats, with their files below `folder`. */
export async function fileReaders(folder: string): Promise<FileReader[]> {
  const put = (name: string, bytes: Buffer | string): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return file;
  };
  return [
    ...pictureReaders(folder, put),
    ...listReaders(folder, put),
    ...featureReaders(put),
    ...(await trainedReaders(put)),
    ...(await weightReaders(put)),
  ];
}

/** Writes a file below the folder and returns its path. */
export type Put = (name: string, bytes: Buffer | string) => string;

function pictureReaders(folder: string, put: Put): FileReader[] {
  const pictures = (ending: string) => async (bytes: Buffer) => {
    const place = path.join("pictures", ending);
    for (const other of ["a/1.png", "b/1.png", "b/2.png"]) {
      if (!existsSync(path.join(folder, place, other))) put(path.join(place, other), fixture("colour.png"));
    }
    put(path.join(place, "a", `2.${ending}`), bytes);
    // A JPEG by the decoders of this library, a PNG by what a user has.
    const decoder = ending === "jpg" ? "built-in" : "auto";
    return imageFolder(path.join(folder, place), { size: 4, broken: "error", decoder });
  };
  const header = { width: 7, height: 9 } as const;
  const made = [
    { colorType: 3, depth: 4, interlaced: true },
    { colorType: 0, depth: 16, interlaced: false },
    { colorType: 6, depth: 8, interlaced: true },
  ].map((kind) => randomPng({ ...header, ...kind } as Parameters<typeof randomPng>[0], random(1), true));
  const pngs = [fixture("colour.png"), ...made];
  const idx = Buffer.from([0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8]);
  const known = {
    name: "idx",
    size: idx.length,
    sha256: createHash("sha256").update(idx).digest("hex"),
  };
  return [
    { name: "png", samples: pngs, read: pictures("png"), reseal: resealPng },
    {
      name: "jpeg",
      samples: ["colour.jpg", "progressive.jpg", "grey.jpg"].map(fixture),
      read: pictures("jpg"),
    },
    {
      name: "png alone",
      samples: pngs,
      read: (bytes) => decodePicture(bytes, 3, "x.png"),
      reseal: resealPng,
    },
    {
      name: "jpeg alone",
      samples: ["colour.jpg", "progressive.jpg", "grey.jpg"].map(fixture),
      read: (bytes) => decodePicture(bytes, 3, "x.jpg"),
    },
    {
      name: "sprite",
      samples: pngs,
      read: (bytes) => Promise.resolve().then(() => spriteToBatch(bytes, Array<number>(20).fill(1))),
      reseal: resealPng,
    },
    { name: "idx", samples: [idx], read: (bytes) => Promise.resolve().then(() => parseIdx(bytes, "x")) },
    {
      name: "gzip",
      samples: [gzipSync(idx)],
      read: (bytes) => {
        put("known/idx.gz", bytes);
        return readKnownFile({ folder: path.join(folder, "known"), repair: "Again." }, known);
      },
    },
  ];
}

function listReaders(folder: string, put: Put): FileReader[] {
  const cubFiles = {
    "classes.txt": "1 001.Black\n2 002.White\n",
    "images.txt": "1 a/b.jpg\n2 c/d.jpg\n",
    "image_class_labels.txt": "1 1\n2 2\n",
  };
  const notebook = readFileSync(path.join("notebooks", "01-affinities.ipynb"));
  const kernel = {
    argv: ["node", "{connection_file}"],
    display_name: "x",
    language: "typescript",
    env: { A: "b" },
  };
  return [
    {
      name: "mat",
      samples: ["cars_annos.mat", "cars_annos_plain.mat"].map(fixture),
      read: (bytes) => cars196.list(path.dirname(put("cars/cars_annos.mat", bytes))),
      reseal: resealMat,
    },
    {
      name: "cub200",
      samples: Object.values(cubFiles).map((text) => Buffer.from(text)),
      read: (bytes) => {
        for (const [name, text] of Object.entries(cubFiles)) put(`cub/${name}`, text);
        put(`cub/${Object.keys(cubFiles)[bytes.length % 3]}`, bytes);
        return cub200.list(path.join(folder, "cub"));
      },
    },
    {
      name: "tar",
      samples: [
        tarGz([
          { name: "a.txt", content: "a" },
          { name: "b/c.bin", content: "x".repeat(700) },
        ]),
      ],
      read: async (bytes) => {
        const entries = [];
        for await (const entry of untar(put("a.tgz", bytes))) entries.push(entry);
        return entries;
      },
      reseal: mutateTar,
    },
    {
      name: "results.jsonl",
      samples: [Buffer.from(resultLines())],
      read: (bytes) =>
        Promise.resolve().then(() => {
          put("table/results.jsonl", bytes);
          const report = readReport("table1", { scale: "smoke" }, path.join(folder, "table"));
          return [markdownReport(report), htmlReport(report)];
        }),
      reseal: mutateText,
    },
    {
      name: "results.json",
      samples: [readFileSync(path.join("results", "mnist-1.json"))],
      read: (bytes) => Promise.resolve().then(() => parseResult(bytes.toString(), "x", "Again.")),
      reseal: mutateText,
    },
    {
      name: "notebook",
      samples: [notebook],
      read: (bytes) => Promise.resolve().then(() => notebookText(parseNotebook(bytes.toString(), "x"))),
      reseal: mutateText,
    },
    {
      name: "kernel.json",
      samples: [Buffer.from(JSON.stringify(kernel))],
      read: (bytes) => Promise.resolve().then(() => readKernelSpec(put("k/kernel.json", bytes))),
      reseal: mutateText,
    },
  ];
}

/** A store with two finished cells and a failed one. */
function resultLines(): string {
  const [first, second, third] = reproductionGrid("table1", { scale: "smoke" });
  const records = [
    finishedRecord(first, 50),
    finishedRecord(second, 60),
    failedCell(third, "no luck", new Date(0)),
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
