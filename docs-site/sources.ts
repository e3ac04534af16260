import { readFileSync } from "node:fs";
import path from "node:path";
import { escapeHtml } from "../lib/core/html";
import { codeHtml } from "../lib/jupyter/html/codeHtml";
import { root } from "./root";

/** The page of a source file: browsers do not show files that end in .ts. */
export const sourceAddress = (file: string): string =>
  `source-${file.replaceAll(/[\\/]/g, "-").replace(/\.d?\.?ts$/, "")}.html`;

/** A source file with an anchor at each of some lines, from 1. */
export function sourceHtml(file: string, lines: ReadonlySet<number>, pageFolder: string): string {
  const address = path.relative(pageFolder, path.join(root, file)).replaceAll(path.sep, "/");
  const code = codeHtml(readFileSync(path.join(root, file), "utf8"))
    .split("\n")
    .map((line, i) => (lines.has(i + 1) ? `<i id="L${i + 1}"></i>${line}` : line))
    .join("\n");
  return `<h1>${escapeHtml(file)}</h1><p class="where"><a href="${escapeHtml(address)}">the file itself</a></p><pre class="box"><code>${code}</code></pre>`;
}
