import { oneOf } from "../core/options";
import { engineNames, type EngineName } from "../engine";

const choice = oneOf<EngineName | "auto">(["auto", ...engineNames]);

/** The engine that was typed after --engine, or "auto" if none was. */
export const readEngine = (command: string, typed: string | undefined): EngineName | "auto" =>
  choice.read(typed ?? "auto", `${command}: --engine`);
