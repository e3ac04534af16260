import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { ownKernel } from "../../../lib/jupyter";
import { kernelEnvironment, readKernelSpec } from "../../../lib/jupyter/kernel/kernelSpec";
import { temporaryFolder } from "../../support/temporary";

describe("readKernelSpec", () => {
  it("puts the kernel's folder for {resource_dir}, and leaves {connection_file} for later", (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "kernel.json");
    const argv = ["{resource_dir}/run", "--in={resource_dir}", "{connection_file}"];
    writeFileSync(file, JSON.stringify({ argv, display_name: "X", language: "typescript" }));
    assert.deepEqual(readKernelSpec(file).argv, [`${folder}/run`, `--in=${folder}`, "{connection_file}"]);
  });

  it("names a file that describes no kernel", (t) => {
    const file = path.join(temporaryFolder(t), "kernel.json");
    for (const [text, reason] of [
      ["{", /its text is not valid JSON/],
      ["[".repeat(50_000) + "]".repeat(50_000), /is nested more than 500 levels deep/],
      ["null", /it is not an object/],
      ['{"argv":[]}', /no command in "argv"/],
      ['{"argv":["node",{"toString":1}]}', /no command in "argv"/],
      ['{"argv":["node"],"env":{"A":1}}', /a part of it has the wrong type/],
    ] as const) {
      writeFileSync(file, text);
      assert.throws(
        () => readKernelSpec(file),
        (error: Error) => {
          assert.equal(error.name, "UserError");
          assert.ok(error.message.startsWith(`${file} does not describe a kernel: `));
          assert.match(error.message, reason);
          return true;
        },
      );
    }
  });
});

describe("kernelEnvironment", () => {
  it("expands variables as jupyter_client does: known ones, once", () => {
    const env = { A: "${HOME}/a:$PATH", B: "${NONE} $$HOME $", HOME: "${HOME}2" };
    assert.deepEqual(kernelEnvironment({ ...ownKernel(), env }, { HOME: "/h", PATH: "${HOME}", C: "c" }), {
      A: "/h/a:${HOME}",
      B: "${NONE} $HOME $",
      C: "c",
      HOME: "/h2",
      PATH: "${HOME}",
    });
    assert.deepEqual(kernelEnvironment(ownKernel(), { C: "c" }), { C: "c" });
  });
});
