import assert from "node:assert/strict";
import { it } from "node:test";
import { imageUrl } from "../../../lib/jupyter/html/imageUrl";

it("imageUrl takes the best picture of a bundle, and nothing that could end the address", () => {
  const png = "iVBOR\nw0KGg==";
  assert.equal(imageUrl({ "text/plain": "a", "image/png": png }), "data:image/png;base64,iVBORw0KGg==");
  const svg = "<svg>γ</svg>";
  const address = imageUrl({ "image/png": png, "image/svg+xml": svg })!;
  assert.equal(Buffer.from(address.replace("data:image/svg+xml;base64,", ""), "base64").toString(), svg);
  assert.equal(imageUrl({ "image/png": 'a"><script>' }), "data:image/png;base64,ascript");
  assert.equal(imageUrl({ "text/plain": "a", "image/png": { not: "a text" } }), undefined);
});
