import path from "node:path";
import ts from "typescript";
import { libraries } from "./libraries";
import { OWN_NAME, ownPackage } from "./ownPackage";

/** Options of tslab's own edition of TypeScript that mainline TypeScript does not have. */
const FORK_ONLY = new Set(["noImplicitUseStrict", "disableTopLevelAwait"]);

/** The options with which cells are compiled, made of those that tslab gives. */
export function cellOptions(given: ts.CompilerOptions, folder: string): ts.CompilerOptions {
  const known = Object.entries(given).filter(([name]) => !FORK_ONLY.has(name));
  const own = ownPackage(folder);
  return {
    ...Object.fromEntries(known),
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2024,
    lib: libraries(),
    experimentalDecorators: usesOldDecorators(folder),
    strict: true,
    checkJs: false,
    inlineSourceMap: true,
    rewriteRelativeImportExtensions: true,
    // Modules may lie above the notebook's folder.
    rootDir: path.parse(folder).root,
    ...(own && { paths: { [OWN_NAME]: [own.types] } }),
  };
}

/** Whether a project asks for decorators as they were before they became a standard. */
function usesOldDecorators(folder: string): boolean {
  const file = ts.findConfigFile(folder, (name) => ts.sys.fileExists(name));
  const host = { ...ts.sys, readDirectory: () => [], onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = file === undefined ? undefined : ts.getParsedCommandLineOfConfigFile(file, {}, host);
  return config?.options.experimentalDecorators === true;
}
