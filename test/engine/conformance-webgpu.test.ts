import { conformance } from "./conformance";

conformance("webgpu");
