import path from "node:path";
import ts from "typescript";
import { root } from "./root";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** A program of files of the package and, by their name in its folder, of texts that are not on the disk. */
export function readProgram(
  files: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): ts.Program {
  const host = ts.createCompilerHost(options, true);
  const virtual = new Map([...texts].map(([name, text]) => [path.join(root, name), text]));
  const onDisk = { ...host };
  host.getCurrentDirectory = () => root;
  host.fileExists = (name) => virtual.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => virtual.get(name) ?? onDisk.readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = virtual.get(name);
    return text === undefined
      ? onDisk.getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  return ts.createProgram([...files, ...virtual.keys()], options, host);
}

/** What the compiler objects to in texts of TypeScript: one line each, "name:line message". */
export function typeErrors(texts: ReadonlyMap<string, string>): string[] {
  const program = readProgram([], texts);
  return [...texts.keys()].flatMap((name) => {
    const source = program.getSourceFile(path.join(root, name));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start = 0, messageText }) => {
        const line = source ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
        return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      },
    );
  });
}
