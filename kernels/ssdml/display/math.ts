import type { MimeBundle } from "./mimeBundle";
import { summaryWithPicture } from "./tensor";

/** Values of mathjs have the name of their type, and a flag of that name. */
interface MathValue {
  type: string;
  toString(): string;
  toTex?(): string;
}

interface MathFraction extends MathValue {
  toFraction(): string;
}

interface MathMatrix extends MathValue {
  isMatrix: true;
  size(): number[];
  valueOf(): unknown;
}

function isMathValue(value: object): value is MathValue {
  const { type } = value as Partial<MathValue>;
  return typeof type === "string" && (value as Record<string, unknown>)[`is${type}`] === true;
}

function isFraction(value: MathValue): value is MathFraction {
  return value.type === "Fraction";
}

function isMatrix(value: MathValue): value is MathMatrix {
  return (value as Partial<MathMatrix>).isMatrix === true;
}

/** Matrices with more entries are not shown as formulas. */
const MAX_ENTRIES = 100;

function bracketed(rows: unknown[][]): string {
  const lines = rows.map((row) => row.map(String).join(" & "));
  return `\\begin{bmatrix}${lines.join("\\\\")}\\end{bmatrix}`;
}

/** Small matrices as formulas; large ones of numbers like tensors. */
function matrix(value: MathMatrix): MimeBundle {
  const shape = value.size();
  const entries = [value.valueOf()].flat(Infinity);
  if (entries.length <= MAX_ENTRIES) {
    const plain = { "text/plain": String(value) };
    if (shape.length !== 2) return plain;
    return { "text/latex": `$$${bracketed(value.valueOf() as unknown[][])}$$`, ...plain };
  }
  const head = `${value.type} [${shape.join(", ")}]`;
  const areNumbers = entries.every((entry) => typeof entry === "number");
  return areNumbers ? summaryWithPicture(head, shape, entries) : { "text/plain": head };
}

/** Values of mathjs: expressions and small matrices as formulas, units, complex numbers and fractions as mathjs writes them. */
export function math(value: object): MimeBundle | undefined {
  if (!isMathValue(value)) return undefined;
  if (isMatrix(value)) return matrix(value);
  const plain = { "text/plain": isFraction(value) ? value.toFraction() : String(value) };
  return value.toTex ? { "text/latex": `$$${value.toTex()}$$`, ...plain } : plain;
}
