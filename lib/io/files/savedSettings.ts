import { check } from "../../core";
import { isJsonObject, parseJson } from "./parseJson";

/** The settings in a file's metadata. JSON writes Infinity as null, which means the default. */
export function readSavedSettings(text: string | undefined, file: string): object {
  const settings = parseJson(text ?? "", `the text of the settings in ${file}`);
  check(
    isJsonObject(settings) && !("network" in settings),
    () => `${file} is damaged: its settings are not options by name. Restore it from a copy.`,
  );
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
