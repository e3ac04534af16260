import { UserError } from "../../core";
import type { DrawAnswer, DrawRequest } from "./drawWithin";
import { answerRequests } from "../../io/processes";
import { vegaLiteToSvg } from "./vegaLiteToSvg";

/** The thread of `drawWithin`: draws one chart per message. */
async function answer({ spec, folder, allowRead }: DrawRequest): Promise<DrawAnswer> {
  const missing: string[] = [];
  const onMissingPicture = (sentence: string) => missing.push(sentence);
  try {
    return { svg: await vegaLiteToSvg(spec, { folder, allowRead, onMissingPicture }), missing };
  } catch (error) {
    if (error instanceof UserError) return { failure: error.message, missing };
    throw error;
  }
}

/** Loads the slow modules once. */
const ready = Promise.all([import("vega"), import("vega-lite"), import("vega-interpreter")]);

answerRequests(ready, answer);
