import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TestContext } from "node:test";
import { temporaryFolder } from "./temporary";

/** A Ray cluster of two nodes in a network of its own, for one test. */
export interface RayCluster {
  /** The words that run a program inside its network. */
  inside: string[];
}

const python = process.env.SSDML_RAY;

/** Why tests with Ray are skipped; false where they can run. */
export const noRay: string | false =
  python === undefined
    ? "SSDML_RAY does not name a Python that has ray[default]"
    : spawnSync("unshare", ["--net", "--pid", "--fork", "true"]).status !== 0 &&
      "no right to make a network namespace (unshare --net)";

/** The environment of everything that runs on a node has this variable. */
export const nodeVariable = (node: "n1" | "n2") => `SSDML_TEST_NODE=${node}`;

/**
 * Starts a head and a second node. Ray listens on all addresses and trusts everybody, so that it gets a network namespace whose only
 * address is 127.0.0.1. It also gets a process namespace, whose end ends all of it.
 */
export async function startRay(t: TestContext): Promise<RayCluster> {
  const found: { ray?: ChildProcess } = {};
  // Before the hook that removes the folder.
  t.after(() => found.ray?.kill("SIGKILL"));
  const folder = temporaryFolder(t);
  const program = path.join(path.dirname(python!), "ray");
  const common = "--block --num-cpus=1 --disable-usage-stats --node-ip-address=127.0.0.1";
  const head = `--head --port=6379 --dashboard-host=127.0.0.1 --dashboard-port=8265 --temp-dir=${folder}`;
  // Two nodes of one host need ports of their own for their agents.
  const second =
    "--address=127.0.0.1:6379 --dashboard-agent-listen-port=52400 --dashboard-agent-grpc-port=52401 --runtime-env-agent-port=52402 --metrics-export-port=52403";
  const script = [
    "ip link set lo up",
    `${nodeVariable("n1")} ${program} start ${common} ${head} &`,
    "for i in $(seq 60); do curl --silent --fail http://127.0.0.1:8265/api/version && break; sleep 0.5; done",
    `${nodeVariable("n2")} ${program} start ${common} ${second} &`,
    "wait",
  ].join("\n");
  const words = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", script];
  const ray = spawn("unshare", words, { stdio: ["ignore", "pipe", "pipe"] });
  found.ray = ray;
  let said = "";
  for (const stream of [ray.stdout, ray.stderr])
    stream.on("data", (text: Buffer) => (said += text.toString()));
  const inside = ["nsenter", `--net=/proc/${ray.pid}/ns/net`];
  const status = () => {
    const [command, ...rest] = [...inside, "curl", "--silent", "http://127.0.0.1:8265/api/cluster_status"];
    return spawnSync(command, rest, { encoding: "utf8" }).stdout;
  };
  const hasBoth = () => /"CPU": \[\d\.\d, 2\.0\]/.test(status());
  for (let i = 0; i < 120 && !hasBoth(); i++) await wait(500);
  if (!hasBoth()) throw new Error(`Ray does not start: ${status()} ${said}`);
  return { inside };
}
