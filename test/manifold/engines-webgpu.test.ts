import { float32OnEngine } from "./engineSuite";

float32OnEngine("webgpu");
