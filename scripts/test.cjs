// npm test [-- WORD…]: runs every compiled test whose source exists and, given words, whose path contains one of them. Each
// file runs in its own process.
const { readdirSync, existsSync } = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { run } = require("node:test");
const { spec } = require("node:test/reporters");

const root = path.dirname(__dirname);
const words = process.argv.slice(2);

/** These take minutes each. They go first, so that none of them is still running alone at the end. */
const isLong = (file) =>
  /^notebooks.(notebooks|nbclient)|interrupt|webgpu|^methods.(agml|competitors)|^train.(learner|stops)|^cli.run|^reproduce.cluster.slurm\./.test(
    file,
  );

const files = readdirSync(path.join(root, "test"), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1))
  .map((file) => path.join(root, "dist", "test", file.replace(/\.ts$/, ".js")));

if (files.length === 0) {
  console.error(
    `npm test: no test file has ${words.join(" or ")} in its path. Run npm test without words for all of them.`,
  );
  process.exit(1);
}
const missing = files.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`npm test: not compiled: ${missing.join(", ")}. Run npm run build.`);
  process.exit(1);
}

const count = { passed: 0, failed: 0, skipped: 0 };
process.chdir(root);
// One more than the number of processors, because many tests wait for a kernel, a browser or a clock.
const concurrency = Math.min(4, os.availableParallelism() + 1);
const stream = run({ files, concurrency, timeout: 900_000 });
stream.on("test:pass", (event) => {
  if (event.details.type === "suite") return;
  if (event.skip !== undefined && event.skip !== false) count.skipped++;
  else count.passed++;
});
stream.on("test:fail", (event) => {
  if (event.details.type !== "suite") count.failed++;
  process.exitCode = 1;
});
stream.compose(spec).pipe(process.stdout);
process.on("exit", () => {
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
});
