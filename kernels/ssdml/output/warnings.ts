/** Warnings of Node that are of no use to the reader of a notebook: `import()` of cells is not final, an error was shown already. */
const SILENT = /USE_MAIN_CONTEXT_DEFAULT_LOADER|Promise rejection was handled asynchronously/;

export function silenceWarnings(): void {
  const emitWarning = process.emitWarning.bind(process) as (...words: unknown[]) => void;
  process.emitWarning = (...words: unknown[]) => {
    if (!SILENT.test(String(words[0]))) emitWarning(...words);
  };
}
