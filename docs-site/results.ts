import ts from "typescript";

/** Turns each statement with a comment such as `// → 0.74` into a call `expectResult(value, "0.74")`, and the program into CommonJS. */
export function runnable(program: string): string {
  const source = ts.createSourceFile("example.ts", program, ts.ScriptTarget.Latest, true);
  let text = "";
  let end = 0;
  for (const statement of source.statements) {
    const expected = resultComment(program, statement.end);
    if (expected === undefined) continue;
    if (!ts.isExpressionStatement(statement))
      throw new Error(`an example states the result of a declaration: ${statement.getText()}`);
    const { expression } = statement;
    text += program.slice(end, expression.getStart());
    text += `expectResult(${expression.getText()}, ${JSON.stringify(expected)})`;
    end = expression.end;
  }
  const { outputText } = ts.transpileModule(text + program.slice(end), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  return outputText;
}

function resultComment(program: string, end: number): string | undefined {
  const rest = program.slice(end).split("\n", 1)[0];
  return /^;?\s*\/\/ → (.*)$/.exec(rest)?.[1].trim();
}

/** A value as examples write it: `[1, 2]`, `{ nmi: 0.5 }`, `"text"`. Typed arrays and maps are written as arrays. */
export function showResult(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return showResult(Array.from(value as unknown as ArrayLike<number>));
  if (Array.isArray(value)) return `[${value.map(showResult).join(", ")}]`;
  if (Object.hasOwn(value, "toString") || Object.getPrototypeOf(value) !== Object.prototype)
    return (value as { toString(): string }).toString();
  const entries = Object.entries(value).map(([key, entry]) => `${key}: ${showResult(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/** Whether a value is what an example says: the same text, and numbers equal to the digits that are given. */
export function isResult(value: unknown, expected: string): boolean {
  const actual = showResult(value);
  if (actual.replace(number, "#") !== expected.replace(number, "#")) return false;
  const numbers = actual.match(number) ?? [];
  return (expected.match(number) ?? []).every((digits, i) => {
    const decimals = /\.(\d+)/.exec(digits)?.[1].length ?? 0;
    return (
      Math.abs(Number(numbers[i]) - Number(digits)) <= 0.501 * 10 ** -decimals * (decimals > 0 ? 1 : 1e-6)
    );
  });
}
