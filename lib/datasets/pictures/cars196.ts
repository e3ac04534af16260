import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { type MatValue, parseMat } from "./matFile";
import type { PictureList, PictureRecipe } from "./pictureDataset";

const annotations = "cars_annos.mat";

/** Cars-196 (Krause et al. 2013), 16,185 photographs of 196 car models. */
export const cars196: PictureRecipe = {
  name: "cars196",
  title: "Cars-196",
  download:
    "car_ims.tgz and cars_annos.mat from https://ai.stanford.edu/~jkrause/cars/car_dataset.html (or a mirror of it)",
  officialFolder: "",
  knownBy: annotations,
  async list(folder) {
    const file = path.join(folder, annotations);
    try {
      return listCars(parseMat(await fs.readFile(file)), folder);
    } catch (error) {
      throw new UserError(
        `${file} cannot be read (${error instanceof Error ? error.message : String(error)}). Download it again.`,
      );
    }
  },
};

function listCars(variables: Map<string, MatValue>, folder: string): PictureList {
  const names = variables.get("class_names");
  const cars = variables.get("annotations");
  if (names?.kind !== "cells" || cars?.kind !== "structures") {
    throw new Error("it has no class_names and annotations");
  }
  return {
    classNames: names.cells.map((name, i) => textOf(name, `class_names{${i + 1}}`)),
    examples: cars.structures.map((car, i) => {
      const label = numberOf(car.class, `annotations(${i + 1}).class`) - 1;
      if (!(Number.isInteger(label) && label >= 0 && label < names.cells.length))
        throw new Error(`car ${i + 1} has no known class`);
      return {
        file: path.join(folder, textOf(car.relative_im_path, `annotations(${i + 1}).relative_im_path`)),
        label,
      };
    }),
  };
}

function textOf(value: MatValue | undefined, what: string): string {
  if (value?.kind !== "text") throw new Error(`${what} is not a text`);
  return value.text;
}

function numberOf(value: MatValue | undefined, what: string): number {
  if (value?.kind !== "numbers" || value.values.length !== 1) throw new Error(`${what} is not a number`);
  return value.values[0];
}
