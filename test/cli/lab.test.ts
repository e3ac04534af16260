import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { isAlive } from "../../lib/io/processes/isAlive";
import { eventually } from "../support/notebooks";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");

/** A folder with programs that stand for those on the PATH, each a shell script. */
function programs(
  t: TestContext,
  scripts: Record<string, string>,
): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = temporaryFolder(t);
  const onPath = path.join(folder, "bin");
  mkdirSync(onPath);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(onPath, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(onPath, name), 0o755);
  }
  return { folder, env: { PATH: onPath, SSDML_HOME: path.join(folder, "home") } };
}

const ssdml = ({ folder, env }: ReturnType<typeof programs>, ...words: string[]) =>
  spawnSync(process.execPath, [bin, "lab", "--no-browser", ...words], { encoding: "utf8", cwd: folder, env });

/** Answers --version; otherwise notes its arguments and its environment and waits. */
const jupyter = `case "$*" in *--version*) echo 4.9.9; exit;; esac
echo "$@" > words; echo "$JUPYTER_PATH" > path; echo $$ > pid; exec /bin/sleep 600`;

describe("ssdml lab", { skip: process.platform === "win32" }, () => {
  it("starts the JupyterLab of the PATH on loopback with our kernel, and stops it on Ctrl-C", async (t) => {
    const { folder, env } = programs(t, { jupyter });
    mkdirSync(path.join(folder, "notebooks"));
    for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
      const child = spawn(process.execPath, [bin, "lab", "--no-browser"], { cwd: folder, env });
      t.after(() => child.kill()); // also when an assertion fails
      const code = new Promise((resolve) => child.once("close", resolve));
      const place = (name: string) => path.join(folder, "notebooks", name);
      const read = (name: string) => readFileSync(place(name), "utf8").trim();
      await eventually(() => existsSync(place("pid")) && isAlive(Number(read("pid"))), "JupyterLab runs");
      const words = read("words");
      assert.match(words, /^lab --ServerApp\.ip=127\.0\.0\.1 --ServerApp\.root_dir=\S*notebooks /);
      assert.match(words, /default_kernel_name=ssdml.*log_level=WARN --no-browser$/);
      assert.doesNotMatch(words, /token|password/);
      assert.ok(existsSync(path.join(read("path"), "kernels", "ssdml", "kernel.json")));
      child.kill(signal);
      const exitCode = await code;
      if (signal === "SIGINT") assert.equal(exitCode, 0);
      await eventually(() => !isAlive(Number(read("pid"))), `JupyterLab ended after ${signal}`);
    }
  });

  it("without notebooks of the user's own, shows copies of ours and says where they are", (t) => {
    const done = `case "$*" in *--version*) echo 4.9.9; exit;; esac\necho "$@" > words`;
    const machine = programs(t, { jupyter: done });
    const tour = path.join(machine.folder, "ssdml-notebooks");
    const first = ssdml(machine);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^Copied \d+ notebooks of ssdml to \S*ssdml-notebooks\.\n/);
    assert.match(readFileSync(path.join(tour, "words"), "utf8"), /root_dir=\S*ssdml-notebooks /);

    writeFileSync(path.join(tour, "00-quickstart.ipynb"), "mine");
    assert.doesNotMatch(ssdml(machine).stdout, /Copied/);
    assert.equal(readFileSync(path.join(tour, "00-quickstart.ipynb"), "utf8"), "mine");

    writeFileSync(path.join(machine.folder, "own.ipynb"), "{}");
    assert.match(
      ssdml(machine).stdout,
      new RegExp(`serves ${path.basename(machine.folder)}|serves \\S*${path.basename(machine.folder)}\\.`),
    );
    assert.match(ssdml(machine, "--in-place", ".").stderr, /^ssdml: lab: takes \. or --in-place, not both/);
  });

  it("says what is missing to install a private JupyterLab, and leaves no partial installation", (t) => {
    const old = "echo Python 3.7.3";
    const python = (rest: string) => `case "$1" in --version) echo Python 3.11.1;; ${rest} esac`;
    const cases: [Record<string, string>, RegExp][] = [
      [{}, /^ssdml: JupyterLab needs Python 3\.9 or newer, and none was found\./],
      [{ python3: old }, /^ssdml: JupyterLab needs Python 3\.9 or newer, found 3\.7\.3\./],
      [{ python3: python("-c) exit 1;;") }, /^ssdml: Python 3\.11\.1 lacks its venv module\. Install it/],
      [
        {
          python3: python(
            `-c) exit 0;; -m) /bin/mkdir -p "$3/bin"; echo '#!/bin/sh\necho ERROR: No matching distribution found >&2; exit 1' > "$3/bin/python"; /bin/chmod +x "$3/bin/python";;`,
          ),
        },
        /^ssdml: pip cannot fetch JupyterLab \S+: ERROR: No matching distribution found\. Check the network/,
      ],
      [{ jupyter: "echo 3.6.1" }, /^ssdml: JupyterLab needs Python 3\.9/],
    ];
    for (const [scripts, sentence] of cases) {
      const machine = programs(t, scripts);
      const { status, stderr } = ssdml(machine);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1);
      const home = path.join(machine.folder, "home");
      assert.deepEqual(existsSync(home) ? readdirSync(home) : [], []);
    }
  });

  it("says in one sentence what is wrong", async (t) => {
    const machine = programs(t, { jupyter: jupyter.replace("exec /bin/sleep 600", "exit 3") });
    const busy = net.createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => busy.once("listening", resolve));
    t.after(() => busy.close());
    const { port } = busy.address() as net.AddressInfo;
    for (const [words, sentence] of [
      [["--port", String(port)], /^ssdml: port \d+ is in use\. Choose another --port/],
      [["--port", "http"], /^ssdml: lab: --port must be a number from 1 to 65535, got "http"/],
      [["nothing.ipynb"], /^ssdml: lab: there is no notebook or folder nothing\.ipynb/],
      [["a", "b"], /^ssdml: lab: takes one notebook or folder, got a, b/],
      [[], /^ssdml: JupyterLab ended with exit code 3; its output above says why/],
    ] as [string[], RegExp][]) {
      const { status, stderr } = ssdml(machine, ...words);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
    }
    assert.match(ssdml(machine, "--help").stdout, /^Usage: ssdml lab/);
  });
});
