import { otherNames } from "./otherNames";

/** The known name that a misspelt one, or the name of another library, was probably meant to be; or undefined. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  if (wanted.length > 40) return undefined;
  for (const other of otherNames.get(wanted) ?? []) {
    const meant = known.find((candidate) => plain(candidate) === plain(other));
    if (meant !== undefined) return meant;
  }
  // Any letter is one letter away from any other.
  const allowed = wanted.length < 2 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance <= allowed && (best === undefined || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/** " Did you mean mnist?", or nothing, for the end of an error text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

/** batch_size and batch-size are batchSize. */
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** The least number of letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
