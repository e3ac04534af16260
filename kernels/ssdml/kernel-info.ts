import { PROTOCOL_VERSION, type Json } from "./wire";

const TYPESCRIPT_VERSION = "5.9.3";
const KERNEL_VERSION = "0.1.0";

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
