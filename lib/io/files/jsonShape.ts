import { isJsonObject } from "./parseJson";

/** Whether a parsed JSON value has the expected form. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === "string";
export const isFlag: Shape = (value) => typeof value === "boolean";
/** JSON has no numbers that are not finite. */
export const isNumber: Shape = (value) => Number.isFinite(value);
/** A whole number of at least 0. */
export const isCount: Shape = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const oneOf =
  (...choices: readonly unknown[]): Shape =>
  (value) =>
    choices.includes(value);
export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));
export const isNull: Shape = (value) => value === null;
/** Left out, or of the given shape. */
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** An object with at least these fields. */
export const fields =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isJsonObject(value) && Object.entries(shapes).every(([name, shape]) => shape(value[name]));
