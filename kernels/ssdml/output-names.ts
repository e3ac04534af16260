import path from "node:path";

/** Where tslab expects what lies in the notebook's folder. */
const OUT = "outDir/";
/** A folder that no notebook has, for what does not lie in its folder. */
const ELSEWHERE = ".elsewhere/";

/**
 * TypeScript names what it emits by the way from the root of all folders, so that modules above the notebook's folder can be imported;
 * tslab names it by the way from that folder.
 */
export function nameForTslab(emitted: string, folder: string): string {
  const within = OUT + wayFromRoot(folder);
  return emitted.startsWith(within)
    ? OUT + emitted.slice(within.length)
    : OUT + ELSEWHERE + emitted.slice(OUT.length);
}

/** The file of a module by the name that tslab gives. */
export function fileByTslab(name: string, folder: string): string {
  const [, elsewhere] = name.split(`/${ELSEWHERE}`);
  return elsewhere === undefined ? name : path.parse(folder).root + elsewhere;
}

function wayFromRoot(folder: string): string {
  return `${folder.slice(path.parse(folder).root.length)}/`;
}
