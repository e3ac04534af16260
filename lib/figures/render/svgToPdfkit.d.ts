declare module "svg-to-pdfkit" {
  interface Options {
    width?: number;
    height?: number;
    /** The font for a family and style: a name registered with the document. */
    fontCallback?: (family: string, bold: boolean, italic: boolean) => string;
    /** What is drawn for the address of a picture: a data URL or the name of a file. */
    imageCallback?: (address: string) => string;
    warningCallback?: (message: string) => void;
  }
  function SVGtoPDF(document: PDFKit.PDFDocument, svg: string, x: number, y: number, options?: Options): void;
  export = SVGtoPDF;
}
