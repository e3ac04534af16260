import type { TopLevelSpec } from "vega-lite";
import type { Field, PositionFieldDef } from "vega-lite/build/src/channeldef";
import type { ExprRef } from "vega-lite/build/src/expr";
import type { Legend as AnyLegend } from "vega-lite/build/src/legend";
import type { LayerSpec, NonNormalizedSpec, UnitSpec } from "vega-lite/build/src/spec";

/** A chart in the grammar of Vega-Lite, version 5, which JupyterLab, VS Code and GitHub's viewers draw. */
export type VegaLiteSpec = TopLevelSpec & UncheckedSpec;

/** A specification of unknown form, such as one from a notebook: it is checked when it is drawn. */
export interface UncheckedSpec {
  readonly $schema: string;
  readonly [property: string]: unknown;
}

export type { Config, TopLevelSpec as FigureContent } from "vega-lite";
export type { Axis } from "vega-lite/build/src/axis";
export type { Encoding } from "vega-lite/build/src/encoding";
export type { MarkDef } from "vega-lite/build/src/mark";
export type { Scale } from "vega-lite/build/src/scale";

export type Legend = AnyLegend<ExprRef>;
export type { LegendEncoding } from "vega-lite/build/src/legend";

/** One panel of several. */
export type View = NonNormalizedSpec;

/** One layer of a view, or several that share their data. */
export type Layer = LayerSpec<Field> | UnitSpec<Field>;

/** Layers over each other. */
export type Layered = LayerSpec<Field>;

/** A channel x or y. */
export type Position = PositionFieldDef<Field>;

/** A row of data. */
export type Row = Record<string, unknown>;

export const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
