import assert from "node:assert/strict";
import path from "node:path";
import { it } from "node:test";
import { ssdmlHome } from "../../lib/io/home";

it("the user folder is where SSDML_HOME says, else the platform's cache", () => {
  assert.equal(ssdmlHome({ SSDML_HOME: "here", XDG_CACHE_HOME: "/elsewhere" }), path.resolve("here"));
  if (process.platform === "linux")
    assert.equal(ssdmlHome({ SSDML_HOME: "", XDG_CACHE_HOME: "/elsewhere" }), "/elsewhere/ssdml");
  assert.match(ssdmlHome({}), /ssdml$/);
});
