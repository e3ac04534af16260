import { createHash } from "node:crypto";
import path from "node:path";
import type { TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import type { KnownFile } from "../../../lib/datasets/files/knownFile";
import type { Recipe } from "../../../lib/datasets/files/recipe";
import { gzipSource } from "../../../lib/datasets/files/sources";
import { deadAddress, type Loopback, loopback, sendBytes } from "../../support/loopback";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

export const contents: Record<string, Buffer> = {
  images: Buffer.alloc(200_000, "some pixels "),
  labels: Buffer.from([0, 1, 1, 0]),
};

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export const toyFiles: KnownFile[] = Object.entries(contents).map(([name, content]) => ({
  name,
  size: content.length,
  sha256: sha256(content),
}));

/** Packed without compression, so that a download has some length. */
export const packed: Record<string, Buffer> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [`${name}.gz`, gzipSync(content, { level: 0 })]),
);

/** A source of the packed files at an address. */
export function toySource(name: string, address: string) {
  const files = Object.entries(packed).map(([filename, bytes]) => ({
    filename,
    url: `${address}/${filename}`,
    size: bytes.length,
    sha256: sha256(bytes),
    unpackedSize: contents[filename.replace(".gz", "")].length,
  }));
  return gzipSource(name, files);
}

export interface ToyWorld {
  recipe: Recipe;
  server: Loopback;
  home: string;
  /** Where the cache is. */
  folder: string;
}

/** A data set of two files with a dead source and a living one, and an empty user folder. */
export async function toyDataset(
  t: TestContext,
  answer: Parameters<typeof loopback>[1] = (request, response) => {
    sendBytes(request, response, packed[request.url!.slice(1)]);
  },
): Promise<ToyWorld> {
  const home = path.join(temporaryFolder(t), "home");
  withEnvironment(t, { SSDML_HOME: home, SSDML_DATA: undefined });
  const server = await loopback(t, answer);
  const recipe: Recipe = {
    name: "toy",
    title: "Toy",
    homepage: "https://toy.example",
    files: toyFiles,
    officialFolder: "toy-official",
    sources: [
      toySource("the dead server", await deadAddress()),
      toySource("the living server", server.address),
    ],
    async parse(read) {
      const labels = Int32Array.from(await read("labels"));
      const part = { images: { data: await read("images"), shape: [4, 100, 500, 1] }, labels };
      return {
        train: part as never,
        test: part as never,
        classNames: ["a", "b"],
        imageShape: [100, 500, 1],
      };
    },
  };
  return { recipe, server, home, folder: path.join(home, "datasets", "toy") };
}
