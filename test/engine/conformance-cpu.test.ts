import { conformance } from "./conformance";

conformance("cpu");
