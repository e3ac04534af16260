import path from "node:path";

/** The folder of the package, seen from dist/docs-site. */
export const root = path.resolve(__dirname, "..", "..");
