import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AGML, paperSettings } from "../../../lib";
import { paperRuns, tsneRun, type SavedRun } from "../../../lib/reproduce";
import { temporaryFolder } from "../../support/temporary";

type Result = SavedRun["result"];

function run(
  file: string,
  changes: Partial<Omit<Result, "settings">> & { settings?: object } = {},
): SavedRun {
  const { settings, ...others } = changes;
  const seed = others.seed ?? 1;
  const result: Result = {
    dataset: "mnist",
    method: "AGML",
    seed,
    engine: "cpu",
    labeledPerClass: 10,
    validation: 0.15,
    stopReason: "completed",
    epochs: 2,
    bestEpoch: 1,
    rows: [],
    history: [],
    ...others,
    settings: { ...new AGML({ seed, epochs: 2 }).settings, ...settings },
  };
  return { file, result };
}

describe("paperRuns", () => {
  it("keeps the paper's data sets, methods and settings, and says why others are skipped", () => {
    const reasons: [SavedRun, RegExp][] = [
      [run("flowers", { dataset: "flowers" }), /^the paper has no data set "flowers"/],
      [run("agml2", { method: "AGML2" }), /^the paper has no method "AGML2"$/],
      [run("few", { labeledPerClass: 3 }), /^it has 3 labels per class, the paper 10$/],
      [run("k", { settings: { k: 50 } }), /^k 50 instead of the paper's 10$/],
    ];
    const good = run("good");
    const { used, skipped } = paperRuns([good, ...reasons.map(([one]) => one)]);
    assert.deepEqual(used, [good]);
    for (const [{ file }, reason] of reasons) {
      assert.match(skipped.find((one) => one.file === file)?.reason ?? "", reason);
    }
    const cifar = run("c", { dataset: "cifar10", labeledPerClass: paperSettings("cifar10").labeledPerClass });
    assert.equal(paperRuns([cifar]).used.length, 1);
  });

  it("never mixes schedules or repeats a seed in a mean: the kind of run with the most seeds is used", () => {
    const short = run("short", { settings: { epochs: 1 } });
    const long = [1, 2].map((seed) => run(`long-${seed}`, { seed }));
    const again = run("again", { seed: 2 });
    const { used, skipped } = paperRuns([short, ...long, again]);
    assert.deepEqual(used, long);
    assert.deepEqual(
      skipped.map(({ file, reason }) => [file, reason]),
      [
        ["again", "another run of seed 2 is used"],
        ["short", "epochs 1 instead of 2, as in the runs used"],
      ],
    );
    const other = run("other", { seed: 3, data: "0" });
    assert.match(paperRuns([...long, other]).skipped[0].reason, /other images or labels/);
  });
});

it("tsneRun takes the model of a run only if it belongs to the paper", (t) => {
  const runs = temporaryFolder(t);
  const folder = path.join(runs, "mnist-1");
  const found = () => tsneRun("mnist", true, { runs, seed: 1 });
  assert.match(found().text, /^with orthogonality: a quick run, because there is no /);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "model.safetensors"), "");
  assert.deepEqual(found(), {
    file: path.join(folder, "model.safetensors"),
    text: `with orthogonality: ${folder}`,
  });
  const { result } = run("x", { labeledPerClass: 3 });
  writeFileSync(path.join(folder, "results.json"), JSON.stringify(result));
  assert.equal(found().file, undefined);
  assert.match(found().text, /another experiment: it has 3 labels per class/);
});
