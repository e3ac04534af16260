import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** The library that contains this kernel. */
export const OWN_NAME = "ssdml";
const ROOT = path.join(__dirname, "..", "..", "..", "..", "..");

/** A file of the library: what Node finds from here, the kernel brings. */
export const OWN_FILE = path.join(ROOT, "package.json");

/** The parts of a package.json that are used here. */
interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  exports?: Record<string, unknown> | string;
}

/** A package that the kernel brings: the library itself, or one that it depends on. */
export interface BroughtPackage {
  name: string;
  folder: string;
}

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

/** The folders node_modules beside and above a file. NODE_PATH does not count, because TypeScript does not look there. */
function packageFolders(file: string): string[] {
  const folder = path.dirname(file);
  const above = path.dirname(folder);
  return [path.join(folder, "node_modules"), ...(above === folder ? [] : packageFolders(folder))];
}

function folderOf(name: string, file: string): string | undefined {
  const folders = packageFolders(file).map((folder) => path.join(folder, name));
  return folders.find((folder) => existsSync(folder));
}

function findBrought(): BroughtPackage[] {
  const { dependencies, optionalDependencies } = readManifest(OWN_FILE);
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const installed = names.flatMap((name) => {
    const folder = folderOf(name, OWN_FILE);
    return folder === undefined ? [] : [{ name, folder: realpathSync(folder) }];
  });
  return [{ name: OWN_NAME, folder: ROOT }, ...installed];
}

let found: BroughtPackage[] | undefined;

function brought(): BroughtPackage[] {
  return (found ??= findBrought());
}

/** The packages that the kernel brings to a file because none of that name is installed there. */
export function broughtTo(file: string): BroughtPackage[] {
  return brought().filter(({ name }) => folderOf(name, file) === undefined);
}

/** Whether an import in a file gets a package that the kernel brings. */
export function isBroughtTo(file: string, specifier: string): boolean {
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  return brought().some((given) => given.name === name) && folderOf(name!, file) === undefined;
}
