import os from "node:os";
import path from "node:path";
import { check } from "../../core";
import {
  either,
  fields,
  isCount,
  isNull,
  isText,
  oneOf,
  parseExactJson,
  readText,
  toExactJson,
  writeAtomically,
} from "../../io/files";
import { engineNames } from "../../engine";
import type { Provenance } from "../cellRecord";
import { cellId } from "../grid";
import { ownVersion } from "../provenance";
import type { CellTask } from "../runGridCell";

type Version = Pick<Provenance, "ssdml" | "commit">;

/** A cell for another machine, and the version of ssdml that asks for it. */
export type RemoteTask = CellTask & Version;

const isTask = fields({
  ssdml: isText,
  commit: either(isText, isNull),
  cell: fields({
    id: isText,
    table: isText,
    scale: isText,
    dataset: isText,
    method: isText,
    seed: isCount,
    images: fields({}),
    labeledPerClass: isCount,
    options: fields({}),
  }),
  folder: isText,
  engine: oneOf(...engineNames),
  threads: either(isCount, isNull),
});

/** Writes a task. Its folder is written relative to the file, because a shared folder may have another name on another machine. */
export async function writeTask(file: string, task: CellTask): Promise<void> {
  const folder = path.relative(path.dirname(file), task.folder);
  await writeAtomically(file, [toExactJson({ ...ownVersion(), ...task, folder })]);
}

/** Reads a task. A file that does not hold one throws a `UserError`. */
export function readTask(file: string): RemoteTask {
  const advice = "Submit the grid again with ssdml reproduce, which writes it anew.";
  const task = parseExactJson(readText(file), file, advice) as RemoteTask;
  check(isTask(task), () => `${file} is not a task of ssdml reproduce. ${advice}`);
  return { ...task, folder: path.resolve(path.dirname(file), task.folder) };
}

/** Refuses to compute what this machine would compute differently. */
export function requireSameVersion({ cell, ...asked }: RemoteTask, own: Version = ownVersion()): void {
  check(
    asked.ssdml === own.ssdml && isSameCommit(asked.commit, own.commit),
    () =>
      `the grid was submitted by ssdml ${versionWords(asked)}, but ${os.hostname()} has ssdml ${versionWords(own)}. Install the same version on all machines.`,
  );
  const { id, ...settings } = cell;
  const expected = cellId(settings);
  check(
    id === expected,
    () =>
      `the task of ${id} does not match its own settings, which make it ${expected} on ${os.hostname()}: the task or the method's file was changed. Submit the grid again.`,
  );
}

/** An installed package does not know its commit; local changes are told by the cell's id, where they matter. */
function isSameCommit(a: string | null, b: string | null): boolean {
  const clean = (commit: string) => commit.replace(/-dirty$/, "");
  return a === null || b === null || clean(a) === clean(b);
}

const versionWords = ({ ssdml, commit }: Version) =>
  commit === null ? ssdml : `${ssdml} (commit ${commit.slice(0, 12)})`;
