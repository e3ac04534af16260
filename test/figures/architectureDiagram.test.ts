import { describe, it } from "node:test";
import { architectureDiagram } from "../../lib";
import { drawsWell, matchesSnapshot } from "./support";

describe("architectureDiagram", () => {
  it("keeps its specification", async () => {
    matchesSnapshot("architectureDiagram", architectureDiagram());
    await drawsWell(architectureDiagram());
  });
});
