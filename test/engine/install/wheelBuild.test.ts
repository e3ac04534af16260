import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { indexAddress } from "../../../lib/engine/install/indexAddress";
import { wheelMetadata } from "../../../lib/engine/install/packageIndex";
import { extraRequirements } from "../../../lib/engine/install/requirements";
import { findCompanions, findTensorflow, placeInDeps } from "../../../lib/engine/install/wheelBuild";
import { wheelTarget } from "../../../lib/engine/install/wheelTarget";
import { loopback } from "../../support/loopback";

const cuda = wheelTarget("cuda", { platform: "linux", arch: "x64", musl: false });

const metadata = `Metadata-Version: 2.4
Name: tensorflow
Requires-Dist: numpy>=1.26.0
Requires-Dist: nvidia-cublas-cu12<13.0,>=12.5.3.2; extra == "and-cuda"
Requires-Dist: nvidia_cudnn_cu12 (<10.0,>=9.3.0.75) ; extra == 'and-cuda'
Requires-Dist: pytest; extra == "test"

Requires-Dist: in-the-description>=1; extra == "and-cuda"
`;

describe("the requirements of an extra", () => {
  it("are those with its marker, by their normal names", () => {
    const found = extraRequirements(metadata, "and-cuda");
    assert.deepEqual(
      found.map(({ project }) => project),
      ["nvidia-cublas-cu12", "nvidia-cudnn-cu12"],
    );
  });

  it("accept the versions between their bounds", () => {
    const [cublas] = extraRequirements(metadata, "and-cuda");
    const accepted = ["12.5.3.1", "12.5.3.2", "12.9", "12.10.1", "13.0", "13.0.1"].filter((version) =>
      cublas.accepts(version),
    );
    assert.deepEqual(accepted, ["12.5.3.2", "12.9", "12.10.1"]);
  });
});

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
    const found = await findCompanions(extraRequirements(metadata, "and-cuda"), cuda, `${address}/simple`);
    assert.deepEqual(
      found.map(({ filename }) => filename),
      [
        "nvidia_cublas_cu12-12.9.1-py3-none-manylinux_2_27_x86_64.whl",
        "nvidia_cudnn_cu12-9.30.1-py3-none-manylinux_2_27_x86_64.whl",
      ],
    );
  });

  it(
    "are all found in the real package index",
    {
      skip:
        process.env.SSDML_NETWORK_TESTS === undefined && "set SSDML_NETWORK_TESTS=1 to ask the real index",
    },
    async () => {
      const index = await indexAddress();
      const tensorflow = await findTensorflow(cuda, index);
      assert.match(tensorflow.filename, /^tensorflow-2\.21\.0-.*manylinux.*_x86_64\.whl$/);
      const requirements = extraRequirements((await wheelMetadata(tensorflow))!, cuda.extra!);
      const companions = await findCompanions(requirements, cuda, index);
      assert.equal(companions.length, requirements.length);
      for (const part of ["cublas", "cudnn", "cuda_runtime", "cufft", "cusolver", "cusparse"]) {
        assert.ok(
          companions.some(({ filename, size }) => filename.includes(part) && size > 1e6),
          part,
        );
      }
    },
  );
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
