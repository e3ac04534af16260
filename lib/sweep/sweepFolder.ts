import { existsSync } from "node:fs";
import path from "node:path";
import { check } from "../core";
import { takeLock } from "../io/download";
import { isJsonObject, makeFolder, parseJson, readText, requireWritable, writeAtomically } from "../io/files";

/**
 * Takes a folder for a sweep, alone. sweep.json keeps what the sweep is about: trials of another one are not added to it. Returns what
 * releases the folder.
 */
export async function openSweepFolder(
  folder: string,
  about: Readonly<Record<string, unknown>>,
): Promise<() => Promise<void>> {
  await requireWritable(folder);
  makeFolder(folder);
  const release = await takeLock(path.join(folder, "lock"), `sweep in ${folder}`);
  try {
    const file = path.join(folder, "sweep.json");
    const text = `${JSON.stringify(about, null, 2)}\n`;
    if (!existsSync(file)) await writeAtomically(file, [text]);
    else checkSame(file, JSON.parse(text) as Record<string, unknown>);
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

function checkSame(file: string, about: Readonly<Record<string, unknown>>): void {
  const saved = parseJson(readText(file), file, "Choose another folder with --out.");
  const known = isJsonObject(saved) ? saved : {};
  for (const [name, value] of Object.entries(about)) {
    const [before, now] = [known[name], value].map((each) => JSON.stringify(each) ?? "nothing");
    check(
      before === now,
      () =>
        `${file} is of a sweep with ${name} ${short(before)}, not ${short(now)}. Choose another folder with --out.`,
    );
  }
}

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
