import { fuzzTest } from "./fuzzTest";
import { messageFuzzer } from "./messages";

fuzzTest(messageFuzzer, 30_000);
