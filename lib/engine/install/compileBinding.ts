import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { runProgram, tellingLine } from "../../io/processes";

/** The compiled binding inside the npm package, at the package's own path. */
export const bindingPath = path.join("lib", "napi-v8", "tfjs_binding.node");

/** The module beside a binding that loads TensorFlow's library without messages. */
export function hushPath(binding: string): string {
  return path.join(path.dirname(binding), "hush.node");
}

export interface BindingSources {
  /** The unpacked npm package, with `binding/*.cc` and TensorFlow in `deps/include` and `deps/lib`. */
  packageFolder: string;
  /** The headers of Node-API. */
  nodeHeaders: string;
  /** The file names of TensorFlow's libraries in `deps/lib`. */
  libraries: string[];
}

/** The C++ compiler with its first arguments: $CXX, c++, g++ or clang++, whichever runs first. */
export async function findCompiler(
  environment: NodeJS.ProcessEnv = process.env,
  signal?: AbortSignal,
): Promise<string[]> {
  const chosen = environment.CXX?.trim().split(/\s+/) ?? [];
  for (const [program = "", ...words] of [chosen, ["c++"], ["g++"], ["clang++"]]) {
    if (program === "") continue;
    const { succeeded } = await runProgram(program, [...words, "--version"], { environment, signal });
    if (succeeded) return [program, ...words];
  }
  throw new UserError(
    `Building the TensorFlow binding needs a C++ compiler, and none was found. ${compilerAdvice(process.platform)}`,
  );
}

/**
 * Compiles the package's Node-API binding against the libraries in its folder, and the module that loads them without messages. Both
 * can be moved.
 */
export async function compileBinding(
  compiler: string[],
  { packageFolder, nodeHeaders, libraries }: BindingSources,
  signal?: AbortSignal,
): Promise<void> {
  const sources = (await fs.readdir(path.join(packageFolder, "binding"))).filter((name) =>
    name.endsWith(".cc"),
  );
  await fs.mkdir(path.dirname(path.join(packageFolder, bindingPath)), { recursive: true });
  const compile = (output: string, words: string[]) =>
    compileModule(compiler, [`-I${nodeHeaders}`, ...words, "-o", output], packageFolder, signal);
  await compile(bindingPath, [
    `-I${path.join("deps", "include")}`,
    ...sources.map((name) => path.join("binding", name)),
    ...libraries.map((name) => path.join("deps", "lib", name)),
    `-Wl,-rpath,${macOS ? "@loader_path" : "$ORIGIN"}/../../deps/lib`,
  ]);
  const hush = hushPath(bindingPath);
  await fs.writeFile(path.join(packageFolder, `${hush}.cc`), hushSource);
  await compile(hush, [`${hush}.cc`]);
}

const macOS = process.platform === "darwin";

/** Makes memory errors in the native code end the process, so that they cannot be exploited. */
const hardening = [
  ...[
    "-fstack-protector-strong",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=2",
    "-Wformat",
    "-Werror=format-security",
  ],
  ...(macOS ? [] : ["-fstack-clash-protection", "-Wl,-z,relro,-z,now", "-Wl,-z,noexecstack"]),
];

async function compileModule(
  [program = "", ...words]: string[],
  wishes: string[],
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { succeeded, errors } = await runProgram(
    program,
    [
      ...words,
      ...["-shared", "-fPIC", "-O2", "-std=c++17", "-DNAPI_VERSION=8"],
      ...hardening,
      ...(macOS ? ["-undefined", "dynamic_lookup"] : []),
      ...wishes,
    ],
    { folder, signal },
  );
  if (!succeeded) {
    throw new UserError(
      `${program} could not compile the TensorFlow binding: ${tellingLine(errors)}. ` +
        "Name another C++17 compiler with the environment variable CXX.",
    );
  }
}

function compilerAdvice(platform: string): string {
  return platform === "darwin"
    ? "Install Apple's with: xcode-select --install"
    : "Install one: sudo apt install g++ (Debian, Ubuntu) or sudo dnf install gcc-c++ (Fedora).";
}

/**
 * C++ source of a small module that opens a library with standard error redirected to nowhere. On some processors TensorFlow prints
 * that oneDNN is on while it loads, before it reads its log level. This is one native call, so that an interrupt cannot leave standard
 * error redirected.
 */
const hushSource = `#include <dlfcn.h>
#include <fcntl.h>
#include <node_api.h>
#include <unistd.h>

static napi_value openQuietly(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  char file[4096];
  if (napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr) != napi_ok || count < 1) return nullptr;
  if (napi_get_value_string_utf8(env, argument, file, sizeof file, nullptr) != napi_ok) return nullptr;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  int kept = fcntl(2, F_DUPFD_CLOEXEC, 3);
  if (nowhere >= 0 && kept >= 0) {
    dup2(nowhere, 2);
    dlopen(file, RTLD_NOW | RTLD_LOCAL);
    dup2(kept, 2);
  }
  if (nowhere >= 0) close(nowhere);
  if (kept >= 0) close(kept);
  return nullptr;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "openQuietly", NAPI_AUTO_LENGTH, openQuietly, nullptr, &function);
  napi_set_named_property(env, exports, "openQuietly", function);
  return exports;
}
`;
