import assert from "node:assert/strict";
import { it } from "node:test";
import { shownAddress, splitCredentials } from "../../../lib/io/download/shownAddress";

it("an address is shown without user name and password, which a header carries instead", () => {
  assert.equal(shownAddress("https://me:s%40cret@example.org/a?b=1"), "https://example.org/a?b=1");
  const { url, authorization } = splitCredentials("https://me:s%40cret@example.org/a");
  assert.equal(url.href, "https://example.org/a");
  const [scheme, encoded] = authorization.authorization.split(" ");
  assert.deepEqual([scheme, Buffer.from(encoded, "base64").toString()], ["Basic", "me:s@cret"]);
  assert.deepEqual(splitCredentials("https://example.org/").authorization, {});
});
