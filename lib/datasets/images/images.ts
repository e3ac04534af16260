/** Images as bytes or floats: pixel (n, y, x, c) is `data[((n * height + y) * width + x) * channels + c]`. */
export interface Images {
  data: Uint8Array | Float32Array;
  shape: [count: number, height: number, width: number, channels: number];
}

/** Images with their class numbers. */
export interface LabeledImages {
  images: Images;
  labels: Int32Array;
  /** The file of each image, from the folder on, if they were pictures in one. */
  files?: string[];
}

/** A picture that could not be read. */
export interface SkippedPicture {
  file: string;
  /** What is wrong with it and what to do. */
  problem: string;
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
  /** The pictures of a folder that could not be read and are in neither part. */
  skipped?: SkippedPicture[];
}
