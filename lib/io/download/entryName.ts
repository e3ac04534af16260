/**
 * The path of an archive's entry relative to the folder it is unpacked to, without `.` parts. Throws for names that could lead
 * out of that folder, or to another file, on any system.
 */
export function entryPath(name: string): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const plain =
    !name.startsWith("/") && !oddCharacter.test(name) && parts.every((part) => !/[. ]$/.test(part));
  if (!plain) throw new Error(`it wants to write to ${JSON.stringify(name)}`);
  return parts.join("/");
}

/** On Windows, backslashes and colons separate folders, drives and streams. Control characters can mislead readers. */
const oddCharacter = /[\\:\p{Cc}]/u;

/**
 * Returns a function that checks the files of one archive, one by one, and returns their paths: each path must be unique, even if
 * case is ignored, and no file may be the folder of another.
 */
export function filePaths(): (name: string) => string {
  const files = new Set<string>();
  const folders = new Set<string>();
  return (name) => {
    const path = entryPath(name);
    const key = path.normalize("NFC").toLowerCase();
    const parents = parentsOf(key);
    const isNew = key !== "" && !name.endsWith("/") && !files.has(key) && !folders.has(key);
    if (!isNew || parents.some((parent) => files.has(parent))) {
      throw new Error(`it wants to write to ${JSON.stringify(name)}, which is taken`);
    }
    files.add(key);
    for (const parent of parents) folders.add(parent);
    return path;
  };
}

/** a/b/c → a/b, a */
function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    parents.push(path.slice(0, end));
  }
  return parents;
}
