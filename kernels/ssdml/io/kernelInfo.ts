import { createRequire } from "node:module";
import { PROTOCOL_VERSION, type Json } from "./wire";

const load = createRequire(__filename);

/** The version of an installed package. Does not load the package. */
function versionOf(name: string): string {
  return (load(`${name}/package.json`) as { version: string }).version;
}

const KERNEL_VERSION = versionOf("ssdml");
const TYPESCRIPT_VERSION = versionOf("typescript");

/** The content of `kernel_info_reply`. */
export function kernelInfo(): Json {
  return {
    status: "ok",
    protocol_version: PROTOCOL_VERSION,
    implementation: "ssdml",
    implementation_version: KERNEL_VERSION,
    language_info: {
      name: "typescript",
      version: TYPESCRIPT_VERSION,
      mimetype: "text/typescript",
      file_extension: ".ts",
      pygments_lexer: "typescript",
      nbconvert_exporter: "script",
      codemirror_mode: { mode: "typescript", name: "javascript", typescript: true },
    },
    banner: `ssdml kernel: TypeScript ${TYPESCRIPT_VERSION} on Node ${process.versions.node}`,
    help_links: [{ text: "TypeScript", url: "https://www.typescriptlang.org/docs/" }],
  };
}
