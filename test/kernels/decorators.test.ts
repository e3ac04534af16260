import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";
import { result, TestKernel, textOf } from "./client";

const STANDARD = `
function logged<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
  { name }: ClassMethodDecoratorContext<This>,
) {
  return function (this: This, ...args: Args): Result {
    console.log("called", String(name));
    return method.apply(this, args);
  };
}`;

const OLD = `
function logged(_prototype: object, name: string, property: PropertyDescriptor) {
  const method = property.value;
  property.value = function (...args: unknown[]) {
    console.log("called", name);
    return method.apply(this, args);
  };
}`;

describe("decorators", () => {
  for (const [kind, decorator] of Object.entries({ standard: STANDARD, old: OLD })) {
    it(`of the ${kind} kind change methods, also of classes of earlier cells`, async (t) => {
      const folder = temporaryFolder(t);
      if (kind === "old") {
        writeFileSync(
          path.join(folder, "tsconfig.json"),
          '{ "compilerOptions": { "experimentalDecorators": true, }, } // as people write it',
        );
      }
      const kernel = await TestKernel.start(folder);
      t.after(() => kernel.stop());
      await kernel.execute(decorator);
      await kernel.execute("class Sums { @logged add(a: number, b: number) { return a + b; } }");
      const run = await kernel.execute(
        "class Doubles extends Sums { @logged twice(n: number) { return 2 * this.add(n, 0); } }\nnew Doubles().twice(4)",
      );
      assert.equal(result(run), "8", JSON.stringify(run.reply.content));
      assert.equal(textOf(run), "called twice\ncalled add\n");
    });
  }
});
