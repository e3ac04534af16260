import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { check, UserError } from "../../core";
import { fields, isJsonObject, isText, listOf, optional, parseJson } from "../../io/files";
import { builtInKernels } from "./builtInKernels";
import { kernelFolders } from "./jupyterFolders";

/** How to start a kernel: Jupyter's kernel.json and its name. */
export interface KernelSpec {
  name: string;
  display_name: string;
  language: string;
  /** The command; `{connection_file}` stands for the path of the connection file. */
  argv: string[];
  /** Variables for the kernel's environment; `${NAME}` stands for one of ours. */
  env?: Record<string, string>;
  interrupt_mode?: "signal" | "message";
  metadata?: Record<string, unknown>;
}

/** Finds a kernel by name (in this package or installed for Jupyter) or by the path of a kernel.json file. */
export function findKernel(name: string): KernelSpec {
  if (Object.hasOwn(builtInKernels, name)) return builtInKernels[name]();
  const direct = name.endsWith(".json")
    ? [name]
    : kernelFolders().map((folder) => path.join(folder, name, "kernel.json"));
  const file = direct.find((candidate) => existsSync(candidate));
  check(
    file !== undefined,
    () =>
      `there is no kernel "${name}"; the kernels are ${knownKernels().join(", ")}. Leave out --kernel for ssdml.`,
  );
  const title = name.endsWith(".json") ? path.basename(path.dirname(path.resolve(name))) : name;
  return { ...readKernelSpec(file), name: title };
}

/** The environment of a kernel: ours, and its own variables with Python's template syntax expanded. */
export function kernelEnvironment(
  { env = {} }: KernelSpec,
  ours: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const expand = (text: string) =>
    text.replace(/\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (whole, bare?: string, braced?: string) =>
      whole === "$$" ? "$" : (ours[bare ?? braced ?? ""] ?? whole),
    );
  return {
    ...ours,
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)])),
  };
}

const optionalFields = fields({
  display_name: optional(isText),
  language: optional(isText),
  env: optional((value) => isJsonObject(value) && Object.values(value).every(isText)),
  interrupt_mode: optional(isText),
  metadata: optional(isJsonObject),
});

/** Reads a kernel.json file. The kernel is named after its folder, which replaces `{resource_dir}`. */
export function readKernelSpec(file: string): KernelSpec {
  const broken = (why: string) =>
    new UserError(`${file} does not describe a kernel: ${why}. Install the kernel again.`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw broken(error instanceof Error ? error.message : String(error));
  }
  const spec = parseJson(text, `${file} does not describe a kernel: its text`, "Install the kernel again.");
  if (!isJsonObject(spec)) throw broken("it is not an object");
  const { argv } = spec;
  if (!listOf(isText)(argv) || (argv as string[]).length === 0) throw broken('it has no command in "argv"');
  if (!optionalFields(spec)) throw broken("a part of it has the wrong type");
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(folder);
  const words = (argv as string[]).map((word) => word.replaceAll("{resource_dir}", () => folder));
  return { display_name: name, language: "", ...spec, argv: words, name };
}

/** The names of the kernels that are installed for Jupyter. */
export function installedKernels(): string[] {
  const names = kernelFolders()
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "kernel.json"))),
    );
  return [...new Set(names)].sort();
}

function knownKernels(): string[] {
  return [...new Set([...Object.keys(builtInKernels), ...installedKernels()])];
}
