import ts from "typescript";
import { internals } from "../typescript/internals";
import { describedEntries } from "./completionEntries";
import { completionHost } from "./completionHost";

const WITH_SYMBOLS = true;

export function proposedEntries(
  _host: unknown,
  program: ts.Program,
  log: (message: string) => void,
  file: ts.SourceFile,
  position: number,
  _preferences: unknown,
  ...rest: unknown[]
): ts.CompletionInfo | undefined {
  const preferences = { includeCompletionsWithInsertText: true };
  const place = [completionHost(program), program, log, file, position, preferences, ...rest];
  const info = internals.Completions.getCompletionsAtPosition(...place, undefined, WITH_SYMBOLS);
  const checker = program.getTypeChecker();
  const kindOf = (symbol: ts.Symbol): ts.ScriptElementKind =>
    internals.SymbolDisplay.getSymbolKind(checker, symbol, file);
  return info && { ...info, entries: describedEntries(info.entries, checker, kindOf) };
}
