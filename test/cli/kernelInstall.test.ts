import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");

const ssdml = (environment: NodeJS.ProcessEnv, ...words: string[]) =>
  spawnSync(process.execPath, [bin, "kernel", ...words], {
    encoding: "utf8",
    timeout: 30_000,
    env: { PATH: process.env.PATH, ...environment },
  });

describe("ssdml kernel", () => {
  it("installs the kernel for the user, with icons, and removes it again", (t) => {
    const JUPYTER_DATA_DIR = temporaryFolder(t);
    const home = path.join(JUPYTER_DATA_DIR, "kernels", "ssdml");
    const { status, stdout, stderr } = ssdml({ JUPYTER_DATA_DIR }, "install");
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `The kernel is installed in ${home}\nTo remove it: npx ssdml kernel uninstall\n`);
    const spec = JSON.parse(readFileSync(path.join(home, "kernel.json"), "utf8")) as Record<string, unknown>;
    const [node, launcher, file] = spec.argv as string[];
    assert.ok(path.isAbsolute(node) && existsSync(launcher));
    assert.equal(file, "{connection_file}");
    assert.deepEqual(
      [spec.display_name, spec.language, spec.interrupt_mode],
      ["TypeScript (ssdml)", "typescript", "message"],
    );
    assert.deepEqual(readdirSync(home).sort(), [
      "kernel.json",
      "logo-32x32.png",
      "logo-64x64.png",
      "logo-svg.svg",
    ]);
    assert.equal(ssdml({ JUPYTER_DATA_DIR }, "install").status, 0, "it may be installed again");
    assert.equal(ssdml({ JUPYTER_DATA_DIR }, "uninstall").stdout, `Removed ${home}\n`);
    assert.equal(existsSync(home), false);
    assert.match(ssdml({ JUPYTER_DATA_DIR }, "uninstall").stderr, /^ssdml: there is no kernel "ssdml" in /);
  });

  it("installs it for an environment, under another name", (t) => {
    const VIRTUAL_ENV = temporaryFolder(t);
    const words = ["--sys-prefix", "--name", "mine"];
    const home = path.join(VIRTUAL_ENV, "share", "jupyter", "kernels", "mine");
    const { stdout } = ssdml({ VIRTUAL_ENV }, "install", ...words, "--display-name", "Mine");
    assert.match(stdout, /npx ssdml kernel uninstall --sys-prefix --name mine\n$/);
    assert.match(readFileSync(path.join(home, "kernel.json"), "utf8"), /"display_name": "Mine"/);
    assert.equal(ssdml({}, "uninstall", "--prefix", VIRTUAL_ENV, "--name", "mine").status, 0);
    assert.equal(existsSync(home), false);
  });

  it("prints a removal command that works in a shell", { skip: process.platform === "win32" }, (t) => {
    const prefix = path.join(temporaryFolder(t), "it's a b");
    const { stdout } = ssdml({}, "install", "--prefix", prefix);
    const [, command] = /npx ssdml (.*)\n$/.exec(stdout) ?? [];
    const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$1" ${command}`, process.execPath, bin], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    assert.equal(existsSync(path.join(prefix, "share", "jupyter", "kernels", "ssdml")), false);
  });

  it("leaves other kernels alone", (t) => {
    const prefix = temporaryFolder(t);
    const home = path.join(prefix, "share", "jupyter", "kernels", "python3");
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, "kernel.json"), '{"argv": ["python", "-m", "ipykernel"]}');
    for (const [word, sentence] of [
      ["install", /another kernel is in .*python3\. Choose another --name\./],
      ["uninstall", /was not installed by ssdml\. To remove it, type: jupyter kernelspec remove python3/],
    ] as const) {
      const { status, stderr } = ssdml({}, word, "--prefix", prefix, "--name", "python3");
      assert.equal(status, 1);
      assert.match(stderr, sentence);
    }
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const closed = path.join(folder, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    const cases: [string[], RegExp][] = [
      [["install", "--sys-prefix"], /^ssdml: no virtual environment is active/],
      [["install", "--user", "--system"], /^ssdml: kernel install: choose one of .*, got --user --system/],
      [
        ["install", "--prefix", file],
        /^ssdml: cannot install the kernel to .*: a part of the path is a file, not a folder\. Give --prefix another folder than ".*file", or use --user/,
      ],
      [["install", "--prefix", ""], /^ssdml: kernel install: --prefix must name a folder, got ""/],
      [
        ["install", "--prefix", "/dev/null/x"],
        /^ssdml: cannot install.*Give --prefix another folder than "\/dev\/null\/x"/,
      ],
      [
        ["install", "--display-name", " "],
        /^ssdml: kernel install: --display-name must not be blank, got " "/,
      ],
      [["install", "--name", "a b"], /^ssdml: a kernel's name may have only letters.*got "a b"/],
      [["uninstall", "--display-name", "x"], /^ssdml: .*--display-name.*ssdml kernel uninstall --help/],
    ];
    // Root may write everywhere.
    if (process.getuid?.() !== 0 && process.platform !== "win32") {
      cases.push([
        ["install", "--prefix", closed],
        /you have no permission to write there\. Give --prefix another/,
      ]);
    }
    // Node's recursive mkdir does not come back from here.
    if (existsSync("/proc/self")) {
      cases.push([
        ["install", "--prefix", "/proc"],
        /the folder cannot be made.*another folder than "\/proc"/,
      ]);
    }
    for (const [words, sentence] of cases) {
      const { status, stderr } = ssdml({}, ...words);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1);
    }
    for (const word of ["install", "uninstall"]) {
      assert.match(ssdml({}, word, "--help").stdout, new RegExp(`^Usage: ssdml kernel ${word}`));
    }
  });
});
