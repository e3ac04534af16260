/** Images as bytes or floats: pixel (n, y, x, c) is `data[((n * height + y) * width + x) * channels + c]`. */
export interface Images {
  data: Uint8Array | Float32Array;
  shape: [count: number, height: number, width: number, channels: number];
}

/** Images with their class numbers. */
export interface LabeledImages {
  images: Images;
  labels: Int32Array;
}

/** A data set of images with its standard split. */
export interface Dataset {
  name: string;
  train: LabeledImages;
  test: LabeledImages;
  classNames: string[];
  imageShape: [height: number, width: number, channels: number];
  /** Where the files came from. */
  source: string;
}
