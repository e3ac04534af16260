import path from "node:path";
import type { Cell, CodeCell, Notebook, TextCell } from "../format/nbformat";
import { codeHtml } from "./codeHtml";
import { escapeHtml } from "../../common/escapeHtml";
import { imageUrl, pictureFileUrl } from "./imageUrl";
import { markdownHtml } from "./markdownHtml";
import { outputHtml } from "./outputHtml";
import { pageStyle } from "./pageStyle";

/** Nothing from the network and no scripts: the page is whole, and outputs cannot make it do anything. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

export interface PageOptions {
  title: string;
  /** Where pictures that the texts name are found; default: the current folder. */
  folder?: string;
}

/** A notebook as one self-contained HTML page, to read on a screen or on paper. */
export function notebookHtml(notebook: Notebook, { title, folder = process.cwd() }: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${notebook.cells.map((cell) => cellHtml(cell, folder)).join("\n")}
</main>
</body>
</html>
`;
}

function cellHtml(cell: Cell, folder: string): string {
  if (cell.cell_type === "code") return codeCellHtml(cell);
  return cell.cell_type === "markdown"
    ? `<section class="markdown">${markdownCellHtml(cell, folder)}</section>`
    : `<section><pre>${escapeHtml(cell.source)}</pre></section>`;
}

function markdownCellHtml({ source, attachments = {} }: TextCell, folder: string): string {
  return markdownHtml(source, (address) => {
    const [, attached] = /^attachment:(.*)$/.exec(address) ?? [];
    return attached === undefined
      ? pictureFileUrl(path.resolve(folder, address))
      : imageUrl(attachments[attached] ?? {});
  });
}

function codeCellHtml({ source, execution_count: count, outputs }: CodeCell): string {
  return [
    `<section class="code">`,
    `<div class="input"><span class="count">[${count ?? " "}]</span><pre><code>${codeHtml(source)}</code></pre></div>`,
    ...outputs.map((output) => `<div class="output">${outputHtml(output)}</div>`),
    `</section>`,
  ].join("\n");
}
