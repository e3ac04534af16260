import { execFile } from "node:child_process";
import { access, constants, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ssdmlHome } from "../io";
import { engines, type EngineRow } from "../engine";
import { installableEngines } from "../engine/install";
import { findLab, findPython, isRecent } from "../jupyter/lab";
import { defineCommand } from "./command";
import type { EngineTrial } from "./tryEngine";
import { version } from "./version";

const help = `Usage: ssdml doctor [--json]

Shows which of the things that ssdml can use are on this machine. Each engine is tested with a short training run in its
own process. Each line says what to type to improve it. The exit code is 0 if an engine works, else 1.

Options:
  --json   print JSON
  --help   show this text`;

/** One line of the doctor's table. */
export interface Finding {
  /** What was examined. */
  what: string;
  state: "good" | "missing" | "broken";
  detail: string;
  /** What to do to improve it; empty if there is nothing to do. */
  fix: string;
}

export const doctor = defineCommand({
  name: "doctor",
  summary: "show what works on this machine, and what to type to get more",
  help,
  options: { json: { type: "boolean" } },
  async run({ values }, terminal) {
    const engineFindings: Finding[] = [];
    // One at a time: in parallel they would slow each other down.
    for (const row of await engines()) engineFindings.push(await examineEngine(row));
    const python = await examinePython();
    const findings = [
      { what: "Node", state: "good", detail: process.version, fix: "" } as const,
      ...engineFindings,
      python,
      await examineJupyter(python),
      await examineHome(),
    ];
    if (values.json) terminal.out(JSON.stringify(findings, null, 2));
    else terminal.out([`ssdml ${version()}`, "", ...findings.flatMap(lines)].join("\n"));
    return engineFindings.some(({ state }) => state === "good") ? 0 : 1;
  },
});

const marks = { good: "✓", missing: "–", broken: "✗" } as const;

function lines({ what, state, detail, fix }: Finding): string[] {
  return [`  ${marks[state]} ${what.padEnd(11)} ${detail}`, ...(fix ? [`${" ".repeat(16)}→ ${fix}`] : [])];
}

const run = promisify(execFile);

async function examineEngine(row: EngineRow): Promise<Finding> {
  const what = row.name;
  if (!row.available) return { what, state: "missing", detail: row.reason, fix: row.fix };
  const trial = await tryInOwnProcess(row);
  const engine = `${row.version} on ${row.device}`;
  if (trial.fault !== undefined) {
    return { what, state: "broken", detail: `${engine}: ${trial.fault}`, fix: repair(row) };
  }
  const note = row.reason ? ` (${row.reason})` : "";
  return {
    what,
    state: "good",
    detail: `${engine}, ${trial.stepMs.toFixed(0)} ms per training step${note}`,
    fix: "",
  };
}

/** Uses a separate process, because a broken driver or binding may crash it and two engines may conflict. */
async function tryInOwnProcess({ name }: EngineRow): Promise<EngineTrial> {
  try {
    const { stdout } = await run(process.execPath, [path.join(__dirname, "tryEngine.js"), name], {
      timeout: 60_000,
    });
    return JSON.parse(stdout.trim().split("\n").at(-1)!) as EngineTrial;
  } catch (error) {
    return { fault: `its process ended: ${String(error).split("\n")[0]}` };
  }
}

function repair({ name }: EngineRow): string {
  return Object.hasOwn(installableEngines, name) ? `npx ssdml engine install ${name} --force` : "npm install";
}

async function examinePython(): Promise<Finding> {
  const what = "Python";
  const python = await findPython();
  if (!python) {
    return {
      what,
      state: "missing",
      detail: "not found; only JupyterLab and the benchmarks need it",
      fix: "",
    };
  }
  if (isRecent(python)) return { what, state: "good", detail: python.version, fix: "" };
  return {
    what,
    state: "missing",
    detail: `${python.version} is too old for JupyterLab`,
    fix: "install Python 3.9 or newer",
  };
}

async function examineJupyter(python: Finding): Promise<Finding> {
  const what = "Jupyter";
  const lab = await findLab();
  if (lab) return { what, state: "good", detail: `JupyterLab ${lab.version} from ${lab.origin}`, fix: "" };
  const fix =
    python.state === "good"
      ? "npx ssdml lab installs its own copy"
      : "install Python 3.9 or newer, then: npx ssdml lab";
  return { what, state: "missing", detail: "no JupyterLab 4; ssdml run does not need it", fix };
}

async function examineHome(): Promise<Finding> {
  const home = ssdmlHome();
  const what = "data cache";
  const fix = "set SSDML_HOME to a folder that you can write to";
  let existing = home;
  while (!(await exists(existing))) existing = path.dirname(existing);
  try {
    await access(existing, constants.W_OK);
    if (!(await stat(existing)).isDirectory())
      return { what, state: "broken", detail: `${existing} is not a folder`, fix };
    const megabytes = existing === home ? Math.round((await sizeOf(home)) / 1e6) : 0;
    return {
      what,
      state: "good",
      detail: `${home} (${megabytes} MB); MNIST comes with the package`,
      fix: "",
    };
  } catch {
    return { what, state: "broken", detail: `${home} is not writable`, fix };
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
