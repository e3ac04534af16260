import { UserError } from "../../core";
import type { IndexFile } from "./packageIndex";

/** The sha256 of the supported TensorFlow wheels, as published on PyPI, where files never change. */
export const publishedWheels: Readonly<Record<string, string>> = {
  "tensorflow_cpu-2.21.0-cp310-cp310-manylinux_2_27_x86_64.whl":
    "d143e92f5c0661cdfa26eaca8f73cd2efd0ec53a68af8dec82f584ba8eb14b83",
  "tensorflow_cpu-2.21.0-cp311-cp311-manylinux_2_27_x86_64.whl":
    "2b847d217b02ee7731ed91431daf3250daa0196c3c94614d23be27232e6e5b6c",
  "tensorflow_cpu-2.21.0-cp312-cp312-manylinux_2_27_x86_64.whl":
    "dcc8afd32930e42d5296b6ee19078b773706830af4ea97fbe503b9f5e0f820cb",
  "tensorflow_cpu-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl":
    "05af7c26d35f4de910b5598c7b507e3981831a7b0f47fed9a405d995d51d7793",
  "tensorflow-2.21.0-cp310-cp310-macosx_12_0_arm64.whl":
    "6462632889e0e9ce1455b208c87b86a8c154e899407ef7d426ef1ec71647f565",
  "tensorflow-2.21.0-cp311-cp311-macosx_12_0_arm64.whl":
    "51f46f4806139d01fc7920cc72a4c75876f80649bf40ff083ab6212ceb43ca88",
  "tensorflow-2.21.0-cp312-cp312-macosx_12_0_arm64.whl":
    "56ecd7d47429acbe1df2694d50b75bf9fc3995ac92cb367cd9af6c4780ead712",
  "tensorflow-2.21.0-cp313-cp313-macosx_12_0_arm64.whl":
    "a145ed46c58192b7c3f9916d070caf4f6afc6dc7e5511f83dd97677f4c4947f4",
  "tensorflow-2.21.0-cp310-cp310-manylinux_2_27_aarch64.whl":
    "7c97938b25cf70c80ae8619931f85abcdee2ab2eb256c2051202edb3b89e9a5d",
  "tensorflow-2.21.0-cp311-cp311-manylinux_2_27_aarch64.whl":
    "4b24aca16d527a3cf1c37f720c04c484c3d20f4d0fdfa98632ac8b9f3be6eb5c",
  "tensorflow-2.21.0-cp312-cp312-manylinux_2_27_aarch64.whl":
    "b07d15737406533898e36c7ef7944b1be18e9028dc521b9229952c537bbc5552",
  "tensorflow-2.21.0-cp313-cp313-manylinux_2_27_aarch64.whl":
    "a10abdfb8b1189210c251021a3f153b7ccc52a8e6521351f3dc3331e8ba593e0",
  "tensorflow-2.21.0-cp310-cp310-manylinux_2_27_x86_64.whl":
    "77c6f298e695ea1d283cdd7d30f8d97530cc6e92c1395a9ddbab9771c99233a4",
  "tensorflow-2.21.0-cp311-cp311-manylinux_2_27_x86_64.whl":
    "9056fbc9ba04235810b71ae6cbd958a196e8804fb53bbcffbf3e23b56155f124",
  "tensorflow-2.21.0-cp312-cp312-manylinux_2_27_x86_64.whl":
    "b3b95643c4e70eb925839938fb35cbe142f317ec84af6844ee61513713bb13c0",
  "tensorflow-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl":
    "e9d8da8dcab9650efb45f032ba70af2f016f907e6e0c6bda29dd101bba945406",
};

/**
 * The sha256 that a TensorFlow wheel must have: `given` by the user for a private build, else the published one. The index is not
 * trusted: unknown wheels, and wheels for which the index states another sha256, are rejected.
 */
export function expectedSha256({ filename, sha256 }: IndexFile, given?: string): string {
  const expected = given ?? (isPublished(filename) ? publishedWheels[filename] : undefined);
  if (expected === undefined) {
    throw new UserError(
      `The package index offers ${filename}, which is not one of TensorFlow's published wheels. ` +
        "Name another index with --index URL or, if it is your own build, its checksum with --sha256 HEX.",
    );
  }
  if (sha256 !== undefined && sha256 !== expected) {
    throw new UserError(
      `The package index offers ${filename} with the sha256 ${sha256} instead of ${expected}, so it is not used. ` +
        "Name another index with --index URL.",
    );
  }
  return expected;
}

/** Whether the sha256 of a wheel with this name is known. */
export function isPublished(filename: string): boolean {
  return Object.hasOwn(publishedWheels, filename);
}
