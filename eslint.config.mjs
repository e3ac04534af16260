import js from "@eslint/js";
import path from "node:path";
import tseslint from "typescript-eslint";

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
  "figures",
  "reproduce",
  "display",
  "jupyter",
  "cli",
];

const noUpstreamImports = flow.map((folder, position) => ({
  files: [`lib/${folder}/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: [...flow.slice(position + 1).map((later) => `**/../${later}/**`), "**/../index", "ssdml"],
            message: `lib/${folder} may import only from the folders before it: ${flow.slice(0, position).join(", ") || "none"}.`,
          },
        ],
      },
    ],
  },
}));

// The folders of kernels/ssdml/, from the lowest up; "." is the folder itself. Each may import only from those before it.
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
  ".",
];

const noUpstreamImportsInKernel = kernelFlow.slice(0, -1).map((folder, position) => ({
  files: [`kernels/ssdml/${folder}/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: kernelFlow.slice(position + 1).map((later) => ({
          regex: `^${path.posix.relative(folder, later).replaceAll(".", "\\.")}/[^/]+$`,
          message: `kernels/ssdml/${folder} may import only from the folders before it: ${kernelFlow.slice(0, position).join(", ") || "none"}.`,
        })),
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["lib/tsconfig.json", "kernels/tsconfig.json", "test/tsconfig.json", "bench/tsconfig.json"],
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
  ...noUpstreamImports,
  ...noUpstreamImportsInKernel,
);
