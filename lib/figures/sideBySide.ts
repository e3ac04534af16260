import {
  flag,
  isArray,
  isRecord,
  oneOf,
  optional,
  readOptions,
  readRecord,
  wholeNumber,
} from "../core/options";
import { check } from "../core";
import { Figure, figureSchema, type FigureOptions } from "./parts/figure";
import { draw } from "./parts/draw";
import type { Named } from "./parts/named";
import { extent } from "./parts/rows";
import type { Row, View } from "./render/spec";
import type { ThemeName } from "./render/theme";

export interface SideBySideOptions extends Pick<FigureOptions, "title"> {
  /** Default: that of the figures, if they have the same one, else "light". */
  theme?: ThemeName | undefined;
  /** Panels per row. Default: as many as a notebook's page has room for. */
  columns?: number;
  /** One color scale and one legend for all panels, for panels with the same classes. Default false. */
  sharedColors?: boolean;
}

/**
 * Combines figures into one, in the given order. Their names become headings.
 *
 * @example
 * const first = embeddingScatter(x, classes);
 * const second = embeddingScatter(pca(x).points, classes);
 * await sideBySide({ "(a) points": first, "(b) principal axes": second }, { sharedColors: true }).save("out/both.svg");
 */
export function sideBySide(figures: Named<Figure>, options: SideBySideOptions = {}): Figure {
  const caller = "sideBySide";
  const given = readOptions(caller, options, {
    title: figureSchema.title,
    theme: optional(oneOf<ThemeName>(["light", "dark"])),
    columns: optional(wholeNumber({ min: 1 })),
    sharedColors: flag({ default: false }),
  });
  readRecord(`${caller}: figures`, figures, "{ name: Figure, … }", {});
  const panels = Object.entries(figures);
  const wrong = panels.find(([, figure]) => !(isRecord(figure) && figure instanceof Figure));
  check(
    panels.length > 0 && wrong === undefined,
    () =>
      `${caller}: figures must be { name: Figure, … }, got ${wrong ? `no Figure "${wrong[0]}"` : "none"}.`,
  );
  const { columns = panelsPerRow(panels.map(([, { spec }]) => spec as Row)), sharedColors } = given;
  const themes = [...new Set(panels.map(([, { theme }]) => theme))];
  const theme = given.theme ?? (themes.length === 1 ? themes[0] : "light");
  // Dashes and shapes tell the same series apart as colors do; one legend shows both only if both are resolved alike.
  const mode = sharedColors ? "shared" : "independent";
  const resolved = { color: mode, shape: mode, strokeDash: mode } as const;
  return draw(
    { title: given.title ?? null, theme },
    {
      caller,
      title: "",
      summary: panels.map(([name]) => name).join(" | "),
      content: {
        columns,
        spacing,
        resolve: { scale: resolved, legend: resolved },
        concat: panels.map(([name, { spec }], at) => {
          const content = Object.fromEntries(
            Object.entries(spec).filter(([key]) => key !== "$schema" && key !== "config"),
          );
          const { subtitle } = (spec.title ?? {}) as { subtitle?: string | string[] };
          const title = { text: name, fontSize: 12, fontWeight: "normal", ...(subtitle && { subtitle }) };
          return { ...ownParams(content, `${at + 1}`), title } as unknown as View;
        }),
      },
    },
  );
}

const spacing = 24;
/** The width of a page, without the axes and the legend at the sides. */
const pageWidth = 900;

/** As many panels as fit beside each other, evenly spread over the rows. */
function panelsPerRow(views: readonly Row[]): number {
  const widest = extent(views.map(widthOf))[1];
  const most = Math.max(1, Math.floor((pageWidth + spacing) / (widest + spacing)));
  return Math.ceil(views.length / Math.ceil(views.length / most));
}

/** The width of a view's plots, without axes; that of a view of unknown width is guessed. */
function widthOf({ width, concat, hconcat, columns }: Row): number {
  if (typeof width === "number") return width;
  const parts = [concat, hconcat].find(isArray) as readonly Row[] | undefined;
  if (!parts) return 300;
  const perRow = typeof columns === "number" ? Math.min(columns, parts.length) : parts.length;
  return perRow * (extent(parts.map(widthOf))[1] + spacing) - spacing;
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
