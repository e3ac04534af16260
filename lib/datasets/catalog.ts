import type { CatalogEntry } from "./files/catalogEntry";
import { cars196 } from "./pictures/cars196";
import { cub200 } from "./pictures/cub200";
import { pictureDataset } from "./pictures/pictureDataset";
import { cifar10 } from "./cifar10";
import { fashionMnist } from "./fashionMnist";
import { mnist } from "./mnist";
import { publishedDataset } from "./publishedDataset";

/** The data sets that can be loaded by name. */
export const catalog = {
  mnist: publishedDataset(mnist),
  "fashion-mnist": publishedDataset(fashionMnist),
  cifar10: publishedDataset(cifar10),
  cub200: pictureDataset(cub200),
  cars196: pictureDataset(cars196),
} satisfies Record<string, CatalogEntry>;

export type DatasetName = keyof typeof catalog;
