export type {
  Cell,
  CellMetadata,
  CodeCell,
  DisplayOutput,
  ErrorOutput,
  MimeBundle,
  Notebook,
  NotebookLanguage,
  NotebookMetadata,
  Output,
  ResultOutput,
  StreamOutput,
  TextCell,
} from "./format/nbformat";
export { notebookText, writeNotebook } from "./format/notebookText";
export { injectParameters, type Parameters } from "./format/parameters";
export { parameterValues, parseParameter } from "./format/parameterText";
export { notebookLanguage, parseNotebook, readNotebook } from "./format/parseNotebook";
export { drawCharts, type ChartLimits, type DrawnCharts } from "./figures/drawCharts";
export { writeFigures, type WrittenFigures } from "./figures/writeFigures";
export { notebookHtml, notebookHtmlParts, type PageOptions } from "./html/notebookHtml";
export { builtInKernels, defaultKernel, ownKernel } from "./kernel/builtInKernels";
export { installKernel, uninstallKernel, type InstallOptions } from "./kernel/installKernel";
export {
  activeEnvironment,
  prefixDataFolder,
  systemDataFolders,
  userDataFolder,
} from "./kernel/jupyterFolders";
export { findKernel, installedKernels, type KernelSpec } from "./kernel/kernelSpec";
export { KernelDied, startKernel, type Kernel, type KernelOptions } from "./kernel/startKernel";
export {
  runNotebook,
  type CellFailure,
  type NotebookEvent,
  type RunNotebookOptions,
} from "./run/runNotebook";
export type { CellStatus } from "./run/runCell";
