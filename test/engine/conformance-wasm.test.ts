import { conformance } from "./conformance";

conformance("wasm");
