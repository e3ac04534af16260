import { check, plural } from "../core";
import { readGroups, type Labels } from "../core/values";

/**
 * How much two labelings of the same points agree, regardless of the names of the groups: NMI = 2 I(A; B) / (H(A) + H(B)), in [0, 1]
 * (paper §4; scikit-learn's arithmetic mean). Two labelings with a single group each give 1.
 *
 * @example normalizedMutualInformation([0, 0, 1, 1], [1, 1, 0, 0]); // → 1
 */
export function normalizedMutualInformation(a: Labels, b: Labels): number {
  const caller = "normalizedMutualInformation";
  const [first, second] = [readGroups(a, `${caller}: a`), readGroups(b, `${caller}: b`)];
  const n = first.length;
  check(
    n === second.length && n > 0,
    () =>
      `normalizedMutualInformation: a and b must label the same points, got ${n} and ${plural(second.length, "label")}. Pass one label of each per point.`,
  );
  const [groupsA, groupsB] = [numbered(first, "a"), numbered(second, "b")];
  const both = groupsA.map((group, i) => group * n + groupsB[i]);
  const [entropyA, entropyB, joint] = [groupsA, groupsB, both].map(entropy);
  if (entropyA + entropyB === 0) return 1;
  const shared = (2 * (entropyA + entropyB - joint)) / (entropyA + entropyB);
  return Math.min(1, Math.max(0, shared));
}

/** The groups renumbered 0, 1, 2, … in order of appearance. */
function numbered(labels: ArrayLike<number>, argument: string): number[] {
  const names = new Map<number, number>();
  return Array.from(labels, (label, i) => {
    check(
      Number.isFinite(label),
      () => `normalizedMutualInformation: ${argument} must hold numbers, got ${label} at ${i}.`,
    );
    const known = names.get(label);
    if (known !== undefined) return known;
    names.set(label, names.size);
    return names.size - 1;
  });
}

/** H = −Σ p log p over the groups, from their sizes: log n − Σ m log m / n. */
function entropy(groups: number[]): number {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const n = groups.length;
  // Sorted sizes make the sum bit-equal for every naming of the groups.
  const ascending = [...sizes.values()].sort((p, q) => p - q);
  return ascending.reduce((sum, size) => sum + (size / n) * Math.log(n / size), 0);
}
