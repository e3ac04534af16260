import { runProgram } from "../../io/processes/runProgram";

/** How Python is started: `python3`, `python`, or Windows' launcher. */
const pythons = [["python3"], ["python"], ["py", "-3"]];

/** What `read` finds in the output of pip, run by the first Python where it finds something. */
export async function runPip<Found>(
  words: string[],
  read: (output: string) => Found | undefined,
  signal?: AbortSignal,
): Promise<Found | undefined> {
  for (const [program = "", ...first] of pythons) {
    const { output } = await runProgram(program, [...first, "-m", "pip", ...words], {
      environment: { ...process.env, COLUMNS: "1000", PYTHONWARNINGS: "ignore" },
      signal,
    });
    const found = read(output);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The hosts, as `host` or `host:port`, that pip may ask without https: PIP_TRUSTED_HOST and pip's configuration files. */
export async function trustedHosts(signal?: AbortSignal): Promise<string[]> {
  const configured = await runPip(["config", "list"], configuredHosts, signal);
  return [...words(process.env.PIP_TRUSTED_HOST ?? ""), ...(configured ?? [])];
}

/** The trusted hosts in what `pip config list` prints: lines such as `global.trusted-host='a.example b.example'`. */
export function configuredHosts(configuration: string): string[] | undefined {
  const lines = [...configuration.matchAll(/^(?:global|download)\.trusted-host=(['"])(.*)\1\s*$/gm)];
  return lines.length > 0
    ? lines.flatMap(([, , hosts = ""]) => words(hosts.replaceAll("\\n", " ")))
    : undefined;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
