import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Terminal } from "../../lib/cli/command";
import { engineInstall } from "../../lib/cli/engineInstall";
import { runCommand } from "../../lib/cli/main";
import { withEnvironment } from "../support/temporary";
import { toyWorld, wheelName } from "../engine/install/support/toyWorld";

function recorder(signal = new AbortController().signal) {
  const lines: string[] = [];
  const errors: string[] = [];
  const terminal: Terminal = {
    out: (line) => lines.push(line),
    error: (line) => errors.push(line),
    interactive: false,
    signal,
  };
  return { terminal, lines, errors };
}

const wheelsExistHere = process.platform === "linux" && process.arch === "x64";
const wheelsOnly = { skip: !wheelsExistHere && "the toy wheel is one for Linux x64" };

describe("ssdml engine install", () => {
  it("prints its help", async () => {
    const { terminal, lines } = recorder();
    assert.equal(await runCommand(engineInstall, ["--help"], terminal), 0);
    assert.deepEqual(lines, [engineInstall.help]);
  });

  it("rejects wrong arguments in one sentence", async () => {
    const { terminal } = recorder();
    const cases: [string[], string][] = [
      [[], "engine install: name the engine to install: tensorflow or cuda."],
      [["tpu"], 'engine install: "tpu" is not an engine that can be installed. Choose tensorflow or cuda.'],
      [["tensorflow", "cuda"], "engine install: takes one engine, got tensorflow, cuda."],
      [
        ["tensorflow", "--sha256", "ABC"],
        'installEngine: --sha256 must be 64 lowercase hexadecimal digits, got "ABC".',
      ],
      [
        ["tensorflow", "--fast"],
        "engine install: there is no option --fast. Type ssdml engine install --help.",
      ],
    ];
    for (const [words, message] of cases) {
      await assert.rejects(runCommand(engineInstall, words, terminal), { name: "UserError", message });
    }
  });

  it("installs the engine, or says that it is already installed", wheelsOnly, async (t) => {
    const { toys } = await toyWorld(t);
    const first = recorder();
    assert.equal(
      await runCommand(
        engineInstall,
        ["tensorflow", "--index", toys.index, "--sha256", toys.sha256],
        first.terminal,
      ),
      0,
    );
    assert.ok(first.lines.some((line) => line.startsWith(`${wheelName} 100 %`)));
    assert.match(first.lines.at(-1)!, /^The tensorflow engine is ready after \d+ s: TensorFlow 2\.21\.0 in /);
    const second = recorder();
    assert.equal(await runCommand(engineInstall, ["tensorflow"], second.terminal), 0);
    assert.equal(second.lines.length, 1);
    assert.match(second.lines[0], /^The tensorflow engine is already installed \(TensorFlow 2\.21\.0\)/);
  });

  it("stops on Ctrl-C and says how to resume", wheelsOnly, async (t) => {
    const { toys, settings } = await toyWorld(t);
    const controller = new AbortController();
    settings.beforeWheel = () => {
      controller.abort();
    };
    const { terminal, errors } = recorder(controller.signal);
    assert.equal(
      await runCommand(
        engineInstall,
        ["tensorflow", "--index", toys.index, "--sha256", toys.sha256],
        terminal,
      ),
      130,
    );
    assert.deepEqual(errors, [
      'Stopped. The downloaded part is kept. Run "ssdml engine install tensorflow" again to resume.',
    ]);
  });

  it("passes errors on unchanged", async (t) => {
    withEnvironment(t, { SSDML_HOME: process.execPath });
    await assert.rejects(runCommand(engineInstall, ["tensorflow"], recorder().terminal), {
      name: "UserError",
    });
  });
});
