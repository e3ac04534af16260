export { writeTo, type OnnxGraph, type OnnxNode, type OnnxValue, type OnnxWritable } from "./onnxGraph";
export { isOnnxName, writeOnnx } from "./writeOnnx";
export { inFormat, type Batch, type PixelFormat } from "./pixels";
export { chosenOutput, dimensionOf, perChannel, readInput, type OnnxInput } from "./ports";
export { devices, openSession, type Session } from "./session";
