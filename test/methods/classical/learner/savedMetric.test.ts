import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { UserError } from "../../../../lib/core/errors";
import { random } from "../../../../lib/core/values/random";
import { LRML } from "../../../../lib/methods";
import { mutate } from "../../../fuzz/mutate";
import {
  partsOf,
  withChecksum,
  withoutChecksum,
  type SafetensorsParts,
} from "../../../support/safetensorsBytes";
import { temporaryFolder } from "../../../support/temporary";

async function saved(file: string): Promise<{ model: LRML; whole: Buffer }> {
  const noise = random(1);
  const points = Array.from({ length: 12 }, (_, i) => [
    noise.normal() + 3 * (i % 2),
    noise.normal(),
    noise.normal(),
  ]);
  const labels = points.map((_, i) => (i < 6 ? i % 2 : -1));
  const model = await new LRML({ k: 3 }).fit(points, labels);
  await model.save(file);
  return { model, whole: readFileSync(file) };
}

describe("a file of a classical metric", () => {
  it("restores the metric bit for bit, also from the previous version of the format", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const { model, whole } = await saved(file);
    assert.deepEqual((await LRML.load(file)).metric, model.metric);
    assert.deepEqual((await LRML.load(file)).settings, model.settings);
    writeFileSync(file, withoutChecksum(whole, 1));
    assert.deepEqual((await LRML.load(file)).metric, model.metric);
  });

  it("is rejected in one sentence that names it, however it was damaged", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const { whole } = await saved(file);
    for (let seed = 0; seed < 1000; seed++) {
      const bytes = mutate(whole, random(seed), [whole]);
      if (bytes.equals(whole)) continue;
      writeFileSync(file, bytes);
      await assert.rejects(LRML.load(file), (error: unknown) => {
        assert.ok(error instanceof UserError, `seed ${seed}: ${String(error)}`);
        assert.ok(error.message.includes(file), error.message);
        return true;
      });
    }
  });

  it("is rejected if M and L do not belong together, also without a checksum", async (t) => {
    const file = path.join(temporaryFolder(t), "m.safetensors");
    const { whole } = await saved(file);
    const shapeOf = ({ header }: SafetensorsParts, name: string) =>
      header[name] as { shape: number[]; dtype: string };
    for (const [change, reason] of [
      [(parts) => (shapeOf(parts, "matrix").shape = [9]), /it has no float64 matrix "matrix"/],
      [(parts) => (shapeOf(parts, "matrix").shape = [1, 9]), /M has the shape \[1, 9\], L \[3, 3\]/],
      [
        ({ header }) => (header.other = header.factor) && Reflect.deleteProperty(header, "factor"),
        /no float64 matrix "factor"/,
      ],
      [({ data }) => data.writeDoubleLE(NaN, 8), /its matrix "matrix" is not finite/],
      [({ data }) => data.writeDoubleLE(data.readDoubleLE(8) + 0.1, 8), /M is not LLᵀ/],
      [({ data }) => data.writeDoubleLE(-data.readDoubleLE(72), 72), /M is not LLᵀ/],
      [
        ({ header }) => (header.__metadata__!.settings = '{"k":"x"}'),
        /LRML\.load: .* cannot be used: LRML: k must be/,
      ],
    ] as [(parts: SafetensorsParts) => unknown, RegExp][]) {
      const parts = partsOf(whole);
      change(parts);
      for (const bytes of [withChecksum(parts), withoutChecksum(withChecksum(parts), 1)]) {
        writeFileSync(file, bytes);
        await assert.rejects(LRML.load(file), { name: "UserError", message: reason });
      }
    }
  });
});
