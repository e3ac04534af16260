/** A word as a shell must have it, in quotes where it needs them. */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\"))) return word;
  return platform === "win32" ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
