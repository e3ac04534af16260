import { isRecord, readNumbers, readRecord, text, texts, wrongValue } from "../../core/options";
import { check, plural } from "../../core";
import { readLabels } from "../../core/values";
import { checkImages } from "./checkImages";
import type { Dataset, LabeledImages } from "./images";

/** Rejects anything but a data set as `loadDataset` returns it. `caller` is for error texts. */
export function checkDataset(caller: string, dataset: Dataset): Dataset {
  const { train, test } = readRecord<Dataset>(`${caller}: dataset`, dataset, "a data set of loadDataset", {
    name: text,
    classNames: texts,
  });
  checkPart(`${caller}: dataset.train`, train);
  checkPart(`${caller}: dataset.test`, test);
  return dataset;
}

/** Rejects images that do not have one class number each. */
export function checkPart(name: string, part: LabeledImages): void {
  if (!isRecord(part)) throw wrongValue(name, "{ images, labels }", part);
  checkImages(name, part.images);
  const labels = readLabels(readNumbers(part.labels, `${name}.labels`, "an array of class numbers"), name);
  check(
    labels.length === part.images.shape[0],
    () =>
      `${name} must have one label per image, got ${plural(labels.length, "label")} for ${plural(part.images.shape[0], "image")}.`,
  );
}
