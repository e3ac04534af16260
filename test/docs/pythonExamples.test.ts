import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { AGML2, mlp, random, useEngine } from "ssdml";
import { root } from "../../docs-site/root";
import { runPythonProgram, withoutPython } from "../support/onnxPython";
import { largestDifference } from "../support/onnxruntime";
import { temporaryFolder } from "../support/temporary";

/** The Python programs of docs/deployment.md read what its first example saves. */
it("Python computes what transform does, from both files", { skip: withoutPython }, async (t) => {
  await useEngine("cpu");
  const draw = random(1);
  const features = Array.from({ length: 40 }, (_, i) => [4 * (i % 2) + draw.normal(), draw.normal()]);
  const known = features.map((_, i) => (i < 8 ? i % 2 : -1));
  using model = await new AGML2({ network: mlp([8]), epochs: 3, k: 5, seed: 1 }).fit(features, known);
  const folder = temporaryFolder(t);
  for (const kind of ["safetensors", "onnx"]) await model.save(path.join(folder, `model.${kind}`));
  const z = model.transform([
    [4, 0],
    [0, 0],
  ]);
  const expected = z.dataSync();
  z.dispose();

  const text = readFileSync(path.join(root, "docs", "deployment.md"), "utf8");
  const programs = Array.from(text.matchAll(/^```python\n(.*?)^```/gms), ([, program]) => program);
  assert.equal(programs.length, 2);
  for (const program of programs) {
    const printed = runPythonProgram(
      `${program}\nimport json\nprint(json.dumps(embeddings.ravel().tolist()))`,
      folder,
    );
    const there = JSON.parse(printed) as number[];
    assert.equal(there.length % 4, 0);
    const difference = largestDifference(there, expected.slice(0, there.length));
    assert.ok(difference < 1e-5, `${program}\ndiffers by ${difference}`);
  }
});
