import { UserError } from "../../common/errors";
import { runProgram } from "../../common/programs/runProgram";

/** How Python is started: `python3`, `python`, or Windows' launcher. */
const pythons = [["python3"], ["python"], ["py", "-3"]];

/**
 * The Python package index to use: `--index`, else PIP_INDEX_URL, else the one that pip is set to.
 * pip shows it as the default of `--index-url` in its help, configuration files included.
 */
export async function indexAddress(given?: string, signal?: AbortSignal): Promise<string> {
  if (given !== undefined) return checked(given, "--index");
  if (process.env.PIP_INDEX_URL) return checked(process.env.PIP_INDEX_URL, "PIP_INDEX_URL");
  for (const [program = "", ...words] of pythons) {
    const { output } = await runProgram(program, [...words, "-m", "pip", "download", "--help"], {
      environment: { ...process.env, COLUMNS: "1000", PYTHONWARNINGS: "ignore" },
      signal,
    });
    const address = defaultIndex(output);
    if (address !== undefined) return checked(address, "pip's index-url");
  }
  throw new UserError(
    "No Python with pip tells the address of its package index. Install Python 3 with pip, " +
      "or give the address with --index URL (or PIP_INDEX_URL).",
  );
}

/** The index that `pip download --help` prints. The help may be wrapped, even inside the address. */
export function defaultIndex(help: string): string | undefined {
  return /--index-url\s+<url>[^()]*\(default:?\s+([^)]*)\)/.exec(help)?.[1]?.replace(/\s+/g, "");
}

function checked(address: string, source: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new UserError(
      `${source} must be an http or https address of a Python package index, got "${address}".`,
    );
  }
  return address;
}
