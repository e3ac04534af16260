import ts from "typescript";
import { check } from "../../common/errors";
import type { CodeCell, Notebook } from "./nbformat";
import { freshId } from "./parseNotebook";

/** Values for the parameters of a notebook, by name. */
export type Parameters = Record<string, unknown>;

const defaultsTag = "parameters";
const injectedTag = "injected-parameters";

/** Reads "name=value" as typed on a command line; the value is JSON (`3`, `true`, `[1,2]`, `"3"`), else a plain text. */
export function parseParameter(word: string): [name: string, value: unknown] {
  const [, name, text] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  check(
    name !== undefined && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name),
    () => `a parameter must look like name=value, such as seed=1, got "${word}".`,
  );
  try {
    return [name, JSON.parse(text)];
  } catch {
    return [name, text];
  }
}

/**
 * A copy of the notebook with a cell that sets the parameters, by papermill's convention: right behind the cell with the tag
 * `parameters`, which holds the defaults, or at the top; a cell injected by an earlier run is replaced. A default's `let` or
 * `const` and its type are kept.
 *
 * @param typed - Whether the kernel understands types, as those for JavaScript do not.
 */
export function injectParameters(
  notebook: Notebook,
  parameters: Parameters,
  { typed = true }: { typed?: boolean } = {},
): Notebook {
  if (Object.keys(parameters).length === 0) return notebook;
  const cells = notebook.cells.filter((cell) => !hasTag(cell, injectedTag));
  const at = cells.findIndex((cell) => cell.cell_type === "code" && hasTag(cell, defaultsTag));
  const defaults = at < 0 ? undefined : declarations(cells[at].source);
  for (const name of Object.keys(parameters)) {
    const setter =
      at < 0
        ? cells.find((cell) => cell.cell_type === "code" && declarations(cell.source).has(name))
        : undefined;
    check(
      setter === undefined,
      () =>
        `the notebook sets "${name}" itself, in a cell without the tag "${defaultsTag}". Give that cell the tag, so that its values are defaults.`,
    );
    check(
      defaults?.has(name) ?? true,
      () =>
        `the notebook has no parameter "${name}"; its parameters are ${[...(defaults?.keys() ?? [])].join(", ") || "none"}.`,
    );
  }
  const source = Object.entries(parameters)
    .map(([name, value]) => declare(name, value, defaults?.get(name), typed))
    .join("\n");
  const injected: CodeCell = {
    cell_type: "code",
    id: freshId(`${injectedTag}:${source}`),
    metadata: { tags: [injectedTag] },
    source: `// Parameters\n${source}`,
    execution_count: null,
    outputs: [],
  };
  return { ...notebook, cells: cells.toSpliced(at + 1, 0, injected) };
}

interface Declaration {
  keyword: string;
  type: string | undefined;
}

/** The variables that a cell declares at its top level. */
function declarations(source: string): Map<string, Declaration> {
  const file = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest);
  return new Map(
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList: list }) =>
        list.declarations.flatMap(({ name, type }) =>
          ts.isIdentifier(name)
            ? [
                [
                  name.text,
                  { keyword: list.flags & ts.NodeFlags.Const ? "const" : "let", type: type?.getText(file) },
                ],
              ]
            : [],
        ),
      ),
  );
}

/** "const seed: number = 1;". The wide type of a plain value keeps `if (seed === 2)` in later cells free of type errors. */
function declare(
  name: string,
  value: unknown,
  { keyword, type }: Declaration = { keyword: "let", type: undefined },
  typed: boolean,
): string {
  const wide = ["number", "string", "boolean"].includes(typeof value) ? typeof value : undefined;
  const annotation = typed ? (type ?? wide) : undefined;
  return `${keyword} ${name}${annotation ? `: ${annotation}` : ""} = ${JSON.stringify(value)};`;
}

function hasTag({ metadata }: { metadata: { tags?: unknown } }, tag: string): boolean {
  return Array.isArray(metadata.tags) && metadata.tags.includes(tag);
}
