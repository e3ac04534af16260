import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Notebook } from "../../lib/jupyter";

/** Where the notebooks are, and their files. */
export const folder = path.resolve("notebooks");
export const names = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

/** Parameters with which a notebook takes seconds; they stand in its metadata. */
export function smallParameters({ metadata }: Notebook): Record<string, unknown> {
  const { small } = (metadata.ssdml ?? {}) as { small?: Record<string, unknown> };
  assert.ok(small, "a notebook needs metadata.ssdml.small");
  return small;
}
