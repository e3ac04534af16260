import type { Config } from "./spec";

export type ThemeName = "light" | "dark";

interface Ink {
  background: string;
  /** Titles and marks that carry meaning. */
  text: string;
  /** Axis labels and notes. */
  quiet: string;
  grid: string;
  /** Dots that must not be taken for those of a class. */
  pale: string;
}

const inks: Record<ThemeName, Ink> = {
  light: { background: "#ffffff", text: "#1b1e23", quiet: "#4b525c", grid: "#e3e6ea", pale: "#d5d8dc" },
  dark: { background: "#14171c", text: "#eceff3", quiet: "#b4bbc5", grid: "#2f353e", pale: "#41464e" },
};

/** Okabe & Ito (2008), distinguishable with any color vision. Grey replaces black, which is invisible on dark pages. */
export const okabeIto = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#d55e00",
  "#56b4e9",
  "#cc79a7",
  "#f0e442",
  "#8c8c8c",
] as const;

/** Petroff (2021), "Accessible color sequences for data visualization", ten colors. */
export const petroff10 = [
  "#3f90da",
  "#ffa90e",
  "#bd1f01",
  "#94a4a2",
  "#832db6",
  "#a96b59",
  "#e76300",
  "#b9ac70",
  "#717581",
  "#92dadd",
] as const;

/** Colors for classes. After ten classes they repeat. */
export function classColors(classes: number): readonly string[] {
  return Array.from({ length: classes }, (_, c) => classColor(c, classes));
}

/** Color of a class, given the number of classes. */
export function classColor(label: number, classes: number): string {
  const palette: readonly string[] = classes <= okabeIto.length ? okabeIto : petroff10;
  return palette[label % palette.length];
}

/** The colors for right and wrong, pulled and pushed. */
export const meaning = Object.freeze({ good: "#0072b2", bad: "#d55e00", neutral: "#8c8c8c" });

/** Blue for positive, orange for negative, the page's color for zero. */
const diverging: Record<ThemeName, string[]> = {
  light: ["#8f3b00", "#d55e00", "#f3b27f", "#f7f7f7", "#8fc1e3", "#0072b2", "#003f66"],
  dark: ["#ffc299", "#f28d42", "#9c4a10", "#22262c", "#1b5e8a", "#56a8dc", "#b5defa"],
};

/** The part of viridis that stands out from the page: without its yellow on white, without its violet on black. */
const ramp: Record<ThemeName, [number, number]> = { light: [0, 0.92], dark: [0.3, 1] };

/** From the page's color to dark blue, for counts and shares. */
const sequential: Record<ThemeName, string[]> = {
  light: ["#eef3f8", "#b5d4ea", "#5fa6d3", "#0072b2", "#00406b"],
  dark: ["#1e242c", "#154a6e", "#1d77ae", "#56b4e9", "#c9e8fb"],
};

/** Vega-Lite's `config`: everything that depends on the theme, so that a figure can change its theme without being made again. */
export function themeConfig(theme: ThemeName): Config {
  const { background, text, quiet, grid, pale } = inks[theme];
  const font = "DejaVu Sans, Verdana, sans-serif";
  return {
    background,
    // Labels for each mark would contain its picture too. The page around the figure describes it.
    aria: false,
    font,
    padding: 8,
    view: { stroke: null, continuousWidth: 340, continuousHeight: 260 },
    title: {
      color: text,
      subtitleColor: quiet,
      fontSize: 13,
      subtitleFontSize: 11,
      fontWeight: "bold",
      anchor: "start",
      frame: "group",
      offset: 10,
      subtitlePadding: 4,
    },
    axis: {
      labelColor: quiet,
      titleColor: text,
      domainColor: quiet,
      tickColor: quiet,
      gridColor: grid,
      labelFontSize: 11,
      titleFontSize: 12,
      titleFontWeight: "normal",
      titlePadding: 6,
      tickSize: 4,
      labelOverlap: "greedy",
    },
    axisQuantitative: { tickCount: 5 },
    axisXQuantitative: { labelFlush: false },
    legend: {
      labelColor: quiet,
      titleColor: text,
      labelFontSize: 11,
      titleFontSize: 12,
      titleFontWeight: "normal",
      symbolSize: 70,
      symbolStrokeWidth: 1.5,
    },
    header: {
      labelColor: text,
      titleColor: text,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: "normal",
      labelFontWeight: "normal",
    },
    text: { color: text, fontSize: 11 },
    rule: { color: quiet },
    line: { strokeWidth: 1.75 },
    point: { size: 30, filled: true },
    mark: { color: okabeIto[theme === "dark" ? 4 : 0] },
    range: {
      category: [...okabeIto],
      ramp: { scheme: "viridis", extent: ramp[theme] },
      heatmap: sequential[theme],
      diverging: diverging[theme],
    },
    style: {
      // Marks in the page's own colors.
      ink: { color: text },
      quiet: { color: quiet },
      paper: { color: background },
      halo: { color: background, stroke: background, strokeWidth: 3 },
      pale: { color: pale },
      outline: { color: text, stroke: text },
    },
  };
}
