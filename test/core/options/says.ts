import assert from "node:assert/strict";
import { UserError } from "../../../lib/core/errors";

export const says = (sentence: string) => (error: unknown) => {
  assert.ok(error instanceof UserError, String(error));
  assert.equal(error.message, sentence);
  return true;
};
