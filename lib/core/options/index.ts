export { about, advised, argument, nullable, optional, wrongValue, type Argument } from "./argument";
export { describeOptions, type OptionRow } from "./describeOptions";
export { describeValue } from "./describeValue";
export { isArray, isList, isNumberArray, isRecord, isTensor } from "./kinds";
export { anyList, hasHoles, listOf, readNumbers, readPositions, texts } from "./lists";
export { readOptions, readRecord, recordOf, type Schema, type Settings } from "./options";
export * from "./values";
export { checkReadableNow, readTensor } from "./tensors";
