export { drain, drainAsync, lastEvent, mapSteps, mapStepsAsync, type Steps } from "./drain";
export { UserError, aboutFile, check } from "./errors";
export { deepestNesting, isNestedDeeper } from "./isNestedDeeper";
export { namedPart, partDifference, recordPart, type Part, type PartRecord, type PartSettings } from "./part";
export { duration, elapsed, plural } from "./printing";
export { printsAs } from "./printsAs";
export { setTrainingView, trainingView, withStopButton, type TrainingView } from "./trainingView";
export { eventLoopYielder, type YieldToEventLoop } from "./yieldToEventLoop";
