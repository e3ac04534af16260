import type { Images } from "../datasets/images";
import { selectImages } from "../datasets/images";
import type { Triplets } from "../triplets";

/** The images of a few triplets, each once, and the triplets as positions among them. */
export function gatherTriplets(images: Images, triplets: Triplets): { images: Images; triplets: Triplets } {
  const places = new Map<number, number>();
  const place = (image: number) => {
    const known = places.get(image);
    if (known !== undefined) return known;
    places.set(image, places.size);
    return places.size - 1;
  };
  const { count, anchors, positives, negatives } = triplets;
  const local = {
    count,
    anchors: anchors.map(place),
    positives: positives.map(place),
    negatives: negatives.map(place),
  };
  return { images: selectImages(images, [...places.keys()]), triplets: local };
}
