import js from "@eslint/js";
import tseslint from "typescript-eslint";
import folderImports from "./scripts/folderImports.cjs";

// The folders of lib/ in the order data flows (the paper's order). A folder may import only from those before it.
const flow = [
  "core",
  "algebra",
  "io",
  "engine",
  "datasets",
  "networks",
  "augment",
  "graph",
  "mining",
  "manifold",
  "losses",
  "evaluate",
  "train",
  "methods",
  "project",
  "search",
  "figures",
  "reproduce",
  "track",
  "sweep",
  "display",
  "jupyter",
  "cli",
];

// A folder of lib/ is imported through its index.ts. These sub-folders are imported by themselves, through theirs.
const parts = [
  "core/engine",
  "core/html",
  "core/options",
  "core/summaries",
  "core/values",
  "io/download",
  "io/files",
  "io/processes",
  "engine/install",
  "engine/tensorFlowJs",
  "figures/render",
  "display/pictures",
  "display/values",
  "jupyter/lab",
  "jupyter/protocol",
];

// The folders of kernels/ssdml/, from the lowest up. Each may import only from those before it.
const kernelFlow = [
  "realm",
  "io",
  "compile/typescript",
  "compile/transform",
  "compile/language",
  "compile",
  "run",
  "output",
  "errors",
  "display",
  "assist",
];

// What the folders of kernels/ssdml/ see of each other. They have no index.ts, because the launcher, the I/O thread and the kernel's process
// each load only the files they need. The programs themselves, at the top, put the files together.
const kernelFiles = [
  "realm/realm",
  "realm/promises",
  "realm/loader",
  "io/wire",
  "io/ioChannel",
  "io/sharedState",
  "compile/compiler",
  "compile/declarationsAfterFailure",
  "compile/localModules",
  "compile/transform/runtimeCalls",
  "compile/typescript/internals",
  "compile/typescript/broughtPackages",
  "compile/typescript/sourceMaps",
  "run/cell",
];

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          "lib/tsconfig.json",
          "kernels/tsconfig.json",
          "test/tsconfig.json",
          "bench/tsconfig.json",
          "docs-site/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // node:test's describe and it return promises that the runner itself awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["it", "describe", "test", "suite"], package: "node:test" },
          ],
        },
      ],
      // Indexing typed arrays in numerical loops: bounds are the algorithm's business.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/prefer-for-of": "off",
      // Public functions check at run time what the types only promise: many callers are plain JavaScript.
      "@typescript-eslint/no-unnecessary-condition": "off",
    },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: {
      globals: {
        require: "readonly",
        process: "readonly",
        console: "readonly",
        __dirname: "readonly",
        module: "writable",
      },
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
  {
    files: ["lib/**/*.ts", "kernels/ssdml/**/*.ts"],
    plugins: { ssdml: { rules: { "folder-imports": folderImports } } },
    rules: {
      "ssdml/folder-imports": [
        "error",
        [
          { root: "lib", order: flow, parts },
          { root: "kernels/ssdml", order: kernelFlow, files: kernelFiles },
        ],
      ],
    },
  },
);
