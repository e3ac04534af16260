import { UserError } from "../core";
import { learnerOf } from "../reproduce";
import { isRange, type Space, type Value } from "./space";
import type { TrialBase } from "./trainTrial";

/** A mistake in a space, whose options have the names of the library, not those of the command line. */
export class SpaceError extends UserError {}

/** Options that all trials must share, because their scores could not be compared. */
const shared: Record<string, string> = {
  seed: "every trial must hold out the same images",
  chooseBy: "every trial must be judged by the same measure",
};

/** Refuses options that the method does not have, and values that it does not take, before the first trial. */
export function checkSpace(
  space: Space,
  { method = "AGML", options }: Omit<TrialBase, "dataset">,
  caller: string,
): void {
  const Learner = learnerOf(method);
  for (const dimension of space) {
    const { name } = dimension;
    if (Object.hasOwn(shared, name))
      throw new SpaceError(
        `${caller}: ${name} cannot be searched: ${shared[name]}. Pass it as an option of the command.`,
      );
    if (Object.hasOwn(options, name))
      throw new SpaceError(
        `${caller}: ${name} is in the space and also an option of the command. Leave one out.`,
      );
    const attempt = (value: Value, advice = "") => {
      try {
        new Learner({ ...options, [name]: value }).dispose();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        throw new SpaceError(`${caller}: ${error.message}${advice}`);
      }
    };
    if (!isRange(dimension)) for (const choice of dimension.choices) attempt(choice);
    else {
      const { min, max, step } = dimension;
      attempt(min);
      attempt(max);
      // Not a whole number, whatever the ends are.
      if (step === undefined)
        attempt(
          min + ((max - min) * Math.SQRT2) / 2,
          ` Add step: 1 to the range of ${name} for whole numbers.`,
        );
    }
  }
}
