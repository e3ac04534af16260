import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { check, UserError } from "../../core";
import { isFile } from "./kindOfFile";

/** Which files a chart or a page may read. */
export interface ReadAccess {
  /** File names are relative to this folder, and files in it may be read. */
  folder: string;
  /** Other folders whose files may be read. */
  allowRead?: readonly string[] | undefined;
}

/**
 * The path of a file that a document names, if the document may read it: after symbolic links are resolved it must lie in one of the
 * folders. Anything else, including network addresses, throws `UserError`.
 */
export function readableFile(name: string, { folder, allowRead = [] }: ReadAccess): string {
  const file = path.resolve(folder, pathOf(name));
  const folders = [folder, ...allowRead].map((each) => path.resolve(each));
  const realFolders = folders.map(realPath);
  // Files elsewhere are not touched, not even to see whether they exist.
  const isNamedInside = [...folders, ...realFolders].some((each) => isInside(file, each));
  const real = isNamedInside ? realPath(file) : file;
  check(
    isNamedInside && realFolders.some((each) => isInside(real, each)),
    () =>
      `${JSON.stringify(name)} may not be read: it lies outside ${path.resolve(folder)}. Allow its folder with --allow-read DIR (in code: allowRead).`,
  );
  return real;
}

/** Rejects anything but regular files: reading a pipe, for example, could block forever. */
export function requireRegularFile(file: string, name: string): void {
  check(isFile(file), () => `${JSON.stringify(name)} cannot be read: it is not a regular file.`);
}

/** The path in a name or a file: URL. A letter and a colon are a Windows drive, not a scheme. */
function pathOf(name: string): string {
  const isUrl = /^[a-z][a-z\d+.-]+:/i.test(name);
  if (/^file:/i.test(name)) {
    try {
      return fileURLToPath(name);
    } catch {
      throw new UserError(`${JSON.stringify(name)} may not be read: it is not the address of a local file.`);
    }
  }
  check(
    !isUrl && !/^[/\\]{2}/.test(name),
    () =>
      `${JSON.stringify(name.slice(0, 200))} may not be read: charts and pages never use the network. Download it and name the file.`,
  );
  check(!name.includes("\0"), () => `${JSON.stringify(name)} may not be read: it is not the name of a file.`);
  return name;
}

/** The path with symbolic links resolved, or the path itself if the file does not exist. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
