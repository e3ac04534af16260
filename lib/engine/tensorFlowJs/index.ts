// TensorFlow.js as a whole: operations, gradients, layers, the converter and data. Loading it takes longer than everything else in
// ssdml, so it waits until an engine or `tf` is first used.
import { hushAdvice } from "./hushAdvice";
import { registerFiles } from "./modelFiles";
import { printTensors } from "./printTensors";

export * from "@tensorflow/tfjs";

hushAdvice();
registerFiles();
printTensors();
