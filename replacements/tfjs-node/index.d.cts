export * from "@tensorflow/tfjs";
