export { writeTo, type OnnxGraph, type OnnxNode, type OnnxValue, type OnnxWritable } from "./onnxGraph";
export { isOnnxName, writeOnnx } from "./writeOnnx";
