import { UserError } from "../../core";
import { isSecure, isTrusted, shownAddress } from "../../io/download";
import { runProgram } from "../../io/processes";

/** A Python package index (PEP 503). */
export interface PackageIndex {
  address: string;
  /** Hosts that pip is configured to trust; empty if the index uses https. */
  trustedHosts: readonly string[];
}

/**
 * The Python package index to use: `--index`, else PIP_INDEX_URL, else pip's configured index. It must be an https address or one
 * on this machine. A host that the user trusts in pip's `trusted-host` is accepted as well.
 */
export async function findIndex(given?: string, signal?: AbortSignal): Promise<PackageIndex> {
  const { address, source } = await findAddress(given, signal);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new UserError(`${source} must be the https address of a Python package index, got "${address}".`);
  }
  const url = new URL(address);
  if (isSecure(url)) return { address, trustedHosts: [] };
  const trusted = (await trustedHosts(signal)).filter((host) => isTrusted(url, [host]));
  if (trusted.length === 0) {
    throw new UserError(
      `${source} is ${shownAddress(address)}, which is not https, so its files could be changed in transit. ` +
        `Use an https address. If you trust the network to ${url.host}, tell pip, and it applies here too: ` +
        `pip config set global.trusted-host ${url.host}`,
    );
  }
  return { address, trustedHosts: trusted };
}

async function findAddress(
  given: string | undefined,
  signal?: AbortSignal,
): Promise<{ address: string; source: string }> {
  if (given !== undefined) return { address: given, source: "--index" };
  const { PIP_INDEX_URL } = process.env;
  if (PIP_INDEX_URL) return { address: PIP_INDEX_URL, source: "PIP_INDEX_URL" };
  const address = await runPip(["download", "--help"], defaultIndex, signal);
  if (address !== undefined) return { address, source: "pip's index-url" };
  throw new UserError(
    "Could not determine pip's index URL. Install Python 3 with pip, " +
      "or give the address with --index URL (or PIP_INDEX_URL).",
  );
}

/**
 * The index that `pip download --help` prints as the default of `--index-url`, configuration files included. The help
 * text may be wrapped, even inside the address.
 */
export function defaultIndex(help: string): string | undefined {
  return /--index-url\s+<url>[^()]*\(default:?\s+([^)]*)\)/.exec(help)?.[1]?.replace(/\s+/g, "");
}

/** How Python is started: `python3`, `python`, or Windows' launcher. */
const pythons = [["python3"], ["python"], ["py", "-3"]];

/** Runs pip with each Python until `read` finds something in its output. */
async function runPip<Found>(
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

/** The hosts, as `host` or `host:port`, that pip may use without https, from PIP_TRUSTED_HOST and pip's configuration files. */
async function trustedHosts(signal?: AbortSignal): Promise<string[]> {
  const configured = await runPip(["config", "list"], configuredHosts, signal);
  return [...words(process.env.PIP_TRUSTED_HOST ?? ""), ...(configured ?? [])];
}

/** The trusted hosts in the output of `pip config list`, with lines such as `global.trusted-host='a.example b.example'`. */
function configuredHosts(configuration: string): string[] | undefined {
  const lines = [...configuration.matchAll(/^(?:global|download)\.trusted-host=(['"])(.*)\1\s*$/gm)];
  return lines.length > 0
    ? lines.flatMap(([, , hosts = ""]) => words(hosts.replaceAll("\\n", " ")))
    : undefined;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
