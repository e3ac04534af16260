import { deepestNesting, isNestedDeeper } from "../../core/isNestedDeeper";
import type { CodeCell, DisplayOutput, Output, ResultOutput } from "../format/nbformat";
import type { Message } from "../protocol/message";
import { streamAppender } from "./streamAppender";

type Displayed = DisplayOutput | ResultOutput;

/** What a message put into a cell: the new output, or for a stream its new piece; undefined when it changed what was there. */
export type CollectOutput = (cell: CodeCell, message: Message) => Output | undefined;

/**
 * Keeps the outputs of a run's cells as a notebook shows them: pieces of one stream become one output, updates go to every
 * display with that id, in whatever cell, and a cleared cell starts anew. A stream is cut where it becomes longer than anybody
 * could read, or than a notebook could hold.
 */
export function outputCollector({ longestStream = 2 ** 24 } = {}): CollectOutput {
  const displays = new Map<string, Displayed[]>();
  /** Cells that are cleared as soon as the next output comes. */
  const clearing = new WeakSet<CodeCell>();
  const append = streamAppender(longestStream);

  const remember = (output: Displayed, content: Message["content"]): void => {
    const id = displayId(content);
    if (id === undefined) return;
    const known = displays.get(id);
    if (known) known.push(output);
    else displays.set(id, [output]);
  };
  const update = (content: Message["content"]): void => {
    for (const output of displays.get(displayId(content) ?? "") ?? []) Object.assign(output, bundle(content));
  };

  return (cell, { header, content }) => {
    if (header.msg_type === "clear_output") {
      if (content.wait === true) clearing.add(cell);
      else cell.outputs = [];
      return undefined;
    }
    if (header.msg_type === "update_display_data") {
      update(content);
      return undefined;
    }
    const output = outputOf(header.msg_type, content);
    if (output === undefined) return undefined;
    if (clearing.delete(cell)) cell.outputs = [];
    const last = cell.outputs.at(-1);
    if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
      append(last, output.text);
      return output;
    }
    if (output.output_type === "stream") {
      const stream = { ...output, text: "" };
      append(stream, output.text);
      cell.outputs.push(stream);
      return output;
    }
    if ("data" in output) remember(output, content);
    cell.outputs.push(output);
    return output;
  };
}

function outputOf(type: string, content: Message["content"]): Output | undefined {
  switch (type) {
    case "stream":
      return { output_type: type, name: textOf(content.name), text: textOf(content.text) };
    case "display_data":
      return { output_type: type, ...bundle(content) };
    case "execute_result": {
      const count = content.execution_count;
      return {
        output_type: type,
        execution_count: typeof count === "number" ? count : null,
        ...bundle(content),
      };
    }
    case "error":
      return errorOutput(content);
    default:
      return undefined;
  }
}

/** The error of an `error` message or of a reply with the status "error". */
export function errorOutput({ ename, evalue, traceback }: Message["content"]): Output {
  return {
    output_type: "error",
    ename: textOf(ename),
    evalue: textOf(evalue),
    traceback: Array.isArray(traceback) ? traceback.map(textOf) : [],
  };
}

/** Text of a message; an object where a text belongs counts as empty. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}

/** A display; of one that no notebook could hold, a sentence stays. */
function bundle({ data, metadata }: Message["content"]): Pick<DisplayOutput, "data" | "metadata"> {
  // Within a notebook an output lies five levels deep.
  if (isNestedDeeper([data, metadata], deepestNesting - 5)) {
    const sentence = `ssdml left out an output here: it is nested more than ${deepestNesting} levels deep.`;
    return { data: { "text/plain": sentence }, metadata: {} };
  }
  return { data: { ...(data as object) }, metadata: { ...(metadata as object) } };
}

function displayId({ transient }: Message["content"]): string | undefined {
  const id = (transient as { display_id?: unknown } | undefined)?.display_id;
  return typeof id === "string" ? id : undefined;
}
