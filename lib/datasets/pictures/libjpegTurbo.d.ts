/** The part of the package that we use. It comes without types. */
declare module "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs" {
  interface JpegDecoder {
    /** A buffer for a file of this size, in the library's memory. */
    getEncodedBuffer(size: number): Uint8Array;
    /** Decodes the content of that buffer. Throws a number if it cannot. */
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number };
    /** The pixels, valid until the next call. */
    getDecodedBuffer(): Uint8Array;
  }

  function libjpegTurbo(): Promise<{ JPEGDecoder: new () => JpegDecoder }>;
  export = libjpegTurbo;
}
