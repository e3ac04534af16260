import { compareVersions, normalProject } from "./wheelName";

/** One line of a wheel's METADATA: a project and its acceptable versions. */
export interface Requirement {
  project: string;
  versionText: string;
  accepts(version: string): boolean;
}

/** What a wheel requires for one of its extras: `Requires-Dist: name<13,>=12.5; extra == "and-cuda"`. */
export function extraRequirements(metadata: string, extra: string): Requirement[] {
  const requirements: Requirement[] = [];
  for (const line of metadata.split(/\r?\n/)) {
    if (line === "") break; // the description follows
    const match = /^Requires-Dist:\s*([\w.-]+)\s*\(?([^;)]*)\)?\s*;(.*)$/i.exec(line);
    const [, project = "", versions = "", marker = ""] = match ?? [];
    const named = /extra\s*==\s*["']([^"']*)["']/.exec(marker)?.[1];
    if (named !== extra) continue;
    const conditions = versions.split(",").map(parseCondition);
    requirements.push({
      project: normalProject(project),
      versionText: versions.trim(),
      accepts: (version) => conditions.every((holds) => holds(version)),
    });
  }
  return requirements;
}

function parseCondition(text: string): (version: string) => boolean {
  const match = /^\s*(==|!=|>=|<=|>|<)\s*(\d+(?:\.\d+)*)\s*$/.exec(text);
  if (match === null) return () => text.trim() === "";
  const [, operator = "", bound = ""] = match;
  return (version) => {
    const order = compareVersions(version, bound);
    switch (operator) {
      case "==":
        return order === 0;
      case "!=":
        return order !== 0;
      case ">=":
        return order >= 0;
      case "<=":
        return order <= 0;
      case ">":
        return order > 0;
      default:
        return order < 0;
    }
  };
}
