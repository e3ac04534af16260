import { readdirSync } from "node:fs";
import path from "node:path";

/** The names in a folder; none where it is not there or cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function canBeMeant(name: string, typed: string): boolean {
  const isHidden = name.startsWith(".") && !typed.startsWith(".");
  return !isHidden && name.toLowerCase().startsWith(typed.toLowerCase());
}

export interface FileNames {
  /** How much of the last name is typed. */
  typed: string;
  names: string[];
}

/** The files and folders that a path in a string may go on with; a text without a slash is no path. */
export function fileNames(text: string): FileNames {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return { typed: "", names: [] };
  const typed = text.slice(slash + 1);
  const names = namesIn(path.resolve(text.slice(0, slash + 1))).filter((name) => canBeMeant(name, typed));
  return { typed, names: names.sort() };
}
