import { deepestNesting, isNestedDeeper } from "../../core";
import type { CodeCell, DisplayOutput, Output, ResultOutput, StreamOutput } from "../format/nbformat";
import type { Message } from "../protocol/message";

type Displayed = DisplayOutput | ResultOutput;

/** Adds a message to a cell. Returns the new output, or the new part of a stream; undefined if it changed existing outputs. */
export type CollectOutput = (cell: CodeCell, message: Message) => Output | undefined;

/**
 * Collects the outputs of a run's cells as a notebook shows them: consecutive parts of a stream become one output, updates go to
 * every display with that id in any cell, and a cleared cell starts empty. A stream is cut after `longestStream` characters, which
 * is more than anybody reads.
 */
export function outputCollector({ longestStream = 2 ** 24 } = {}): CollectOutput {
  const displays = new Map<string, Displayed[]>();
  /** Cells to clear when the next output arrives. */
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

/** Text of a message; an object in place of a text counts as empty. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}

/** A display, or a sentence in place of one that is nested too deeply for a notebook. */
function bundle({ data, metadata }: Message["content"]): Pick<DisplayOutput, "data" | "metadata"> {
  // An output is five levels deep in a notebook.
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

interface Cut {
  kept: string;
  leftOut: number;
}

/** Appends text to streams. Keeps the first `longest` characters of a longer stream, with a note about the rest. */
function streamAppender(longest: number): (stream: StreamOutput, text: string) => void {
  const cuts = new WeakMap<StreamOutput, Cut>();
  return (stream, text) => {
    const cut = cuts.get(stream);
    if (cut === undefined && stream.text.length + text.length <= longest) {
      stream.text += text;
      return;
    }
    const { kept, leftOut } = cut ?? firstCut(stream.text, text, longest);
    const all = { kept, leftOut: leftOut + (cut ? text.length : 0) };
    cuts.set(stream, all);
    stream.text = `${all.kept}\n… ssdml left out the other ${all.leftOut} characters that the cell printed here. Print less, or write to a file.\n`;
  };
}

/** Never cuts a surrogate pair in half. */
function firstCut(before: string, text: string, longest: number): Cut {
  const place = longest - before.length;
  const isWithin = place > 0 && /[\ud800-\udbff]/.test(text[place - 1]);
  const end = isWithin ? place - 1 : place;
  return { kept: before + text.slice(0, end), leftOut: text.length - end };
}
