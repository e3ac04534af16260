import { conformance } from "./conformance";

conformance("tensorflow");
