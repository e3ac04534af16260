import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  augment,
  brightness,
  contrast,
  crop,
  erase,
  flip,
  rotate,
  scale,
  shift,
  type Augmentation,
} from "../../lib/augment";
import { random } from "../../lib/core/values/random";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { picture } from "./picture";

for (const engine of readableEngines) {
  onEngine(engine, () => {
    const all: [string, Augmentation][] = Object.entries({
      shift: shift(2),
      rotate: rotate(30),
      scale: scale(0.2),
      flip: flip(),
      crop: crop(2),
      brightness: brightness(0.3),
      contrast: contrast(0.3),
      erase: erase(2),
    });
    for (const [name, augmentation] of all)
      it(`${name}: keeps the shape, repeats with the seed, differs between pictures and seeds, leaks nothing`, () => {
        const before = tf.memory().numTensors;
        tf.tidy(() => {
          const one = tf.tile(picture(1), [8, 1, 1, 1]);
          const run = (seed: number) => augment(one, [augmentation], random(seed));
          const [first, again, other] = [run(1), run(1), run(2)];
          assert.deepEqual(first.shape, one.shape);
          assert.deepEqual(first.dataSync(), again.dataSync());
          assert.notDeepEqual(first.dataSync(), other.dataSync());
          const size = 60;
          const pictures = new Set(
            Array.from({ length: 8 }, (_, i) => String(first.dataSync().slice(i * size, (i + 1) * size))),
          );
          assert.ok(pictures.size > 1);
        });
        assert.equal(tf.memory().numTensors, before);
      });
  });
}
