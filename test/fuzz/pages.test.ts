import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runFuzzer } from "./fuzzer";
import { pageDangers } from "./pageDangers";
import { pages } from "./pages";

describe("pages of hostile notebooks", () => {
  it("run nothing, load nothing and take no time", async () => {
    const { cases, findings } = await runFuzzer(pages, { seed: 1, milliseconds: 20_000 });
    assert.ok(cases > 0);
    assert.deepEqual(findings, []);
  });

  it("are told from dangerous ones", () => {
    const page = (body: string) => `<!doctype html><body><main><section>${body}</section></main></body>`;
    assert.deepEqual(pageDangers(page('<a href="https://e.org">x</a><img src="data:image/png,">'), 1), []);
    for (const body of [
      "<script>1</script>",
      "<b onclick=x>y</b>",
      '<a href=" java\tscript:x">y</a>',
      '<img src="http://e.org/x">',
      "<iframe></iframe>",
      "<form action=x></form>",
      "<meta http-equiv=refresh content=0>",
      '<b style="background: url(//e.org)">x</b>',
      "<style>@import 'x';</style>",
      "<svg><set attributeName=href to=javascript:x></svg>",
      "</section></main><p>out",
    ]) {
      assert.notDeepEqual(pageDangers(page(body), 1), [], body);
    }
  });
});
