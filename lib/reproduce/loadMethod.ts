import { check } from "../core";
import { isRecord } from "../core/options";
import { deepMethods } from "../methods";
import { defineMethod, type DeepLearnerClass, type MethodDefinition } from "../train";
import { loadDefault } from "./loadDefault";

/**
 * Loads a method from a TypeScript or JavaScript file whose default export is a class of `defineMethod`, or the record that it takes. The
 * file, and what it imports from its own folder, is compiled without a check of its types; `ssdml` is this very package.
 */
export function loadMethod(file: string): DeepLearnerClass {
  const Method = asClass(loadDefault(file, "--method", "Name a method or a file such as ./mine.ts."), file);
  check(
    !Object.hasOwn(deepMethods, Method.methodName),
    () =>
      `--method: the name "${Method.methodName}" of the method in ${file} is taken by one of ours. Give it another name.`,
  );
  return Method;
}

function asClass(value: unknown, file: string): DeepLearnerClass {
  if (typeof value === "function" && "methodName" in value && typeof value.methodName === "string")
    return value as unknown as DeepLearnerClass;
  check(
    isRecord(value) && typeof value.name === "string",
    () =>
      `--method: ${file} must have a method as its default export: export default defineMethod({ name: "Mine", … }).`,
  );
  return defineMethod(value as unknown as MethodDefinition);
}
