/** The part of the package that is used here; it carries no types of its own. */
declare module "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs" {
  interface JpegDecoder {
    /** Room for a file of that size, in the library's own memory. */
    getEncodedBuffer(size: number): Uint8Array;
    /** Decodes what was put there; throws a number where it cannot. */
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number };
    /** The pixels, valid until the next call. */
    getDecodedBuffer(): Uint8Array;
  }

  function libjpegTurbo(): Promise<{ JPEGDecoder: new () => JpegDecoder }>;
  export = libjpegTurbo;
}
