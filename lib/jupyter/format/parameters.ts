import { check, deepestNesting, isNestedDeeper } from "../../core";
import { declarations, type Declaration, type ValueKind } from "./declarations";
import type { Cell, CodeCell, Notebook } from "./nbformat";
import { freshId } from "./parseNotebook";
import { hasTag, tags } from "./tags";

/** Values for the parameters of a notebook, by name. */
export type Parameters = Record<string, unknown>;

const kinds: Record<ValueKind, string> = { number: "a number", string: "a string", boolean: "true or false" };

/** The defaults in the cell with the tag `parameters`; undefined if there is no such cell. */
export function parameterDefaults({ cells }: Notebook): Map<string, Declaration> | undefined {
  const cell = cells.find(isDefaults);
  return cell && declarations(cell.source);
}

/**
 * A copy of the notebook with a cell that sets the parameters. As in papermill, it follows the cell with the tag `parameters`,
 * which holds the defaults, or comes first; it replaces a cell injected by an earlier run. The `let` or `const` and the type of a
 * default are kept, and the new value must have the same type.
 *
 * @param typed - Whether the kernel understands types. Kernels for JavaScript do not.
 */
export function injectParameters(
  notebook: Notebook,
  parameters: Parameters,
  { typed = true }: { typed?: boolean } = {},
): Notebook {
  if (Object.keys(parameters).length === 0) return notebook;
  const cells = notebook.cells.filter((cell) => !hasTag(cell, tags.injected));
  const defaults = parameterDefaults(notebook);
  for (const [name, value] of Object.entries(parameters)) {
    const setter =
      defaults === undefined
        ? cells.find((cell) => cell.cell_type === "code" && declarations(cell.source).has(name))
        : undefined;
    check(
      setter === undefined,
      () =>
        `the notebook sets "${name}" in a cell without the tag "${tags.defaults}". Add the tag to that cell to make its values defaults.`,
    );
    check(
      defaults?.has(name) ?? true,
      () =>
        `the notebook has no parameter "${name}"; its parameters are ${[...(defaults?.keys() ?? [])].join(", ") || "none"}.`,
    );
    checkValue(name, value, defaults?.get(name));
  }
  const source = Object.entries(parameters)
    .map(([name, value]) => declare(name, value, defaults?.get(name), typed))
    .join("\n");
  const injected: CodeCell = {
    cell_type: "code",
    id: freshId(`${tags.injected}:${source}`),
    metadata: { tags: [tags.injected] },
    source: `// Parameters\n${source}`,
    execution_count: null,
    outputs: [],
  };
  return { ...notebook, cells: cells.toSpliced(cells.findIndex(isDefaults) + 1, 0, injected) };
}

/** Rejects values that would fail in the notebook or be read as something else. */
function checkValue(name: string, value: unknown, declared: Declaration | undefined): void {
  check(
    !isNestedDeeper(value, deepestNesting),
    () => `the parameter "${name}" must not be nested more than ${deepestNesting} levels deep.`,
  );
  const given = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  check(
    isJson(value),
    () => `the parameter "${name}" must be a valid JSON value with finite numbers, got ${given}.`,
  );
  if (!declared?.kind) return;
  const { kind, text } = declared;
  check(
    typeof value === kind,
    () =>
      `the notebook declares ${shorten(text)}, so the parameter "${name}" must be ${kinds[kind]}, got ${given}.`,
  );
}

/** Whether JSON keeps a value as it is. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

/** "const seed: number = 1;". The wide type of a plain value keeps `if (seed === 2)` in later cells free of type errors. */
function declare(
  name: string,
  value: unknown,
  { keyword, type }: Pick<Declaration, "keyword" | "type"> = { keyword: "let", type: undefined },
  typed: boolean,
): string {
  const wide = ["number", "string", "boolean"].includes(typeof value) ? typeof value : undefined;
  const annotation = typed ? (type ?? wide) : undefined;
  return `${keyword} ${name}${annotation ? `: ${annotation}` : ""} = ${JSON.stringify(value)};`;
}

function isDefaults(cell: Cell): boolean {
  return cell.cell_type === "code" && hasTag(cell, tags.defaults);
}
