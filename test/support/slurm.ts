import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TestContext } from "node:test";
import { temporaryFolder } from "./temporary";

/** A Slurm of two nodes on this machine, for one test. */
export interface SlurmCluster {
  /** The environment in which sbatch, squeue and scancel find it. */
  environment: NodeJS.ProcessEnv;
  /** Runs a program of Slurm and returns what it prints. */
  run: (program: string, ...words: string[]) => string;
  /** Kills the daemon of a node, "n1" or "n2", without a chance to say goodbye. */
  killNode: (name: string) => void;
}

const programs = ["sbatch", "slurmctld", "slurmd", "munged"];
const isInstalled = (program: string) =>
  ["/usr/sbin", "/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)].some((folder) =>
    existsSync(path.join(folder, program)),
  );
const missing = programs.filter((program) => !isInstalled(program));

/** Why tests with Slurm are skipped; false where they can run. */
export const noSlurm: string | false =
  process.platform !== "linux"
    ? "Slurm runs on Linux"
    : missing.length > 0 && `${missing.join(", ")} not installed (apt-get install slurm-wlm munge)`;

const environmentOf = (configuration: string) => ({
  ...process.env,
  PATH: `/usr/sbin:/usr/bin:${process.env.PATH}`,
  SLURM_CONF: configuration,
});

/** Starts munged, slurmctld and two slurmd, all on 127.0.0.1, with all their files in a temporary folder. The test's end ends them. */
export async function startSlurm(t: TestContext): Promise<SlurmCluster> {
  const daemons = new Map<string, ChildProcess>();
  const found: { environment?: NodeJS.ProcessEnv } = {};
  // Before the hook that removes the folder.
  t.after(async () => {
    // Ends the jobs while there are daemons to do it.
    const { environment } = found;
    if (environment) spawnSync("scancel", [`--user=${process.getuid!()}`], { env: environment });
    for (let i = 0; i < 50 && environment && hasJobs(environment); i++) await wait(100);
    for (const daemon of daemons.values()) daemon.kill("SIGKILL");
  });
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  const [controller, n1, n2] = await freePorts(3);
  const configuration = path.join(folder, "slurm.conf");
  writeFileSync(configuration, slurmConf(folder, controller, { n1, n2 }));
  const environment = environmentOf(configuration);
  const start = (name: string, program: string, words: string[]) => {
    const daemon = spawn(program, words, { env: environment, stdio: "ignore" });
    daemons.set(name, daemon);
  };
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { env: environment, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ${words.join(" ")}: ${stderr}`);
    return stdout;
  };
  start("munged", ...munge(folder));
  await until(() => existsSync(path.join(folder, "munge", "socket")), "munged", folder);
  start("slurmctld", "slurmctld", ["-D", "-c", "-f", configuration]);
  for (const name of ["n1", "n2"]) start(name, "slurmd", ["-D", "-f", configuration, "-N", name]);
  const idle = () =>
    spawnSync("sinfo", ["--noheader", "--format=%T %D"], { env: environment, encoding: "utf8" });
  await until(() => idle().stdout.trim() === "idle 2", "slurmctld", folder);
  found.environment = environment;
  return {
    environment,
    run,
    killNode: (name) => {
      daemons.get(name)!.kill("SIGKILL");
    },
  };
}

/** munged runs as its own user if the tests run as root, as it insists. */
function munge(folder: string): [string, string[]] {
  const own = path.join(folder, "munge");
  mkdirSync(own, { mode: 0o755 });
  const key = path.join(own, "key");
  writeFileSync(key, randomBytes(1024), { mode: 0o600 });
  const file = (option: string) => `--${option}-file=${path.join(own, option)}`;
  const words = [
    "--foreground",
    `--socket=${path.join(own, "socket")}`,
    ...["key", "pid", "log", "seed"].map(file),
  ];
  if (process.getuid!() !== 0) return ["munged", words];
  const [user, group] = /^munge:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"))!.slice(1);
  for (const each of [own, key]) chownSync(each, Number(user), Number(group));
  return ["setpriv", [`--reuid=${user}`, `--regid=${group}`, "--clear-groups", "munged", ...words]];
}

/** Without accounting. Lost nodes are noticed, and their jobs start again, within seconds in place of minutes. */
function slurmConf(folder: string, port: number, nodes: Record<string, number>): string {
  const user = spawnSync("id", ["-un"], { encoding: "utf8" }).stdout.trim();
  const lines = {
    ClusterName: "test",
    SlurmctldHost: "localhost(127.0.0.1)",
    SlurmctldPort: port,
    CommunicationParameters: "NoCtldInAddrAny,NoInAddrAny",
    SlurmUser: user,
    SlurmdUser: user,
    AuthType: "auth/munge",
    AuthInfo: `socket=${path.join(folder, "munge", "socket")},cred_expire=5`,
    CredType: "cred/munge",
    AccountingStorageType: "accounting_storage/none",
    JobAcctGatherType: "jobacct_gather/none",
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_Core",
    SlurmdParameters: "config_overrides",
    ReturnToService: 2,
    SlurmdTimeout: 5,
    SchedulerParameters: "sched_interval=2,bf_interval=2",
    KillWait: 2,
    MpiDefault: "none",
    StateSaveLocation: path.join(folder, "state"),
    SlurmdSpoolDir: path.join(folder, "spool.%n"),
    SlurmctldPidFile: path.join(folder, "slurmctld.pid"),
    SlurmdPidFile: path.join(folder, "slurmd.%n.pid"),
    SlurmctldLogFile: path.join(folder, "slurmctld.log"),
    SlurmdLogFile: path.join(folder, "slurmd.%n.log"),
  };
  mkdirSync(lines.StateSaveLocation);
  return [
    ...Object.entries(lines).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(nodes).map(
      ([name, own]) =>
        `NodeName=${name} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${own} CPUs=1 State=UNKNOWN`,
    ),
    "PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP",
    "",
  ].join("\n");
}

function hasJobs(environment: NodeJS.ProcessEnv): boolean {
  const { stdout } = spawnSync("squeue", ["--noheader"], { env: environment, encoding: "utf8" });
  return stdout.trim() !== "";
}

async function until(holds: () => boolean, daemon: string, folder: string): Promise<void> {
  for (let i = 0; i < 150; i++) {
    if (holds()) return;
    await wait(200);
  }
  const log = path.join(folder, `${daemon}.log`);
  throw new Error(`${daemon} does not answer: ${existsSync(log) ? readFileSync(log, "utf8") : "no log"}`);
}

/** Ports of 127.0.0.1 that nobody uses now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer();
          server.listen(0, "127.0.0.1", () => {
            resolve(server);
          });
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
