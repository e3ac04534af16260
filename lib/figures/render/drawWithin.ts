import path from "node:path";
import { check, deepestNesting, isNestedDeeper, UserError } from "../../core";
import type { UncheckedSpec } from "./spec";
import { Thread } from "../../io/processes";
import type { SvgOptions } from "./vegaLiteToSvg";

export interface DrawRequest extends Pick<SvgOptions, "folder" | "allowRead"> {
  spec: UncheckedSpec;
}

/** The thread's answer: the chart or the reason why there is none, and a sentence for each missing picture. */
export interface DrawAnswer {
  svg?: string;
  failure?: string;
  missing: string[];
}

const thread = new Thread<DrawRequest, DrawAnswer>(path.join(__dirname, "drawWorker.js"));

/**
 * Draws an untrusted chart like `vegaLiteToSvg`, but in a thread that is stopped if the chart takes longer than `seconds` or too much
 * memory: one line of a specification can request a billion marks.
 */
export async function drawWithin(
  seconds: number,
  spec: UncheckedSpec,
  options: SvgOptions = {},
): Promise<string> {
  check(
    !isNestedDeeper(spec, deepestNesting),
    () => `the chart is nested more than ${deepestNesting} levels deep. Simplify it.`,
  );
  const { folder, allowRead, onMissingPicture } = options;
  const { svg, failure, missing } = await ask({ spec, folder, allowRead }, seconds);
  if (onMissingPicture) missing.forEach(onMissingPicture);
  else check(missing.length === 0, () => missing[0]);
  if (svg === undefined) throw new UserError(failure ?? "the chart cannot be drawn.");
  return svg;
}

async function ask(request: DrawRequest, seconds: number): Promise<DrawAnswer> {
  try {
    return await thread.ask(request, seconds);
  } catch (error) {
    throw new UserError(`the chart cannot be drawn: ${(error as Error).message}. Make it smaller.`);
  }
}
