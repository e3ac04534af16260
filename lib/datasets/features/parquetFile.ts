import { check, plural } from "../../core";
import { checkPages, limited } from "./parquetPages";
import { columnOfValues, type Column, type Table } from "./table";

/** Reads the columns of a Parquet file: numbers, texts, and lists of numbers as vectors. */
export async function readParquet(file: string, signal?: AbortSignal): Promise<Table> {
  // hyparquet is the parser that is kept best and has no dependencies; it is an ES module.
  const [{ asyncBufferFromFile, parquetMetadataAsync, parquetRead }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const source = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(source);
  const rows = Number(metadata.num_rows);
  const names = columnNames(metadata.schema);
  check(rows >= 0 && rows < 2 ** 31, () => `it claims ${plural(rows, "row")}`);
  await checkPages(source, metadata);
  const decompressors = limited(compressors, source.byteLength);
  const columns = new Map<string, Column>();
  for (const name of names) {
    signal?.throwIfAborted();
    const values: unknown[] = [];
    await parquetRead({
      file: source,
      metadata,
      columns: [name],
      compressors: decompressors,
      onComplete: (read: unknown[][]) => {
        for (const [value] of read) values.push(value);
      },
    });
    check(
      values.length === rows,
      () => `its column ${JSON.stringify(name)} has ${plural(values.length, "row")} instead of ${rows}`,
    );
    columns.set(name, columnOfValues(values, name));
  }
  return { rows, columns };
}

/** The names of the top-level columns: the schema is a tree whose nodes follow each other in depth-first order. */
function columnNames(schema: readonly { name: string; num_children?: number }[]): string[] {
  const names: string[] = [];
  let at = 1;
  const skip = () => {
    const { num_children: children = 0 } = schema[at++] ?? {};
    for (let i = 0; i < children && at < schema.length; i++) skip();
  };
  while (at < schema.length) {
    names.push(schema[at].name);
    skip();
  }
  // pandas keeps an index that is not 0, 1, 2, … as a column of its own.
  return names.filter((name) => !name.startsWith("__index_level_"));
}
