import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it, type TestContext } from "node:test";
import { mlflowAddress, openMlflow } from "../../lib/track/mlflow";
import { temporaryFolder } from "../support/temporary";
import { run, trackProgram, trackPython, trackSkip } from "./support";

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** MLflow's own server, on this machine alone. */
async function startServer(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  const port = String(await freePort());
  const words = ["server", "--host", "127.0.0.1", "--port", port, "--workers", "1"];
  const store = ["--backend-store-uri", `sqlite:///${folder}/mlflow.db`, "--artifacts-destination", folder];
  const program = path.join(path.dirname(trackProgram!), "mlflow");
  const server = spawn(program, [...words, ...store], { cwd: folder, stdio: "ignore", detached: true });
  t.after(() => process.kill(-server.pid!, "SIGKILL"));
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 240; tries++) {
    const isUp = await fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return address;
    await wait(500);
  }
  return assert.fail("the MLflow server does not start");
}

describe("openMlflow", () => {
  it(
    "keeps params, tags and each metric once on a real server, and goes on with the same run",
    trackSkip,
    async (t) => {
      const MLFLOW_TRACKING_URI = await startServer(t);
      const folder = temporaryFolder(t);
      const environment = { MLFLOW_TRACKING_URI, MLFLOW_EXPERIMENT_NAME: "paper" };
      const first = await openMlflow(folder, run, environment);
      await first.write(1, { loss: 0.5, "validation/nmi": 0.75, spread: NaN });
      await first.end("stopped");
      const second = await openMlflow(folder, { ...run, settings: { k: 7 } }, environment);
      assert.equal(second.place, first.place);
      await second.write(1, { loss: 0.5 });
      await second.write(2, { loss: 0.25 });
      await second.end("finished");
      const other = await openMlflow(temporaryFolder(t), { ...run, name: "other" }, environment);
      assert.notEqual(other.place, first.place);
      const answer = trackPython(`
import json, mlflow
client = mlflow.MlflowClient("${MLFLOW_TRACKING_URI}")
experiment = client.get_experiment_by_name("paper")
runs = {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}
run = runs["mnist-1"]
history = [[m.step, m.value] for m in client.get_metric_history(run.info.run_id, "loss")]
print(json.dumps([len(runs), run.info.status, run.data.params, run.data.tags["method"], history, sorted(run.data.metrics)]))`);
      assert.deepEqual(answer, [
        2,
        "FINISHED",
        { k: "5", patience: "Infinity" },
        "AGML2",
        [
          [1, 0.5],
          [2, 0.25],
        ],
        ["loss", "validation/nmi"],
      ]);
    },
  );

  it("sends the credentials of the environment, and says what a server answers", async (t) => {
    const seen: (string | undefined)[] = [];
    const server = http.createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(403, { "content-type": "application/json" });
      response.end('{"error_code":"PERMISSION_DENIED","message":"ask\\nRoot"}');
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const open = (environment: NodeJS.ProcessEnv, user = "") =>
      openMlflow(temporaryFolder(t), run, {
        MLFLOW_TRACKING_URI: `http://${user}127.0.0.1:${port}`,
        ...environment,
      });
    const refused = new RegExp(
      `the MLflow server at http://127.0.0.1:${port} refuses experiments/get-by-name: PERMISSION_DENIED ask$`,
    );
    await assert.rejects(open({ MLFLOW_TRACKING_TOKEN: "t1" }), { name: "UserError", message: refused });
    await assert.rejects(open({ MLFLOW_TRACKING_USERNAME: "u", MLFLOW_TRACKING_PASSWORD: "p" }), refused);
    await assert.rejects(open({}, "u:p@"), refused);
    const basic = `Basic ${Buffer.from("u:p").toString("base64")}`;
    assert.deepEqual(seen, ["Bearer t1", basic, basic]);
  });

  it("says so where no server answers, and where none is named", async (t) => {
    const MLFLOW_TRACKING_URI = `http://127.0.0.1:${await freePort()}`;
    await assert.rejects(openMlflow(temporaryFolder(t), run, { MLFLOW_TRACKING_URI }), {
      name: "UserError",
      message: `no MLflow server answers at ${MLFLOW_TRACKING_URI} (ECONNREFUSED).`,
    });
    assert.throws(
      () => mlflowAddress({}),
      /needs the address of a server in MLFLOW_TRACKING_URI, such as .* got none\./,
    );
    assert.throws(() => mlflowAddress({ MLFLOW_TRACKING_URI: "./mlruns" }), /got "\.\/mlruns"\./);
  });
});
