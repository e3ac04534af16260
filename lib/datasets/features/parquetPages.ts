import type { AsyncBuffer, Compressors, FileMetaData } from "hyparquet" with { "resolution-mode": "import" };
import { check } from "../../core";

/** Page headers with statistics are much shorter. */
const longestHeader = 1 << 18;

/** What a file may unpack to: more than files of numbers do. */
export const unpackedLimit = (size: number): number => 2 ** 26 + 1032 * size;
/** Values that a file may claim: repeated ones take no room in it. */
const valueLimit = (size: number): number => 2 ** 20 + 1032 * size;

/**
 * Checks what the pages of a Parquet file claim to hold before they are decoded: the decoder makes room for it. Each page
 * has a header of its own, after that of its column.
 */
export async function checkPages(source: AsyncBuffer, { row_groups: groups }: FileMetaData): Promise<void> {
  const { parquetHeader } = await import("hyparquet/src/column.js");
  const size = source.byteLength;
  let values = 0;
  let unpacked = 0;
  const claims = (condition: boolean) => {
    check(condition, () => "its pages claim more than it can hold");
  };
  for (const { meta_data: chunk } of groups.flatMap(({ columns }) => columns)) {
    check(chunk !== undefined, () => "a column has no place in it");
    const first = Number(chunk.data_page_offset);
    const dictionary = Number(chunk.dictionary_page_offset ?? 0);
    let at = dictionary > 0 && dictionary < first ? dictionary : first;
    const end = at + Number(chunk.total_compressed_size);
    claims(at >= 0 && end >= at && end <= size);
    values += Number(chunk.num_values);
    let left = Number(chunk.num_values);
    claims(left >= 0 && values <= valueLimit(size) * Math.max(1, groups[0].columns.length));
    while (at < end - 1) {
      const view = new DataView(await source.slice(at, Math.min(end, at + longestHeader)));
      const reader = { view, offset: 0 };
      const page = parquetHeader(reader);
      unpacked += page.uncompressed_page_size;
      const isDictionary = page.dictionary_page_header !== undefined;
      const count =
        page.dictionary_page_header?.num_values ??
        page.data_page_header?.num_values ??
        page.data_page_header_v2?.num_values ??
        0;
      if (!isDictionary) left -= count;
      claims(page.uncompressed_page_size >= 0 && unpacked <= unpackedLimit(size));
      claims(count >= 0 && left >= 0 && count <= valueLimit(size));
      claims(page.compressed_page_size >= 0);
      at += reader.offset + page.compressed_page_size;
    }
  }
}

/** Decompressors that unpack to what a page's header promises, not more. */
export function limited(compressors: Compressors, size: number): Compressors {
  const packed = Object.entries(compressors).map(([name, unpack]) => [
    name,
    (bytes: Uint8Array, length: number): Uint8Array => {
      check(length >= 0 && length <= unpackedLimit(size), () => "its pages claim more than it can hold");
      return unpack(bytes, length);
    },
  ]);
  return Object.fromEntries(packed) as Compressors;
}
