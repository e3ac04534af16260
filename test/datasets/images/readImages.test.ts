import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  embed,
  embeddingScatter,
  imageGrid,
  imagesFromArray,
  imageTensor,
  mnistNetwork,
  retrievalGrid,
  selectImages,
  tf,
  useEngine,
  UserError,
  whiten,
  type Images,
  type ImagesLike,
} from "ssdml";
import { readImages } from "../../../lib/datasets/images/readImages";

const nested = [
  [
    [1, 2],
    [3, 4],
  ],
  [
    [5, 6],
    [7, 8],
  ],
];
const pixels = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);

describe("images in any form", () => {
  before(() => useEngine("cpu"));

  it("are nested arrays, tensors of rank 3 and 4, and values with their shape", () => {
    const forms: unknown[] = [
      nested,
      nested.map((image) => image.map((row) => Float32Array.from(row))),
      nested.map((image) => image.map((row) => row.map((value) => [value]))),
      tf.tensor3d(nested),
      tf.tensor4d(pixels, [2, 2, 2, 1]),
      { data: pixels, shape: [2, 2, 2] },
      { data: [...pixels], shape: [2, 2, 2, 1] },
    ];
    for (const form of forms)
      assert.deepEqual(readImages("f", form as ImagesLike), { data: pixels, shape: [2, 2, 2, 1] });
    tf.dispose(forms as tf.Tensor[]);
  });

  it("that are images already are not copied", () => {
    const images: Images = { data: new Uint8Array(8), shape: [2, 2, 2, 1] };
    assert.equal(readImages("f", images), images);
  });

  it("are taken by the functions of images", async () => {
    const gray = Array.from({ length: 4 }, (_, i) =>
      Array.from({ length: 28 }, (_, y) => Array.from({ length: 28 }, (_, x) => (x * i + y) % 7)),
    );
    const images = imagesFromArray(gray);
    const tensor = tf.tensor3d(gray);
    const network = mnistNetwork({ seed: 1 });
    const xy = [0, 1, 2, 3].map((i) => [i, i * i]);
    const labels = ["a", "b", "a", "b"];
    const calls: ((form: ImagesLike) => unknown)[] = [
      (form) => imagesFromArray(form),
      (form) => selectImages(form, [2, 0]),
      (form) => imageGrid(form).png,
      (form) => tf.tidy(() => imageTensor(form).arraySync()),
      (form) => tf.tidy(() => embed(network, form).arraySync()),
      (form) => embeddingScatter(xy, labels, { images: form }).spec,
      (form) => retrievalGrid(xy, labels, form, { queries: [0] }).spec,
      async (form) => (await whiten(form)).arrays,
    ];
    for (const call of calls) {
      const expected = await call(images);
      assert.deepEqual(await call(gray), expected);
      assert.deepEqual(await call(tensor), expected);
    }
    network.dispose();
    tensor.dispose();
  });

  it("that are none are rejected in a sentence that says what to pass", () => {
    const messages: [unknown, RegExp][] = [
      [
        { images: nested, labels: [0, 1] },
        /^f: images must be the images alone, got an object with images, labels\. Pass its images\.$/,
      ],
      [[[1, 2]], /^f: images must be nested as \[n\]\[height\]\[width\] or .*, got the shape \[1, 2\]\.$/],
      [[[[1], [2, 3]]], /^f: images\[0\]\[1\] has 2 entries, but the first array at this depth has 1\.$/],
      [[[["a"]]], /^f: images\[0\] must be a number, got "a"\.$/],
      [undefined, /^f: images must be \{ data, shape: .*, got undefined\. Make them/],
      [tf.scalar(1), /^f: images must be .*, got a tensor of shape \[\]\.$/],
    ];
    for (const [images, message] of messages) {
      assert.throws(
        () => readImages("f", images as ImagesLike),
        (error: unknown) => error instanceof UserError && message.test(error.message),
        String(message),
      );
    }
  });
});
