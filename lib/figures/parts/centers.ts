import type { Layer } from "../render/spec";
import type { Classes } from "./classes";

/** More names would hide the points. */
const mostNames = 40;

/** The name of each class at the median of its shown points, where a legend alone would not do: for more than ten classes. */
export function namesAtCenters(
  { numbers, labels, nameOf }: Classes,
  points: readonly { x: number; y: number }[],
  shown: readonly number[],
): Layer[] {
  if (numbers.length <= 10 || numbers.length > mostNames) return [];
  const values = numbers.flatMap((label) => {
    const members = shown.filter((i) => labels[i] === label);
    const middle = (axis: "x" | "y") => median(members.map((i) => points[i][axis]));
    return members.length > 0 ? [{ name: nameOf(label), x: middle("x"), y: middle("y") }] : [];
  });
  return ["halo", "ink"].map((style) => ({
    data: { values },
    mark: { type: "text", style, fontWeight: "bold", fontSize: 11, clip: true },
    encoding: { text: { field: "name" } },
  }));
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
