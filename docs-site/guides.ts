import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { markdownHtml } from "../lib/jupyter/html/markdownHtml";
import { pageAddresses } from "../lib/jupyter/html/pageAddresses";
import { root } from "./root";

/** A Markdown file of docs/ as a part of the site. */
export interface Guide {
  /** "own-data" */
  id: string;
  title: string;
  source: string;
}

/** The files of docs/, by name. */
export function readGuides(): Guide[] {
  const folder = path.join(root, "docs");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const source = readFileSync(path.join(folder, name), "utf8");
      const id = name.replace(/\.md$/, "");
      return { id, title: /^# (.+)$/m.exec(source)?.[1] ?? id, source };
    });
}

/** A guide as HTML: links to other guides and to notebooks lead to their pages of the site, others to the files of the package. */
export function guideHtml({ source }: Guide, pageFolder: string): string {
  const { picture, link } = pageAddresses({ folder: path.join(root, "docs"), pageFolder, allowRead: [root] });
  const html = markdownHtml(source, {
    picture,
    link: (address) =>
      address
        .replace(/^(?:\.\/)?([\w-]+)\.md(?=#|$)/, "guide-$1.html")
        .replace(/^\.\.\/notebooks\/([\w-]+)\.ipynb$/, "notebook-$1.html")
        .replace(/^(?!guide-|notebook-).*$/, link),
  });
  return `<div class="markdown">${html}</div>`;
}
