import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brokenText, checkClassesLeft, unseenText } from "../../../lib/datasets/pictures/brokenPictures";

describe("what is said about broken pictures", () => {
  it("counts them, and says once how to read what needs sharp", () => {
    const webp = {
      file: "a.webp",
      problem:
        "a.webp is a WebP picture, which needs sharp. Install sharp (npm install sharp), or convert it.",
    };
    assert.equal(
      brokenText([webp], 1000),
      "imageFolder: 1 picture of 1,000 cannot be read and is left out (dataset.skipped lists them): a.webp is a WebP picture, which needs sharp. Install sharp (npm install sharp) for WebP, GIF and CMYK.",
    );
    const cut = { file: "b.png", problem: "b.png is damaged: it ends. Replace it, or move it." };
    assert.match(
      brokenText([cut, cut], 3),
      /2 pictures of 3 cannot be read and are left out .*it ends\. b\.png/,
    );
    assert.doesNotMatch(brokenText([cut], 3), /sharp/);
  });

  it("rejects a class without a picture left, unless it had none", () => {
    const [a, b] = [0, 1].map((label) => ({ file: `${label}.png`, label }));
    const skipped = [{ file: "1.png", problem: "1.png is damaged." }];
    assert.throws(() => {
      checkClassesLeft([a, b], [a], ["x", "y"], skipped);
    }, /class "y" has no labeled picture that can be read\. The first problem: 1\.png is damaged\./);
    checkClassesLeft([a], [a], ["x", "y"], []);
    checkClassesLeft([a, { file: "2.png", label: -1 }], [a], ["x"], skipped);
  });

  it("warns of test classes without training pictures, unless all of them are new", () => {
    const classes = (...names: string[]) => new Map(names.map((name) => [name, []]));
    assert.equal(unseenText(classes("a"), classes("b", "c")), undefined);
    assert.equal(unseenText(classes("a", "b"), classes("a")), undefined);
    assert.match(
      unseenText(classes("a"), classes("a", "b", "c"))!,
      /classes "b", "c" of the test pictures have no/,
    );
  });
});
