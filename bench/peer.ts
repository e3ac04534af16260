import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import path from "node:path";
import readline from "node:readline";

/** A Python process that runs the peers' work on request, so that both sides can take turns in one run. */
export interface PeerProcess {
  /** "NumPy 2.4, PyTorch 2.9 …", or why there is none. */
  description: string;
  /** Whether the process has this peer. */
  has(peer: string): boolean;
  /** Runs the case's work once and returns the milliseconds it took. */
  time(name: string, peer: string): Promise<number>;
  close(): void;
}

interface Answer {
  ms?: number;
  error?: string;
  libraries?: Record<string, string>;
}

/** Starts the peers with the first Python that has NumPy: $SSDML_PYTHON, python3 or python. They read shared inputs from the folder. */
export async function startPeers(shared: string): Promise<PeerProcess> {
  const { SSDML_PYTHON } = process.env;
  const pythons = SSDML_PYTHON ? [SSDML_PYTHON] : ["python3", "python"];
  const python = pythons.find(
    (name) => spawnSync(name, ["-c", "import numpy"], { stdio: "ignore" }).status === 0,
  );
  if (python === undefined) {
    return {
      description: "none; no Python with NumPy found (set SSDML_PYTHON to use another)",
      has: () => false,
      time: () => Promise.reject(new Error("no peers")),
      close: () => undefined,
    };
  }
  // Compiled files are in dist/bench; the Python script stays in bench.
  const script = path.join(__dirname, "..", "..", "bench", "peers", "peers.py");
  const child = spawn(python, ["-u", script, shared], { stdio: ["pipe", "pipe", "inherit"] });
  const ask = conversation(child);
  const { libraries = {} } = await ask({});
  return {
    description: Object.entries(libraries)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
    has: (peer) => peer in libraries,
    async time(name, peer) {
      const { ms, error } = await ask({ case: name, peer });
      if (ms === undefined) throw new Error(`peer ${peer}, case ${name}: ${error}`);
      return ms;
    },
    close: () => child.kill(),
  };
}

/** Sends one line of JSON and reads one line back. */
function conversation(child: ChildProcess): (question: object) => Promise<Answer> {
  const lines = readline.createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async (question) => {
    child.stdin!.write(`${JSON.stringify(question)}\n`);
    const answer: IteratorResult<string, unknown> = await lines.next();
    if (answer.done) throw new Error("the peers' process ended; see its message above");
    return JSON.parse(answer.value) as Answer;
  };
}
