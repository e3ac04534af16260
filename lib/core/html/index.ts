export { contentPolicy } from "./contentPolicy";
export { escapeHtml } from "./escapeHtml";
export { htmlTable, type TableCell } from "./htmlTable";
export { isSafeLink } from "./isSafeLink";
