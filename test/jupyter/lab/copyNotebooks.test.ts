import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { copyNotebooks, ownNotebooks } from "../../../lib/jupyter/lab/copyNotebooks";
import { temporaryFolder } from "../../support/temporary";

it("the notebooks are copied once; what is there already stays as it is", async (t) => {
  const folder = path.join(temporaryFolder(t), "tour");
  const all = readdirSync(ownNotebooks).filter((name) => name.endsWith(".ipynb"));
  assert.ok(all.length >= 12);
  assert.deepEqual(await copyNotebooks(folder), all);
  assert.deepEqual(readdirSync(folder), all);
  for (const name of all)
    assert.deepEqual(readFileSync(path.join(folder, name)), readFileSync(path.join(ownNotebooks, name)));

  writeFileSync(path.join(folder, all[1]), "my work");
  assert.deepEqual(await copyNotebooks(folder), []);
  assert.equal(readFileSync(path.join(folder, all[1]), "utf8"), "my work");
});

it("a folder that cannot be written is named", async (t) => {
  const file = path.join(temporaryFolder(t), "file");
  writeFileSync(file, "");
  await assert.rejects(
    copyNotebooks(path.join(file, "tour")),
    /^UserError: cannot copy the notebooks to .*file/,
  );
});
