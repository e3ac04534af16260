import assert from "node:assert/strict";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { findIndex } from "../../../lib/engine/install/findIndex";
import { projectFiles, wheelMetadata } from "../../../lib/engine/install/packageIndex";
import { publishedWheels } from "../../../lib/engine/install/publishedWheels";
import { extraRequirements } from "../../../lib/engine/install/requirements";
import { findCompanions, findTensorflow, placeInDeps } from "../../../lib/engine/install/wheelBuild";
import { chooseWheel } from "../../../lib/engine/install/wheelName";
import { wheelTarget } from "../../../lib/engine/install/wheelTarget";
import { loopback } from "../../support/loopback";
import { metadata } from "./support/tensorflowMetadata";

const cuda = wheelTarget("cuda", { platform: "linux", arch: "x64", musl: false });
const noNetwork =
  process.env.SSDML_NETWORK_TESTS === undefined && "set SSDML_NETWORK_TESTS=1 to ask the real index";
describe("the wheels of the cuda engine", () => {
  it("are the newest that TensorFlow's metadata accepts for the platform", async (t) => {
    const { address } = await loopback(t, (request, response) => {
      const project = request.url?.split("/")[2]?.replaceAll("-", "_");
      const wheels = ["9.1.0", "9.30.1", "12.5.3.2", "12.9.1", "13.1"].map(
        (version) => `${project}-${version}-py3-none-manylinux_2_27_x86_64.whl`,
      );
      response.setHeader("content-type", "application/vnd.pypi.simple.v1+json");
      const hashes = { sha256: "0".repeat(64) };
      response.end(
        JSON.stringify({ files: wheels.map((filename) => ({ filename, url: filename, hashes, size: 1 })) }),
      );
    });
    const found = await findCompanions(extraRequirements(metadata, "and-cuda"), cuda, {
      address: `${address}/simple`,
      trustedHosts: [],
    });
    assert.deepEqual(
      found.map(({ filename }) => filename),
      [
        "nvidia_cublas_cu12-12.9.1-py3-none-manylinux_2_27_x86_64.whl",
        "nvidia_cudnn_cu12-9.30.1-py3-none-manylinux_2_27_x86_64.whl",
      ],
    );
  });

  it("are all found in the real package index", { skip: noNetwork }, async () => {
    const index = await findIndex();
    const tensorflow = await findTensorflow(cuda, index);
    assert.match(tensorflow.filename, /^tensorflow-2\.21\.0-.*manylinux.*_x86_64\.whl$/);
    const requirements = extraRequirements((await wheelMetadata(tensorflow, index))!, cuda.extra!);
    const companions = await findCompanions(requirements, cuda, index);
    assert.equal(companions.length, requirements.length);
    for (const part of ["cublas", "cudnn", "cuda_runtime", "cufft", "cusolver", "cusparse"]) {
      assert.ok(
        companions.some(({ filename, size }) => filename.includes(part) && size > 1e6),
        part,
      );
    }
  });
});
describe("findTensorflow", () => {
  const wheels = ["cp312", "cp313", "cp314"].map(
    (tag) => `tensorflow-2.21.0-${tag}-${tag}-manylinux_2_27_x86_64.whl`,
  );
  const zeros = "0".repeat(64);

  async function index(t: TestContext, files: Record<string, string>) {
    const { address } = await loopback(t, (_, response) => {
      response.setHeader("content-type", "application/vnd.pypi.simple.v1+json");
      const entries = Object.entries(files).map(([filename, sha256]) => ({
        filename,
        url: "w",
        hashes: { sha256 },
        size: 1,
      }));
      response.end(JSON.stringify({ files: entries }));
    });
    return { address, trustedHosts: [] };
  }

  it("takes the newest published wheel, whatever else the index offers", async (t) => {
    const listed = { ...publishedWheels, [wheels[2]]: zeros };
    const { filename, sha256 } = await findTensorflow(cuda, await index(t, listed));
    assert.deepEqual([filename, sha256], [wheels[1], publishedWheels[wheels[1]]]);
  });

  it("rejects a wheel whose sha256 differs from the published or given one, and names both", async (t) => {
    const evil = await index(t, { [wheels[1]]: zeros });
    const message = (expected: string) =>
      `The package index offers ${wheels[1]} with the sha256 ${zeros} instead of ${expected}, so it is not used. ` +
      "Name another index with --index URL.";
    await assert.rejects(findTensorflow(cuda, evil), {
      name: "UserError",
      message: message(publishedWheels[wheels[1]]),
    });
    const sha256 = "1".repeat(64);
    await assert.rejects(findTensorflow(cuda, evil, { sha256 }), {
      name: "UserError",
      message: message(sha256),
    });
  });

  it("takes an unknown wheel only with a sha256 from the user", async (t) => {
    const own = await index(t, { [wheels[2]]: zeros });
    await assert.rejects(findTensorflow(cuda, own), {
      name: "UserError",
      message:
        /^The package index offers .*-cp314-.*, which is not one of TensorFlow's published wheels\. .*--sha256 HEX/,
    });
    assert.equal((await findTensorflow(cuda, own, { sha256: zeros })).filename, wheels[2]);
  });

  it("ignores names that lead elsewhere, and other projects", async (t) => {
    const names = [
      `../${wheels[0]}`,
      "tensorflow-2.21.0-cp313-cp313-/../../manylinux_x86_64.whl",
      "tensorflow_evil-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl",
      "..",
      "",
    ];
    const evil = await index(t, Object.fromEntries(names.map((name) => [name, zeros])));
    await assert.rejects(findTensorflow(cuda, evil, { sha256: zeros }), {
      name: "UserError",
      message: /^The package index has no wheel of tensorflow 2\.21\.0 for Linux x64/,
    });
  });

  it("has the published sha256 of a wheel for each supported machine", () => {
    for (const [engine, platform, arch] of [
      ["tensorflow", "linux", "x64"],
      ["tensorflow", "linux", "arm64"],
      ["tensorflow", "darwin", "arm64"],
      ["cuda", "linux", "x64"],
    ] as const) {
      const target = wheelTarget(engine, { platform, arch, musl: false });
      const files = Object.keys(publishedWheels).map((filename) => ({ filename, url: "" }));
      const accepts = (version: string) => version === target.version;
      assert.match(chooseWheel(files, { ...target, versionText: "", accepts }).filename, /-cp313-/);
    }
  });

  it("agrees with the real package index", { skip: noNetwork }, async () => {
    for (const project of ["tensorflow", "tensorflow-cpu"]) {
      const listed = await projectFiles(await findIndex(), project);
      const ours = listed.filter(({ filename }) => Object.hasOwn(publishedWheels, filename));
      assert.ok(ours.length >= 4);
      for (const { filename, sha256 } of ours) assert.equal(sha256, publishedWheels[filename]);
    }
  });
});
describe("placeInDeps", () => {
  const place = (entry: string) => placeInDeps(entry, "deps", cuda);

  it("keeps TensorFlow's libraries beside NVIDIA's, as their $ORIGIN/../nvidia expects", () => {
    assert.equal(
      place("tensorflow/libtensorflow_cc.so.2"),
      path.join("deps", "lib", "libtensorflow_cc.so.2"),
    );
    assert.equal(
      place("nvidia/cublas/lib/libcublas.so.12"),
      path.join("deps", "nvidia", "cublas", "lib", "libcublas.so.12"),
    );
    assert.ok(place("nvidia/cuda_nvcc/bin/ptxas"));
  });

  it("keeps the headers of the C interface and leaves the rest", () => {
    assert.equal(
      place("tensorflow/include/tensorflow/c/eager/c_api.h"),
      path.join("deps", "include", "tensorflow", "c", "eager", "c_api.h"),
    );
    for (const entry of [
      "tensorflow/include/Eigen/Core",
      "tensorflow/include/tensorflow/compiler/a.h",
      "tensorflow/python/pywrap.so",
      "tensorflow-2.21.0.dist-info/METADATA",
      "nvidia/cublas/include/cublas.h",
      "nvidia/cublas/__init__.py",
      "keras/__init__.py",
    ]) {
      assert.equal(place(entry), undefined, entry);
    }
  });
});
