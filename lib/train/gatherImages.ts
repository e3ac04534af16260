import { selectImages, type Images } from "../datasets/images/images";

/** The images at a few positions, each once, and for every list of positions the places among them. */
export function gatherImages<Lists extends Record<string, Int32Array>>(
  images: Images,
  lists: Lists,
): { images: Images; places: { [Name in keyof Lists]: Int32Array } } {
  const known = new Map<number, number>();
  const place = (position: number) => {
    const found = known.get(position);
    if (found !== undefined) return found;
    known.set(position, known.size);
    return known.size - 1;
  };
  const places = Object.fromEntries(
    Object.entries(lists).map(([name, positions]) => [name, positions.map(place)]),
  ) as { [Name in keyof Lists]: Int32Array };
  return { images: selectImages(images, [...known.keys()]), places };
}
