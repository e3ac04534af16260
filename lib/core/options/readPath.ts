import { UserError } from "../errors";
import { describeValue } from "./describeValue";
import { path } from "./values";

/** The name of the file that a model is written to or read from. `caller` is for error texts: "AGML.load". */
export function readPath(caller: string, file: unknown): string {
  try {
    return path.read(file, caller);
  } catch {
    throw new UserError(`${caller}: path must name a file, got ${describeValue(file)}.`);
  }
}
