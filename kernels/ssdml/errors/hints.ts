import ts from "typescript";

const CANNOT_FIND_NAME = new Set([2304, 2552]);

/** Names from other languages' notebooks, with their equivalents here. */
const HINTS_BY_NAME: Readonly<Record<string, string>> = {
  print: "console.log(…) prints, and the last value of a cell is shown automatically.",
  exit: "The notebook's Kernel menu ends or restarts the kernel; in a terminal, Ctrl-D does.",
  quit: "The notebook's Kernel menu ends or restarts the kernel; in a terminal, Ctrl-D does.",
  len: "Arrays and strings have the property length.",
  range: "Array.from({ length: n }, (_, i) => i) gives the numbers from 0 to n - 1.",
};

const HINTS_BY_LINE: readonly (readonly [RegExp, string])[] = [
  [
    /^!\w[\w-]*( |$)/m,
    'Cells are TypeScript: import { execSync } from "node:child_process"; execSync("ls", { stdio: "inherit" }) runs a program.',
  ],
  [
    /^%%?\w/m,
    "Cells are TypeScript and have no magic commands: console.time() and console.timeEnd() measure time.",
  ],
  [
    /^(def \w+\(|from \S+ import |import \w+ as )/m,
    "Cells are TypeScript. For Python, choose another kernel in the notebook's Kernel menu.",
  ],
];

/** Help for a cell that TypeScript rejects with a message that would not help. */
export function hintFor(source: string, diagnostics: readonly ts.Diagnostic[]): string | undefined {
  const line = HINTS_BY_LINE.find(([pattern]) => pattern.test(source));
  if (line) return line[1];
  const unknown = diagnostics
    .filter(({ code }) => CANNOT_FIND_NAME.has(code))
    .map(({ messageText }) => /'(\w+)'/.exec(ts.flattenDiagnosticMessageText(messageText, "\n"))?.[1] ?? "")
    .find((name) => Object.hasOwn(HINTS_BY_NAME, name));
  return unknown === undefined ? undefined : HINTS_BY_NAME[unknown];
}
