import assert from "node:assert/strict";
import type http from "node:http";
import { describe, it } from "node:test";
import { ray, reproductionGrid } from "../../../lib/reproduce";
import { jobKey } from "../../../lib/reproduce/cluster/executor";
import { newBatch } from "../../../lib/reproduce/cluster/gridFolder";
import { loopback } from "../../support/loopback";
import { nodeVariable, noRay, startRay } from "../../support/ray";
import { temporaryFolder } from "../../support/temporary";
import { cellOn, processesWith, startGrid, startLocal, until } from "./support";

const setting = { cpus: 2, gpus: 0, memory: 0, container: "", prologue: "" };
const [{ id }] = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], methods: ["AGML"] });
const onRay = ["--on", "ray", "--poll", "0.5"];

/** Answers as Ray 2.60 does, which refuses browsers. */
const dashboard =
  (answers: Record<string, unknown>): http.RequestListener =>
  ({ headers, url = "" }, response) => {
    if (headers["sec-fetch-mode"] !== undefined) response.writeHead(405).end("browser traffic");
    else if (url in answers) response.end(JSON.stringify(answers[url]));
    else response.writeHead(404).end("404: Not Found");
  };

describe("the executor of Ray", () => {
  it("reads the states of its own jobs, and how many fit", async (t) => {
    const batches = ["SUCCEEDED", "FAILED", "STOPPED", "PENDING", "RUNNING", "unknown"].map((status) => ({
      status,
      batch: newBatch("grid", "ray", [id]),
    }));
    const message =
      "Job entrypoint command failed with exit code 127, last available logs (truncated to 20,000 chars):\nhi\n/bin/sh: 1: nope: not found\n";
    const usage = { CPU: [1, 9], memory: [0, 3e10] };
    const { address } = await loopback(
      t,
      dashboard({
        "/api/version": { version: "4", ray_version: "2.60.0" },
        "/api/jobs/": [
          { submission_id: null, status: "RUNNING", message: null },
          { submission_id: "somebody-elses", status: "RUNNING", message: null },
          ...batches.slice(0, 5).map(({ status, batch }) => ({ submission_id: batch.name, status, message })),
        ],
        "/api/cluster_status": { result: true, data: { clusterStatus: { loadMetricsReport: { usage } } } },
      }),
    );
    const executor = ray({ ...setting, address });
    await executor.checkAvailable();
    const states = await executor.states(batches.map(({ batch }) => batch));
    const state = batches.map(({ batch }) => states.get(jobKey(batch, id)));
    assert.deepEqual(
      state.map((each) => each?.phase),
      ["ended", "ended", "ended", "waiting", "running", undefined],
    );
    assert.deepEqual(
      state.map((each) => each?.isCanceled ?? false),
      [false, false, true, false, false, false],
    );
    assert.match(state[1]!.words!, /ended as FAILED \(\/bin\/sh: 1: nope: not found\)/);
    assert.equal(await executor.capacity!(), 4);
    assert.equal(await ray({ ...setting, address, cpus: 10 }).capacity!(), 1);
    assert.equal(await ray({ ...setting, address, gpus: 1 }).capacity!(), 1);
    assert.equal(await ray({ ...setting, address, atATime: 7 }).capacity!(), 7);
  });

  it("says what is wrong with an address", async (t) => {
    const { address } = await loopback(t, (request, response) => {
      if (request.url === "/api/jobs/") response.writeHead(500).end("Traceback …\nValueError: no luck");
      else response.end("<html>a page</html>");
    });
    const executor = ray({ ...setting, address });
    await assert.rejects(executor.checkAvailable(), /what answers at http:.* is not the dashboard of Ray/);
    await assert.rejects(executor.states([]), /^UserError: ray: http:.* answers 500: ValueError: no luck/);
    const nobody = ray({ ...setting, address: "http://127.0.0.1:1" });
    await assert.rejects(nobody.checkAvailable(), /no Ray cluster answers at .*:1 \(ECONNREFUSED\)/);
  });
});

describe("ssdml reproduce --on ray", { skip: noRay }, () => {
  it("makes the same table as this machine alone, although a cell and a node are killed", async (t) => {
    const { inside: before } = await startRay(t);
    const folder = temporaryFolder(t);
    const on = (node: "n1" | "n2") => cellOn(nodeVariable(node), folder);
    const stopped = startGrid(folder, onRay, { before });
    await until(() => !!on("n1") && !!on("n2"), stopped.said);
    stopped.child.kill("SIGINT");
    assert.equal(await stopped.ended, 130);
    assert.match(stopped.said(), /The jobs go on in ray: 2 running, 0 waiting\./);

    const grid = startGrid(folder, onRay, { before });
    await until(() => grid.said().includes("2 jobs of an earlier call found in ray"), grid.said);
    const first = on("n1")!;
    for (const pid of [...processesWith(nodeVariable("n2")), first.cell]) process.kill(pid, "SIGKILL");
    const checkSameAsLocal = startLocal(folder);
    assert.equal(await grid.ended, 0, grid.said());
    assert.match(grid.said(), /ended as FAILED .*submitted again, 1 of 2 times/);
    await checkSameAsLocal();
  });

  it("cancels its jobs", async (t) => {
    const { inside: before } = await startRay(t);
    const folder = temporaryFolder(t);
    const grid = startGrid(folder, [...onRay, "--jobs", "1"], { before });
    await until(
      () => !!cellOn(nodeVariable("n1"), folder) || !!cellOn(nodeVariable("n2"), folder),
      grid.said,
    );
    grid.child.kill("SIGINT");
    assert.equal(await grid.ended, 130);
    const canceled = startGrid(folder, [...onRay, "--cancel"], { before });
    assert.equal(await canceled.ended, 0, canceled.said());
    assert.match(canceled.said(), /^1 job canceled$/m);
    await until(() => !cellOn(nodeVariable("n1"), folder) && !cellOn(nodeVariable("n2"), folder), grid.said);
  });
});
