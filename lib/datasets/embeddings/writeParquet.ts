import { writeAtomically } from "../../io/files";
import type { NamedEmbeddings } from "./writeEmbeddings";

/** Rows that become lists at a time, so that memory stays bounded. */
const groupRows = 4096;

/** Writes a Parquet file with the columns `file`, `class` where it is known, and `embedding`, a list of floats per row. */
export async function writeParquet(
  file: string,
  { embeddings: { data, shape }, names, classes }: NamedEmbeddings,
): Promise<void> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: "root", num_children: classes ? 3 : 2 },
      { name: "file", ...text, repetition_type: "REQUIRED" },
      ...(classes ? [{ name: "class", ...text, repetition_type: "OPTIONAL" } as const] : []),
      { name: "embedding", converted_type: "LIST", repetition_type: "REQUIRED", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "FLOAT", repetition_type: "REQUIRED" },
    ],
    statistics: false,
    createdBy: "ssdml",
  });
  const [count, d] = shape;
  for (let first = 0; first < count; first += groupRows) {
    const end = Math.min(count, first + groupRows);
    const rows = Array.from({ length: end - first }, (_, i) =>
      Array.from(data.subarray((first + i) * d, (first + i + 1) * d)),
    );
    await parquet.write({
      columnData: [
        { name: "file", data: names.slice(first, end) },
        ...(classes ? [{ name: "class", data: classes.slice(first, end) }] : []),
        { name: "embedding", data: rows },
      ],
      rowGroupSize: groupRows,
    });
  }
  await parquet.finish();
  await writeAtomically(file, [writer.getBytes()]);
}
