import { check, UserError } from "../core";
import { inputShapeOf, loadModel, type LearnedModel } from "../methods";
import { loadMethod } from "../reproduce";

/** The model that --model names; --method is the file of a method of one's own. */
export async function readModel(
  command: string,
  { model, method }: { model?: string | undefined; method?: string | undefined },
): Promise<LearnedModel> {
  check(
    model !== undefined,
    () => `${command} needs --model FILE, such as runs/…/model.safetensors. Type ssdml ${command} --help.`,
  );
  if (method === undefined) {
    try {
      return await loadModel(model);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        error.message.replace(
          /Read it with the class of that method: .*$/,
          "Name the file of that method: --method ./mine.ts.",
        ),
      );
    }
  }
  const Method = loadMethod(method) as unknown as { load(file: string): Promise<LearnedModel> };
  return Method.load(model);
}

/** What a model takes, in words. */
export function inputText(model: LearnedModel): string {
  const shape = inputShapeOf(model);
  return shape.length === 1
    ? `feature vectors of ${shape[0]} numbers`
    : `pictures of ${shape[0]} × ${shape[1]} pixels, ${shape[2] === 1 ? "gray" : "in color"}`;
}
