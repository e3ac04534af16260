import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { optunaJournal, readSpace, type Trial } from "../../lib/sweep";
import { temporaryFolder } from "../support/temporary";
import { trackPython, trackSkip } from "../track/support";

const space = readSpace(
  {
    rate: { min: 0.001, max: 1, log: true },
    k: { min: 5, max: 20, step: 5 },
    share: { min: 0, max: 0.5, step: 0.1 },
    gamma: [0.9, "auto", true],
  },
  "s",
);
const common = { bestEpoch: 1, started: "2026-01-02T03:04:05.678Z", elapsedMs: 1500 };
const curve = [
  { epoch: 0, value: 0.5 },
  { epoch: 1, value: 0.75 },
];
const trials: Trial[] = [
  {
    trial: 1,
    state: "finished",
    parameters: { rate: 0.01, k: 10, share: 0.3, gamma: "auto" },
    value: 0.75,
    curve,
    ...common,
  },
  {
    trial: 2,
    state: "pruned",
    parameters: { rate: 0.5, k: 20, share: 0, gamma: true },
    value: 0.5,
    curve: curve.slice(0, 1),
    ...common,
  },
  {
    trial: 3,
    state: "failed",
    parameters: { rate: 1, k: 5, share: 0.5, gamma: 0.9 },
    value: null,
    curve: [],
    error: "k",
    ...common,
  },
];

describe("optunaJournal", () => {
  const journal = optunaJournal("mnist", space, trials);

  it("is a line for the study and one per trial", () => {
    const lines = journal
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.map(({ op_code }) => op_code),
      [0, 4, 4, 4],
    );
    assert.deepEqual(lines[1].params, { rate: 0.01, k: 10, share: 0.3, gamma: 1 });
    assert.equal(lines[1].datetime_complete, "2026-01-02T03:04:07.178000+00:00");
    assert.deepEqual(
      lines.slice(1).map(({ state }) => state),
      [1, 2, 3],
    );
  });

  it("is opened and continued by Optuna", trackSkip, (t) => {
    const file = path.join(temporaryFolder(t), "optuna.journal");
    writeFileSync(file, journal);
    const answer = trackPython(`
import json, optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
study = optuna.load_study(study_name="mnist", storage=JournalStorage(JournalFileBackend(${JSON.stringify(file)})))
seen = [[t.number, t.state.name, t.params, t.value, list(t.intermediate_values.items())] for t in study.trials]
best = [study.best_trial.number, study.best_value, study.direction.name]
trial = study.ask(study.trials[0].distributions)
study.tell(trial, 0.9)
print(json.dumps([seen, best, study.best_trial.number, sorted(trial.params)]))`);
    assert.deepEqual(answer, [
      [
        [
          0,
          "COMPLETE",
          trials[0].parameters,
          0.75,
          [
            [0, 0.5],
            [1, 0.75],
          ],
        ],
        [1, "PRUNED", trials[1].parameters, 0.5, [[0, 0.5]]],
        [2, "FAIL", trials[2].parameters, null, []],
      ],
      [0, 0.75, "MAXIMIZE"],
      3,
      ["gamma", "k", "rate", "share"],
    ]);
  });
});
