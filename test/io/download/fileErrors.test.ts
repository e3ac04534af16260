import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { explainFileError } from "../../../lib/io/download/fileErrors";

function fileError(code: string, syscall: string): Error {
  return Object.assign(new Error(code), { code, syscall });
}

describe("explainFileError", () => {
  it("says in one sentence why a folder cannot be written", () => {
    const cases = [
      ["ENOSPC", "write", "the disk is full"],
      ["EROFS", "open", "the file system is read-only"],
      ["EACCES", "mkdir", "you have no permission to write there"],
      ["EEXIST", "mkdir", "a part of the path is a file, not a folder"],
      ["ENOENT", "mkdir", "the folder cannot be made (is the disk read-only?)"],
    ] as const;
    for (const [code, syscall, reason] of cases) {
      const explained = explainFileError(fileError(code, syscall), "home");
      assert.ok(explained instanceof UserError);
      assert.equal(
        explained.message,
        `Cannot write to home: ${reason}. Fix this, or set SSDML_HOME to another folder.`,
      );
    }
  });

  it("leaves other errors as they are", () => {
    for (const error of [new UserError("a"), new Error("b"), fileError("ENOENT", "open"), undefined]) {
      assert.equal(explainFileError(error, "home"), error);
    }
  });
});
