import assert from "node:assert/strict";
import { it } from "node:test";
import { euclideanMetric, grassmannMetric, stiefelMetric } from "../../lib/train";

for (const [name, metric] of Object.entries({ grassmannMetric, stiefelMetric, euclideanMetric }))
  it(`${name} starts at the first axes if told to, else at random orthonormal columns`, () => {
    const { data, shape } = metric({ dimension: 2, start: "leading" }).start(3, 1);
    assert.deepEqual(shape, [3, 2]);
    assert.deepEqual([...data], [1, 0, 0, 1, 0, 0]);
    const random = metric({ dimension: 2 });
    assert.notDeepEqual(random.start(3, 1).data, random.start(3, 2).data);
    // Models and checkpoints of earlier versions know no start.
    assert.ok(!("start" in (random.settings as object)));
    assert.equal((metric({ start: "leading" }).settings as { start?: string }).start, "leading");
  });
