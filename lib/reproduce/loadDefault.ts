import { existsSync, readFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { check, UserError } from "../core";

/** Compiled files lie three folders deep: dist/lib/reproduce. */
const ownIndex = path.join(__dirname, "..", "index.js");

/** What Node's own module loader offers beyond its types. */
interface Loader {
  _resolveFilename(request: string, parent: unknown, ...others: unknown[]): string;
  _extensions: Record<string, (module: Module, file: string) => void>;
}
type Compiled = Module & { _compile(code: string, file: string): void };

/** The default export of a TypeScript or JavaScript file. `place` starts error texts; `advice` is for a file that does not exist. */
export function loadDefault(file: string, place: string, advice: string): unknown {
  const full = path.resolve(file);
  check(existsSync(full), () => `${place}: there is no file ${file}. ${advice}`);
  prepareLoader();
  const loaded = new Module(full) as Compiled;
  loaded.filename = full;
  loaded.paths = (Module as unknown as { _nodeModulePaths(folder: string): string[] })._nodeModulePaths(
    path.dirname(full),
  );
  try {
    loaded._compile(transpile(full), full);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UserError(`${place}: ${file} cannot be loaded: ${reason}`);
  }
  return (loaded.exports as { default?: unknown }).default;
}

let isPrepared = false;

/** Lets modules import TypeScript files, and find `ssdml` and the packages that it brings from any folder. */
function prepareLoader(): void {
  if (isPrepared) return;
  isPrepared = true;
  // Errors then name the lines as they were written.
  process.setSourceMapsEnabled(true);
  const loader = Module as unknown as Loader;
  for (const extension of [".ts", ".mts", ".cts"])
    loader._extensions[extension] ??= (module, file) => {
      (module as Compiled)._compile(transpile(file), file);
    };
  const resolve = loader._resolveFilename.bind(Module);
  loader._resolveFilename = (request, parent, ...others) => {
    if (request === "ssdml") return ownIndex;
    try {
      return resolve(request, parent, ...others);
    } catch (error) {
      if (request.startsWith(".") || path.isAbsolute(request) || parent === module) throw error;
      return loader._resolveFilename(request, module);
    }
  };
}

/** A file as CommonJS. */
function transpile(file: string): string {
  // Loaded here: it takes a quarter of a second.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const ts = require("typescript") as typeof import("typescript");
  const { outputText, diagnostics = [] } = ts.transpileModule(readFileSync(file, "utf8"), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      allowJs: true,
      inlineSourceMap: true,
    },
  });
  const [first] = diagnostics;
  if (first) {
    const at = first.file?.getLineAndCharacterOfPosition(first.start ?? 0);
    throw new UserError(
      `line ${(at?.line ?? 0) + 1}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`,
    );
  }
  return outputText;
}
