import { flag, isRecord, optional, readOptions, readRecord, wholeNumber } from "../core/options";
import { check } from "../core";
import { Figure, figureSchema, type FigureOptions } from "./parts/figure";
import { draw } from "./parts/draw";
import type { Named } from "./parts/named";
import type { Row, View } from "./render/spec";

export interface SideBySideOptions extends Pick<FigureOptions, "title" | "theme"> {
  /** Panels per row. Default: all. */
  columns?: number;
  /** One color scale and one legend for all panels, for panels with the same classes. Default false. */
  sharedColors?: boolean;
}

/**
 * Combines figures into one, in the given order. Their names become headings.
 *
 * @example sideBySide({ "(a) before": first, "(b) after": second }, { sharedColors: true });
 */
export function sideBySide(figures: Named<Figure>, options: SideBySideOptions = {}): Figure {
  const caller = "sideBySide";
  const given = readOptions(caller, options, {
    title: figureSchema.title,
    theme: figureSchema.theme,
    columns: optional(wholeNumber({ min: 1 })),
    sharedColors: flag({ default: false }),
  });
  readRecord(`${caller}: figures`, figures, "{ name: Figure, … }", {});
  const panels = Object.entries(figures);
  const { columns = panels.length, sharedColors } = given;
  const wrong = panels.find(([, figure]) => !(isRecord(figure) && figure instanceof Figure));
  check(
    panels.length > 0 && wrong === undefined,
    () =>
      `${caller}: figures must be { name: Figure, … }, got ${wrong ? `no Figure "${wrong[0]}"` : "none"}.`,
  );
  const colors = sharedColors ? "shared" : "independent";
  return draw(
    { ...given, title: given.title ?? null },
    {
      caller,
      title: "",
      summary: panels.map(([name]) => name).join(" | "),
      content: {
        columns,
        spacing: 24,
        resolve: { scale: { color: colors }, legend: { color: colors } },
        concat: panels.map(([name, { spec }], at) => {
          const content = Object.fromEntries(
            Object.entries(spec).filter(([key]) => key !== "$schema" && key !== "config"),
          );
          const title = { text: name, fontSize: 12, fontWeight: "normal" };
          return { ...ownParams(content, `${at + 1}`), title } as unknown as View;
        }),
      },
    },
  );
}

/** The same view with renamed selections, because names must be unique in a specification. */
function ownParams(part: Row, suffix: string): Row {
  const visit = (value: unknown, key?: string): unknown => {
    if (key === "values") return value;
    if (key === "param" && typeof value === "string") return value + suffix;
    if (Array.isArray(value)) {
      return value.map((entry: Row) =>
        key === "params" ? { ...entry, name: `${String(entry.name)}${suffix}` } : visit(entry),
      );
    }
    return value !== null && typeof value === "object" ? ownParams(value as Row, suffix) : value;
  };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value, key)]));
}
