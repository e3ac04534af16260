import assert from "node:assert/strict";
import { it } from "node:test";
import { startClock, tick, timeLeft } from "../../lib/display/timeLeft";
import type { TrainingEvent } from "../../lib";

it("timeLeft is right from the first epoch on, with pretraining, mining and validation", () => {
  const [epochs, batches] = [4, 10];
  let now = 1000;
  const clock = startClock(now);
  const after = (ms: number, event: object) => {
    now += ms;
    tick(clock, event as TrainingEvent, now);
  };
  after(5000, { kind: "started" });
  after(60_000, { kind: "pretraining" });
  assert.equal(timeLeft(clock), undefined);
  const wrong: string[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const isNew = epoch % 2 === 1;
    if (isNew) {
      after(0, { kind: "partition", partition: (epoch + 1) / 2, partitions: epochs / 2 });
      after(2000, { kind: "triplets" });
    }
    for (let batch = 1; batch <= batches; batch++) {
      after(100, { kind: "batch", epoch, epochs, batch, batches });
      const known = timeLeft(clock) ?? 0;
      const left =
        (batches - batch) * 100 + (epochs - epoch) * (batches * 100 + 500) + (epoch <= 2 ? 2000 : 0);
      // The validation of 500 ms is not known in the first epoch, and what is left of it not at an epoch's end.
      const unknown = 500 * (epochs - epoch) * (epoch === 1 ? 1 : 1 / epoch);
      if (Math.abs(known - left) > unknown + 1)
        wrong.push(`epoch ${epoch}, batch ${batch}: ${known} instead of ${left}`);
    }
    after(0, { kind: "epoch" });
    after(500, { kind: "evaluation" });
  }
  assert.deepEqual(wrong, []);
});

it("timeLeft of a run that goes on counts what is left", () => {
  const clock = startClock(0);
  tick(clock, { kind: "partition", partition: 3, partitions: 4 } as TrainingEvent, 0);
  tick(clock, { kind: "batch", epoch: 3, epochs: 4, batch: 1, batches: 2 } as TrainingEvent, 100);
  assert.equal(timeLeft(clock), 100 + 200);
});
