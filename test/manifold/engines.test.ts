import { readableEngines } from "../engine/everyEngine";
import { float32OnEngine } from "./engineSuite";

for (const engine of readableEngines) float32OnEngine(engine);
