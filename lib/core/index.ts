export { drain, drainAsync, lastEvent, mapSteps, mapStepsAsync, type Steps } from "./drain";
export { duration, elapsed } from "./duration";
export { UserError, aboutFile, check } from "./errors";
export { deepestNesting, isNestedDeeper } from "./isNestedDeeper";
export { namedPart, partDifference, recordPart, type Part, type PartRecord, type PartSettings } from "./part";
export { plural } from "./plural";
export { eventLoopYielder, type YieldToEventLoop } from "./yieldToEventLoop";
