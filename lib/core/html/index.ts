export { contentPolicy } from "./contentPolicy";
export { escapeHtml } from "./escapeHtml";
export { isSafeLink } from "./isSafeLink";
