import path from "node:path";

/** dist/lib, where this package's compiled files are. */
const ours = path.join(__dirname, "..", path.sep);

/**
 * The place in the user's own code where an error came from, such as `mine.ts:4:20`: the first line of its stack outside of Node and of
 * other packages. Undefined if that is ours, so that the fault may be too.
 */
export function ownPlace({ stack = "" }: Error, folder: string = process.cwd()): string | undefined {
  const files = [...stack.matchAll(/^ +at (?:.*\()?(?:file:\/\/)?(\/.*?|[A-Z]:\\.*?):(\d+):(\d+)\)?$/gm)];
  const isForeign = (file: string) =>
    file.includes(`${path.sep}node_modules${path.sep}`) && !file.startsWith(ours);
  const first = files.find(([, file]) => !isForeign(file));
  if (first === undefined || first[1].startsWith(ours)) return undefined;
  const [, file, line, column] = first;
  return `${path.relative(folder, file)}:${line}:${column}`;
}
