import fs from "node:fs/promises";
import path from "node:path";
import { check, UserError } from "../../core";
import type { PictureRecipe } from "./pictureDataset";

/** CUB-200-2011 (Wah et al. 2011), 11,788 photographs of 200 bird species. */
export const cub200: PictureRecipe = {
  name: "cub200",
  title: "CUB-200-2011",
  download: "CUB_200_2011.tgz from https://www.vision.caltech.edu/datasets/cub_200_2011/",
  officialFolder: "CUB_200_2011",
  knownBy: "image_class_labels.txt",
  async list(folder) {
    const [classes, files, labels] = await Promise.all(
      ["classes.txt", "images.txt", "image_class_labels.txt"].map((name) =>
        readPairs(path.join(folder, name)),
      ),
    );
    const classNames = [...classes.values()].map((name) => name.replace(/^\d+\./, "").replaceAll("_", " "));
    const positions = new Map([...classes.keys()].map((number, position) => [number, position]));
    const examples = [...files].map(([image, file]) => {
      const label = positions.get(labels.get(image) ?? "");
      check(
        label !== undefined,
        () =>
          `${path.join(folder, "image_class_labels.txt")} gives no known class for image ${image}. Unpack it again.`,
      );
      return { file: path.join(folder, "images", file), label };
    });
    return { classNames, examples };
  },
};

/** One of CUB's lists: each line has a number, a space and a text. */
async function readPairs(file: string): Promise<Map<string, string>> {
  const text = await fs.readFile(file, "utf8").catch(() => {
    throw new UserError(`${file} is missing. Unpack CUB_200_2011.tgz again.`);
  });
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const pairs = lines.map((line) => /^(\d+) (.+)$/.exec(line));
  const wrong = pairs.indexOf(null);
  const damaged = (why: string) => `${file} is damaged: ${why}. Unpack CUB_200_2011.tgz again.`;
  check(lines.length > 0, () => damaged("it is empty"));
  check(wrong < 0, () => damaged(`line ${wrong + 1} is not "NUMBER TEXT"`));
  const numbered = new Map(pairs.map((pair) => [pair![1], pair![2]]));
  check(numbered.size === lines.length, () => damaged("a number occurs twice"));
  return numbered;
}
