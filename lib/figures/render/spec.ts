/** A chart in the grammar of Vega-Lite, version 5, which JupyterLab, VS Code and GitHub's viewers draw. */
export interface VegaLiteSpec {
  readonly $schema: string;
  readonly [property: string]: unknown;
}

/** Part of a specification: a view, a mark, an encoding. */
export type SpecPart = Record<string, unknown>;

export const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
