import assert from "node:assert/strict";
import path from "node:path";
import { it } from "node:test";
import { readText } from "../../../lib/io/files";
import { temporaryFolder } from "../../support/temporary";

it("files that cannot be read are named with the reason and the fix", (t) => {
  const folder = temporaryFolder(t);
  const none = path.join(folder, "none.txt");
  assert.throws(() => readText(none), {
    name: "UserError",
    message: `cannot read ${none}: there is no such file. Check the name.`,
  });
  assert.throws(() => readText(folder), {
    name: "UserError",
    message: `cannot read ${folder}: it is a folder. Name a file.`,
  });
});
