export { loadSearchIndex } from "./loadSearchIndex";
export { readIndex, saveIndex } from "./savedIndex";
export { searchIndex, type SearchHit, type SearchIndex, type SearchIndexOptions } from "./searchIndex";
