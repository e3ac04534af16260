/** One output of a notebook in several formats, by MIME type. */
export type Bundle = Record<string, unknown>;

export const DISPLAY = Symbol.for("Jupyter.display");

/** An output that can be updated. */
export interface Output {
  update(bundle: Bundle): Promise<unknown>;
}

type Display = (value: unknown, options: { raw: true }) => Promise<Output>;

/** Shows a bundle in the running cell with the global `display` of the ssdml kernel; undefined in other kernels. */
export async function showBundle(bundle: Bundle): Promise<Output | undefined> {
  const { display } = globalThis as { display?: Display };
  return typeof display === "function" ? display(bundle, { raw: true }) : undefined;
}
