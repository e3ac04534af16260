/** A block of TypeScript in a Markdown file. */
export interface CodeBlock {
  code: string;
  /** Whether a test runs it. Without running, it is still type-checked. */
  isRun: boolean;
  isChecked: boolean;
}

const block = /(?:<!-- example: (not run|not checked), [^>]+ -->\s*)?^```ts\n([\s\S]*?)^```/gm;

/**
 * The blocks of a file that are marked `ts`, in their order. A comment before a block says why it is `not run` or `not checked`:
 * `<!-- example: not run, it takes a minute -->`.
 */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(block)].map(([, mark, code]) => ({
    code: code.trimEnd(),
    isRun: mark === undefined,
    isChecked: mark !== "not checked",
  }));
}

/** The calls in the column "ssdml" of the file's tables. */
export function tableCalls(markdown: string): string[] {
  const calls: string[] = [];
  let isOurs = false;
  for (const line of markdown.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (cells.length < 3) isOurs = false;
    else if (cells[2] === "ssdml") isOurs = true;
    else if (isOurs) calls.push(...(/^`(.+)`$/.exec(cells[2])?.slice(1) ?? []));
  }
  return calls;
}
