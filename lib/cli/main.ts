import { UserError } from "../core";
import { SpaceError } from "../sweep";
import { ownPlace } from "./ownPlace";
import { closest } from "../core/options";
import { cell } from "./cell";
import type { Command, Terminal } from "./command";
import { dataFetch } from "./dataFetch";
import { dataList } from "./dataList";
import { doctor } from "./doctor";
import { embed } from "./embed";
import { engineInstall } from "./engineInstall";
import { features } from "./features";
import { figures } from "./figures";
import { kernelInstall } from "./kernelInstall";
import { kernelUninstall } from "./kernelUninstall";
import { lab } from "./lab";
import { parseWords } from "./parseWords";
import { reproduce } from "./reproduce";
import { run } from "./run";
import { search } from "./search";
import { start } from "./start";
import { sweep } from "./sweep";
import { train } from "./train";
import { typedAdvice } from "./typedAdvice";
import { version } from "./version";

const commands: Command[] = [
  start,
  doctor,
  engineInstall,
  dataFetch,
  dataList,
  features,
  train,
  sweep,
  embed,
  search,
  reproduce,
  cell,
  figures,
  run,
  lab,
  kernelInstall,
  kernelUninstall,
];

const isHelp = (word: string | undefined) => word === "--help" || word === "-h" || word === "help";

/** Runs `ssdml` with the words typed after it and returns the exit code. */
export async function runCommandLine(words: string[], terminal: Terminal): Promise<number> {
  const command = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  if (command) return runCommand(command, words.slice(command.name.split(" ").length), terminal);
  const [first, second] = words;
  if (first === "help" && second !== undefined)
    return runCommandLine([...words.slice(1), "--help"], terminal);
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (first === undefined || isHelp(first)) terminal.out(overview(commands));
  else if (group.length > 0 && isHelp(second)) terminal.out(overview(group));
  else if (first === "--version" || first === "-v") terminal.out(version());
  else throw unknownCommand(words, group.length > 0 ? group : commands);
  return 0;
}

/** Parses the words typed after a command's name and runs it, or prints its help. Returns the exit code. */
export async function runCommand(command: Command, words: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseWords(command, words);
  if (values.help) {
    terminal.out(command.help);
    return 0;
  }
  try {
    return await command.run({ values, positionals }, terminal);
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof SpaceError) throw error;
    throw new UserError(typedAdvice(error.message, command.options));
  }
}

function unknownCommand(words: string[], listed: Command[]): UserError {
  const typed = words.filter((word) => !word.startsWith("-"));
  const names = listed.map(({ name }) => name);
  const near = closest(typed.slice(0, 2).join(" "), names) ?? closest(typed[0] ?? "", names);
  const hint = near === undefined ? "." : `; did you mean ${near}?`;
  return new UserError(
    `there is no command "${typed.join(" ") || words.join(" ")}"; the commands are ${names.join(", ")}${hint} Type ssdml --help.`,
  );
}

function overview(listed: Command[]): string {
  const width = Math.max(...listed.map(({ name }) => name.length));
  return [
    `ssdml ${version()}: semi-supervised deep metric learning`,
    "",
    "Usage: ssdml COMMAND [--help]",
    "",
    ...listed.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
  ].join("\n");
}

/** What is printed of an error: a sentence, the place in a method's own file, or everything there is for a report. */
function failureText(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error)) return `unexpected error, please report it: ${String(error)}`;
  const place = ownPlace(error);
  if (place === undefined) return `unexpected error, please report it: ${error.stack}`;
  return `the code in ${place} failed: ${error.name}: ${error.message.split("\n")[0]}`;
}

/** The signals that stop a command, with the exit codes that shells use for them. */
const endings = { SIGINT: 130, SIGHUP: 129, SIGTERM: 143 };

/** Runs the command line of this process. The first Ctrl-C (or other stop signal) stops the command cleanly, the second at once. */
export async function main(): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe (`ssdml run … | head`) is not an error; the work continues.
    if (error.code === "EPIPE") return;
    console.error(`ssdml: cannot write to the standard output: ${error.message}.`);
    process.exit(1);
  });
  // There is nobody left to tell.
  process.stderr.on("error", () => undefined);
  const interrupt = new AbortController();
  let stopped: number | undefined;
  for (const [signal, exitCode] of Object.entries(endings)) {
    process.on(signal, () => {
      if (stopped !== undefined) process.exit(exitCode);
      stopped = exitCode;
      interrupt.abort();
    });
  }
  const terminal: Terminal = {
    out: (line) => {
      console.log(line);
    },
    error: (line) => {
      console.error(line);
    },
    interactive: process.stderr.isTTY,
    signal: interrupt.signal,
  };
  try {
    const exitCode = await runCommandLine(process.argv.slice(2), terminal);
    process.exitCode = exitCode === endings.SIGINT ? (stopped ?? exitCode) : exitCode;
  } catch (error) {
    terminal.error(`ssdml: ${failureText(error)}`);
    process.exitCode = 1;
  }
}
