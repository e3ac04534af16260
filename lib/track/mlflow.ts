import { existsSync } from "node:fs";
import path from "node:path";
import { check } from "../core";
import { isJsonObject, parseJson, readText, writeAtomically } from "../io/files";
import { settingTexts, Written, type RunDescription, type RunLog, type RunStatus } from "./runLog";
import { mlflowClient, MlflowError, type MlflowCall } from "./mlflowClient";

/** MLflow's limits for one call, and for the length of a value. */
const limits = { params: 100, text: 5000 };

const statuses: Record<RunStatus, string> = { finished: "FINISHED", stopped: "KILLED", failed: "FAILED" };

/** The address of the server, in the variable that MLflow's own programs read. */
export function mlflowAddress(environment: NodeJS.ProcessEnv = process.env): URL {
  const { MLFLOW_TRACKING_URI: given = "" } = environment;
  const address = URL.canParse(given) ? new URL(given) : undefined;
  check(
    address?.protocol === "http:" || address?.protocol === "https:",
    () =>
      `--log mlflow needs the address of a server in MLFLOW_TRACKING_URI, such as http://127.0.0.1:5000, got ${given === "" ? "none" : `"${given}"`}.`,
  );
  return address;
}

/**
 * Keeps a run on an MLflow server: settings as params, method, data set and commit as tags, and the numbers as metrics. The run's id is in
 * mlflow.json in the run's folder, so that a run that goes on adds to the same one.
 */
export async function openMlflow(
  folder: string,
  { name, settings, tags }: RunDescription,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RunLog> {
  const address = mlflowAddress(environment);
  const call = mlflowClient(address, environment);
  const file = path.join(folder, "mlflow.json");
  const written = new Written();
  const known = await knownRun(call, file, address, written);
  const run_id =
    known ?? (await createRun(call, environment.MLFLOW_EXPERIMENT_NAME ?? "ssdml", { name, settings, tags }));
  if (known === undefined)
    await writeAtomically(file, [`${JSON.stringify({ server: address.origin, run_id })}\n`]);
  else await call("runs/update", { run_id, status: "RUNNING" });
  return {
    place: `${address.origin}, run ${run_id}`,
    async write(step, measures) {
      const missing = written.missing(step, measures);
      if (missing.length === 0) return;
      const timestamp = Date.now();
      const metrics = missing.map(([key, value]) => ({ key, value, timestamp, step }));
      await call("runs/log-batch", { run_id, metrics });
      written.add(step, Object.keys(measures));
    },
    async end(status) {
      await call("runs/update", { run_id, status: statuses[status], end_time: Date.now() });
    },
  };
}

/** The id of the run that the folder has on this server, if the server still has it. Notes what it holds. */
async function knownRun(
  call: MlflowCall,
  file: string,
  address: URL,
  written: Written,
): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const saved = parseJson(readText(file), file, "Delete it to log to a new run.");
  const id = isJsonObject(saved) ? saved.run_id : undefined;
  check(
    typeof id === "string",
    () => `${file} does not name a run of MLflow. Delete it to log to a new run.`,
  );
  if ((saved as { server?: unknown }).server !== address.origin) return undefined;
  try {
    const { run } = (await call(`runs/get?run_id=${encodeURIComponent(id)}`)) as {
      run: { info: { lifecycle_stage: string }; data: { metrics?: { key: string }[] } };
    };
    if (run.info.lifecycle_stage === "deleted") return undefined;
    for (const { key } of run.data.metrics ?? []) await readHistory(call, id, key, written);
    return id;
  } catch (error) {
    if (error instanceof MlflowError && error.code === "RESOURCE_DOES_NOT_EXIST") return undefined;
    throw error;
  }
}

async function readHistory(call: MlflowCall, id: string, key: string, written: Written): Promise<void> {
  const query = new URLSearchParams({ run_id: id, metric_key: key, max_results: "25000" });
  const { metrics = [] } = (await call(`metrics/get-history?${query.toString()}`)) as {
    metrics?: { step: number | string }[];
  };
  for (const { step } of metrics) written.add(Number(step), [key]);
}

/** The experiment of a name; a new one where there is none. */
async function experimentId(call: MlflowCall, name: string): Promise<string> {
  try {
    const query = new URLSearchParams({ experiment_name: name });
    const { experiment } = (await call(`experiments/get-by-name?${query.toString()}`)) as {
      experiment: { experiment_id: string };
    };
    return experiment.experiment_id;
  } catch (error) {
    if (!(error instanceof MlflowError) || error.code !== "RESOURCE_DOES_NOT_EXIST") throw error;
    return (await call("experiments/create", { name })).experiment_id as string;
  }
}

async function createRun(
  call: MlflowCall,
  experimentName: string,
  { name, settings, tags }: RunDescription,
): Promise<string> {
  const { run } = (await call("runs/create", {
    experiment_id: await experimentId(call, experimentName),
    run_name: name,
    start_time: Date.now(),
    tags: pairs(Object.entries({ ...tags, "mlflow.source.name": "ssdml" })),
  })) as { run: { info: { run_id: string } } };
  const { run_id } = run.info;
  await call("runs/log-batch", { run_id, params: pairs(settingTexts(settings)).slice(0, limits.params) });
  return run_id;
}

const pairs = (entries: [string, string][]) =>
  entries.map(([key, value]) => ({ key, value: value.slice(0, limits.text) }));
