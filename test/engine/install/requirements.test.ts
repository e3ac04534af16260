import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { extraRequirements } from "../../../lib/engine/install/requirements";
import { metadata } from "./support/tensorflowMetadata";

describe("the requirements of an extra", () => {
  it("are those with its marker, by their normal names", () => {
    const found = extraRequirements(metadata, "and-cuda");
    assert.deepEqual(
      found.map(({ project }) => project),
      ["nvidia-cublas-cu12", "nvidia-cudnn-cu12"],
    );
  });

  it("accept the versions between their bounds", () => {
    const [cublas] = extraRequirements(metadata, "and-cuda");
    const accepted = ["12.5.3.1", "12.5.3.2", "12.9", "12.10.1", "13.0", "13.0.1"].filter((version) =>
      cublas.accepts(version),
    );
    assert.deepEqual(accepted, ["12.5.3.2", "12.9", "12.10.1"]);
  });
});
