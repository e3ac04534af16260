/** Shows a training run by its events, and ends with it. */
export type TrainingView = (steps: AsyncIterable<never>) => Promise<unknown>;

let view: TrainingView | undefined;

/** Says how `fit` shows itself in a notebook's cell. Folders that train do not know those that draw. */
export function setTrainingView(own: TrainingView): void {
  view = own;
}

interface CellGlobals {
  display?: unknown;
  notebook?: { signal?: AbortSignal };
}

/** The notebook's services if this code runs in a cell of the ssdml kernel. */
function cellServices(): CellGlobals["notebook"] {
  const { display, notebook } = globalThis as CellGlobals;
  return typeof display === "function" && typeof notebook === "object" && notebook !== null
    ? notebook
    : undefined;
}

/** How a training run is shown here; undefined outside a notebook. */
export function trainingView(): TrainingView | undefined {
  return cellServices() && view;
}

/** In a cell, a signal that the notebook's stop button aborts as well; elsewhere the given one. */
export function withStopButton(signal?: AbortSignal): AbortSignal | undefined {
  const stop = cellServices()?.signal;
  if (stop === undefined || stop === signal) return signal;
  return signal ? AbortSignal.any([signal, stop]) : stop;
}
