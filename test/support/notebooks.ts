import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { parseNotebook, type CodeCell, type Notebook, type Output } from "../../lib/jupyter";

type Source = string | { source: string; type?: string; tags?: string[] };

/** The text of a notebook file as an older Jupyter wrote it: format 4.4, without ids. */
export function notebookFile(sources: Source[], language = "typescript"): string {
  const cells = sources.map((given) => {
    const { source, type = "code", tags } = typeof given === "string" ? { source: given } : given;
    const metadata = tags ? { tags } : {};
    const rest = type === "code" ? { execution_count: null, outputs: [] } : {};
    return { cell_type: type, metadata, source: source.split(/(?<=\n)/), ...rest };
  });
  const kernelspec = { name: "test", display_name: "Test", language };
  return JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: { kernelspec }, cells });
}

export const notebookOf = (...sources: Source[]): Notebook => parseNotebook(notebookFile(sources));

export function codeCells({ cells }: Notebook): CodeCell[] {
  return cells.filter((cell) => cell.cell_type === "code");
}

/** What the streams of a cell say. */
export function printed(cell: CodeCell, stream = "stdout"): string {
  return cell.outputs
    .map((output) => (output.output_type === "stream" && output.name === stream ? output.text : ""))
    .join("");
}

interface RawCell {
  cell_type: string;
  id: string;
  metadata: object;
  source: string[];
  execution_count?: number | null;
  outputs?: (Record<string, unknown> & { output_type: Output["output_type"] })[];
  attachments?: object;
}

const outputKeys = {
  stream: ["name", "output_type", "text"],
  display_data: ["data", "metadata", "output_type"],
  execute_result: ["data", "execution_count", "metadata", "output_type"],
  error: ["ename", "evalue", "output_type", "traceback"],
};

/** Checks a file against what the schema of nbformat 4.5 demands: exactly these keys, ids that are there and unique. */
export function assertValidNotebook(text: string): void {
  const raw = JSON.parse(text) as Record<string, unknown> & { cells: RawCell[] };
  assert.deepEqual(Object.keys(raw).sort(), ["cells", "metadata", "nbformat", "nbformat_minor"]);
  assert.deepEqual([raw.nbformat, raw.nbformat_minor], [4, 5]);
  assert.equal(new Set(raw.cells.map(({ id }) => id)).size, raw.cells.length, "ids are unique");
  for (const {
    cell_type: type,
    id,
    metadata,
    source,
    outputs,
    execution_count: count,
    ...rest
  } of raw.cells) {
    assert.match(id, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.equal(typeof metadata, "object");
    assertTexts(source);
    if (type !== "code") {
      assert.deepEqual([outputs, count], [undefined, undefined]);
      assert.ok(Object.keys(rest).every((key) => key === "attachments"));
      continue;
    }
    assert.deepEqual(rest, {});
    assert.ok(count === null || Number.isInteger(count));
    for (const output of outputs ?? assert.fail("a code cell has outputs")) {
      assert.deepEqual(Object.keys(output).sort(), outputKeys[output.output_type]);
      if (output.output_type === "stream") assertTexts(output.text);
      for (const [mime, value] of Object.entries(output.data ?? {})) {
        if (!mime.endsWith("json") && typeof value !== "string") assertTexts(value);
      }
    }
  }
}

function assertTexts(value: unknown): void {
  assert.ok(Array.isArray(value) && value.every((line) => typeof line === "string"));
}

/** Waits until something holds, up to a minute. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    if (holds()) return;
    await sleep(50);
  }
  assert.fail(`not within a minute: ${what}`);
}
