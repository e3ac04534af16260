import { check } from "../../core";
import { random } from "../../core/values";
import type { ClassFiles, FolderFiles } from "./folderExamples";

/** Splits the labeled pictures of each class into training pictures and a random share of test pictures. Unlabeled ones are for training. */
export function setAside(
  { labeled, unlabeled }: ClassFiles,
  share: number,
  seed: number,
): Required<FolderFiles> {
  const generator = random(seed);
  const train = new Map<string, string[]>();
  const test = new Map<string, string[]>();
  for (const [name, files] of labeled) {
    check(
      files.length >= 2 || share === 0,
      () =>
        `imageFolder: class "${name}" has 1 picture, too few for training and testing. Add pictures of it, or take away its label.`,
    );
    const aside = share === 0 ? 0 : Math.min(files.length - 1, Math.max(1, Math.round(share * files.length)));
    const chosen = new Set(generator.sample(files.length, aside));
    train.set(
      name,
      files.filter((_, i) => !chosen.has(i)),
    );
    test.set(
      name,
      files.filter((_, i) => chosen.has(i)),
    );
  }
  return { train: { labeled: train, unlabeled }, test: { labeled: test, unlabeled: [] } };
}
