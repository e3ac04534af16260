import ts from "typescript";

const CANNOT_FIND_NAME = new Set([2304, 2552]);

/** What people type who know notebooks of other languages, and what it is here. */
const NAMES: Readonly<Record<string, string>> = {
  print: "console.log(…) prints, and the last value of a cell is shown by itself.",
  exit: "The notebook's Kernel menu ends or restarts the kernel; in a terminal, Ctrl-D does.",
  quit: "The notebook's Kernel menu ends or restarts the kernel; in a terminal, Ctrl-D does.",
  len: "Arrays and texts have a property length.",
  range: "Array.from({ length: n }, (_, i) => i) makes the numbers from 0 to n - 1.",
};

const OF_LINES: readonly (readonly [RegExp, string])[] = [
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

/** Help for a cell that TypeScript refuses, where its own words would not help. */
export function hintFor(source: string, diagnostics: readonly ts.Diagnostic[]): string | undefined {
  const line = OF_LINES.find(([pattern]) => pattern.test(source));
  if (line) return line[1];
  const unknown = diagnostics
    .filter(({ code }) => CANNOT_FIND_NAME.has(code))
    .map(({ messageText }) => /'(\w+)'/.exec(ts.flattenDiagnosticMessageText(messageText, "\n"))?.[1] ?? "")
    .find((name) => Object.hasOwn(NAMES, name));
  return unknown === undefined ? undefined : NAMES[unknown];
}
