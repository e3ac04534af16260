import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import path from "node:path";
import readline from "node:readline";

/** A Python process that does the peers' work on request, so that both sides can take turns in one run. */
export interface PeerProcess {
  /** "NumPy 2.4, PyTorch 2.9 …", or why there is none. */
  description: string;
  /** True where the process knows the peer. */
  has(peer: string): boolean;
  /** Does the case's work once and says how long it took, in milliseconds. */
  time(name: string, peer: string): Promise<number>;
  close(): void;
}

interface Answer {
  ms?: number;
  error?: string;
  libraries?: Record<string, string>;
}

/** Starts the peers, which read what both sides share in the given folder, with the first Python that has NumPy: $SSDML_PYTHON, python3 or python. */
export async function startPeers(shared: string): Promise<PeerProcess> {
  const { SSDML_PYTHON } = process.env;
  const pythons = SSDML_PYTHON ? [SSDML_PYTHON] : ["python3", "python"];
  const python = pythons.find(
    (name) => spawnSync(name, ["-c", "import numpy"], { stdio: "ignore" }).status === 0,
  );
  if (python === undefined) {
    return {
      description: "no Python with NumPy found (name one in SSDML_PYTHON): no peers",
      has: () => false,
      time: () => Promise.reject(new Error("no peers")),
      close: () => undefined,
    };
  }
  // Compiled files lie in dist/bench, the scripts stay in bench.
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

/** One line of JSON out, one line back. */
function conversation(child: ChildProcess): (question: object) => Promise<Answer> {
  const lines = readline.createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async (question) => {
    child.stdin!.write(`${JSON.stringify(question)}\n`);
    const answer: IteratorResult<string, unknown> = await lines.next();
    if (answer.done) throw new Error("the peers' process ended; see its message above");
    return JSON.parse(answer.value) as Answer;
  };
}
