import { readIndex } from "./savedIndex";
import { searchIndex, type SearchIndex } from "./searchIndex";

/**
 * Reads an index that `save` wrote.
 *
 * @example
 * await searchIndex([[0, 0], [3, 4]], { names: ["a.jpg", "b.jpg"] }).save("out/index.safetensors");
 * const index = await loadSearchIndex("out/index.safetensors");
 * index.nearest([0, 1], 1); // → [{ position: 0, name: "a.jpg", distance: 1 }]
 */
export async function loadSearchIndex(file: string): Promise<SearchIndex> {
  const { embeddings, names } = await readIndex("loadSearchIndex", file);
  return searchIndex(embeddings, { names });
}
