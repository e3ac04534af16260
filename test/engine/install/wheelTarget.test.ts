import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { wheelTarget } from "../../../lib/engine/install/wheelTarget";

describe("wheelTarget", () => {
  it("names the wheel of each platform that has one", () => {
    const wheel = (engine: "tensorflow" | "cuda", platform: string, arch: string) =>
      wheelTarget(engine, { platform, arch, musl: false }).project;
    assert.equal(wheel("tensorflow", "linux", "x64"), "tensorflow-cpu");
    assert.equal(wheel("tensorflow", "linux", "arm64"), "tensorflow");
    assert.equal(wheel("tensorflow", "darwin", "arm64"), "tensorflow");
    assert.equal(wheel("cuda", "linux", "x64"), "tensorflow");
  });

  it("recognizes a platform's wheels by their tag, and rejects musl ones", () => {
    const { platformTag } = wheelTarget("tensorflow", { platform: "linux", arch: "x64", musl: false });
    assert.ok(platformTag.test("manylinux_2_27_x86_64"));
    assert.ok(!platformTag.test("musllinux_1_2_x86_64"));
    assert.ok(!platformTag.test("manylinux_2_27_aarch64"));
  });

  it("names the engines to use if there is no wheel", () => {
    const systems = [
      { platform: "win32", arch: "x64", musl: false },
      { platform: "linux", arch: "ia32", musl: false },
      { platform: "linux", arch: "x64", musl: true },
    ];
    for (const system of systems) {
      assert.throws(() => wheelTarget("tensorflow", system), {
        name: "UserError",
        message: new RegExp(`cannot be built on ${system.platform} ${system.arch}.*webgpu.*wasm`),
      });
    }
    assert.throws(() => wheelTarget("cuda", { platform: "darwin", arch: "arm64", musl: false }), /webgpu/);
  });
});
