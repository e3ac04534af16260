import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { notebookHtml, parseNotebook, type Notebook } from "../lib/jupyter";
import { freeNames } from "./programs";
import { root } from "./root";

/** A notebook of the package. */
export interface NotebookPage {
  /** "01-affinities" */
  id: string;
  title: string;
  html: string;
  /** The public names that its cells import or use. */
  uses: ReadonlySet<string>;
}

/** The notebooks as pages, in their order. */
export function notebookPages(pageFolder: string): NotebookPage[] {
  const folder = path.join(root, "notebooks");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ipynb"))
    .sort()
    .map((name) => {
      const notebook = parseNotebook(readFileSync(path.join(folder, name), "utf8"), name);
      const id = name.replace(/\.ipynb$/, "");
      const title = titleOf(notebook) ?? id;
      return {
        id,
        title,
        html: notebookHtml(notebook, { title, folder, pageFolder }),
        uses: usesOf(notebook),
      };
    });
}

/** The first heading up to its colon: "01 · Affinities". */
function titleOf({ cells }: Notebook): string | undefined {
  const source = cells.find(({ cell_type: type }) => type === "markdown")?.source ?? "";
  return /^# ([^:\n]+)/m.exec(source)?.[1].replaceAll("`", "");
}

function usesOf({ cells }: Notebook): Set<string> {
  const code = cells.filter(({ cell_type: type }) => type === "code");
  return new Set(code.flatMap(({ source }) => [...importedNames(source), ...freeNames(source)]));
}

const importedNames = (source: string) =>
  [...source.matchAll(/import (?:type )?\{([^}]*)\} from "ssdml"/g)].flatMap(([, list]) =>
    list.split(",").map((name) => name.trim().replace(/^type /, "")),
  );
