import type { Layer } from "../render/spec";
import type { Classes } from "./classes";
import { extent } from "./rows";

/** More names would hide the points, unless they are short. Numbers stand for them, which the legend explains. */
const mostNames = 40;

/** Whether the legend must number the classes, because the names at the centers are many, too long, and have no numbers of their own. */
export const needNumbers = (classes: Classes): boolean => isCrowded(classes) && !ownNumbers(classes);

const isCrowded = ({ numbers, nameOf }: Classes): boolean =>
  numbers.length > mostNames && numbers.some((label) => nameOf(label).length > 3);

/** The numbers that the names begin with, such as 7 of "007.Parakeet Auklet", if each name has another one. */
function ownNumbers({ numbers, nameOf }: Classes): string[] | undefined {
  const found = numbers.flatMap((label) => /^0*([0-9]{1,4})(?![0-9])/.exec(nameOf(label))?.[1] ?? []);
  return new Set(found).size === numbers.length ? found : undefined;
}

interface Center {
  name: string;
  x: number;
  y: number;
}

/**
 * The name of each class at the median of its shown points, where a legend alone would not do: for more than ten classes. Names that would
 * cover each other move apart.
 */
export function namesAtCenters(
  classes: Classes,
  points: readonly { x: number; y: number }[],
  shown: readonly number[],
  size: { width: number; height: number },
): Layer[] {
  const { numbers, labels, nameOf } = classes;
  if (numbers.length <= 10) return [];
  const own = ownNumbers(classes);
  const nameAt = (label: number, at: number) =>
    isCrowded(classes) ? (own?.[at] ?? String(at + 1)) : nameOf(label);
  const centers = numbers.flatMap((label, at): Center[] => {
    const members = shown.filter((i) => labels[i] === label);
    const middle = (axis: "x" | "y") => median(members.map((i) => points[i][axis]));
    return members.length > 0 ? [{ name: nameAt(label, at), x: middle("x"), y: middle("y") }] : [];
  });
  const fontSize = numbers.length > mostNames ? 9 : 11;
  const unit = (axis: "x" | "y", pixels: number) => {
    const [least, most] = extent(shown.map((i) => points[i][axis]));
    return (most - least || 1) / pixels;
  };
  const pixel = { x: unit("x", size.width), y: unit("y", size.height) };
  const values = apart(centers, fontSize, pixel);
  return ["halo", "ink"].map((style) => ({
    data: { values },
    mark: { type: "text", style, fontWeight: "bold", fontSize, clip: true },
    encoding: { text: { field: "name" } },
  }));
}

/** Moves names that cover each other up and down until they do not, or for some rounds at most. `pixel` is one in units of the data. */
function apart(centers: Center[], fontSize: number, pixel: { x: number; y: number }): Center[] {
  const places = centers.map((center) => ({ ...center }));
  const width = ({ name }: Center) => 0.7 * fontSize * name.length;
  for (let round = 0, moved = true; moved && round < 50; round++) {
    moved = false;
    places.forEach((a, i) => {
      for (const b of places.slice(i + 1)) {
        const besides = Math.abs(a.x - b.x) / pixel.x - (width(a) + width(b)) / 2;
        const above = Math.abs(a.y - b.y) / pixel.y - 1.1 * fontSize;
        if (besides >= 0 || above >= -0.1) continue;
        const step = ((a.y < b.y ? above : -above) * pixel.y) / 2;
        a.y += step;
        b.y -= step;
        moved = true;
      }
    });
  }
  return places;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
