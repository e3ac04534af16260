import { contentPolicy, escapeHtml } from "../../core/html";
import type { Cell, CodeCell, Notebook } from "../format/nbformat";
import { codeHtml } from "./codeHtml";
import { markdownHtml } from "./markdownHtml";
import { outputHtml } from "./outputHtml";
import { pageAddresses, type Places } from "./pageAddresses";
import { pageStyle } from "./pageStyle";

export interface PageOptions extends Partial<Places> {
  title: string;
}

/**
 * A notebook as one self-contained HTML page for screen and print. Pictures and links are relative to `folder`, by default the current
 * one. The page is written to `folder` too, unless `pageFolder` names another. Pictures in other folders are left out unless
 * `allowRead` names their folder.
 */
export function notebookHtml(notebook: Notebook, options: PageOptions): string {
  return [...notebookHtmlParts(notebook, options)].join("");
}

/** The same in parts, one per cell. */
export function* notebookHtmlParts(
  { cells }: Notebook,
  { title, folder = process.cwd(), pageFolder = folder, ...reading }: PageOptions,
): Generator<string> {
  const places = { ...reading, folder, pageFolder };
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${contentPolicy()}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
`;
  for (const cell of cells) yield `${cellHtml(cell, places)}\n`;
  yield `</main>
</body>
</html>
`;
}

function cellHtml(cell: Cell, places: Places): string {
  if (cell.cell_type === "code") return codeCellHtml(cell, places);
  return cell.cell_type === "markdown"
    ? `<section class="markdown">${markdownHtml(cell.source, pageAddresses(places, cell.attachments))}</section>`
    : `<section><pre>${escapeHtml(cell.source)}</pre></section>`;
}

function codeCellHtml({ source, execution_count: count, outputs }: CodeCell, places: Places): string {
  const addresses = pageAddresses(places);
  return [
    `<section class="code">`,
    `<div class="input"><span class="count">[${count ?? " "}]</span><pre><code>${codeHtml(source)}</code></pre></div>`,
    ...outputs.map((output) => `<div class="output">${outputHtml(output, addresses)}</div>`),
    `</section>`,
  ].join("\n");
}
