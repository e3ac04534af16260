import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { angularTripletLoss, metricProblem } from "../../lib/losses";
import {
  checkGradient,
  conjugateGradient,
  conjugateGradientSteps,
  euclidean,
  grassmann,
  steepestDescent,
  stiefel,
  trustRegions,
} from "../../lib/manifold";
import { multiplyTranspose } from "../../lib/algebra/multiply";
import type { EngineName } from "../../lib/engine";
import { onEngine } from "../engine/everyEngine";
import { assertClose, assertRelative } from "./assertClose";
import { fixtureNames, manoptFixture, optionsOf, stopReasonOf, transposed } from "./manoptFixture";

/** Reads a tensor on every engine, frees it and gives it as a float64 matrix. */
async function take(tensor: tf.Tensor2D) {
  const data = Float64Array.from(await tensor.data());
  tensor.dispose();
  return { data, shape: tensor.shape };
}

async function leaksNothing(work: () => Promise<unknown>): Promise<void> {
  const before = tf.memory().numTensors;
  await work();
  assert.equal(tf.memory().numTensors, before, "tensors leaked");
}

/** Its first trial is a difference of costs, 4(f − f_previous)/⟨g,d⟩, which has few digits left in float32. */
const sensitive = ["linesearch_base"];

/** A software GPU takes seconds for each run; the β rules, numbers of JavaScript, are the same there. */
const onSlowEngine = ["default10", "linesearch_base"];

/** The solvers and losses in float32 on one engine. */
export function float32OnEngine(engine: EngineName): void {
  onEngine(engine, () => {
    for (const name of fixtureNames) {
      const { p, q, d, l, alphaDeg, L0, expected } = manoptFixture(name);
      for (const [runName, run] of Object.entries(expected.runs)) {
        if (run.options.maxiter > 10 || (engine === "webgpu" && !onSlowEngine.includes(runName))) continue;
        it(`float32 follows Manopt: ${name}, ${runName}`, () =>
          leaksNothing(async () => {
            const problem = metricProblem(p, q, { alpha: alphaDeg, precision: "float32" });
            const result = await conjugateGradient(grassmann(d, l), problem, L0, optionsOf(run));
            problem.dispose();
            assert.equal(result.stopReason, stopReasonOf(run));
            result.history.forEach((row, k) => {
              assertRelative(row.cost, run.history[k].cost, 1e-4, `cost of iteration ${k}`);
              if (k > 0)
                assert.equal(row.costEvaluations, run.history[k].costevals, `cost evaluations of ${k}`);
            });
            const point = await take(result.point);
            assertClose(
              multiplyTranspose(point, point),
              run.LLt!,
              sensitive.includes(runName) ? 5e-5 : 1e-5,
              "LLᵀ",
            );
            assert.ok(grassmann(d, l).deviation(point) < 5e-6);
          }));
      }

      it(`cost, gradient and Hessian of ${name} in float32`, () =>
        leaksNothing(async () => {
          const problem = metricProblem(p, q, { alpha: alphaDeg, precision: "float32" });
          const reference = metricProblem(p, q, { alpha: alphaDeg });
          assertRelative(await problem.cost(L0), expected.cost0, 1e-5);
          assertClose(await take(await problem.gradient(L0)), expected.egrad0, 1e-4);
          const both = await problem.costAndGradient(L0);
          assertRelative(both.cost, expected.cost0, 1e-5);
          assertClose(await take(both.gradient), expected.egrad0, 1e-4);
          const along = grassmann(d, l).randvec(L0, 1);
          assertClose(await take(await problem.hessian(L0, along)), reference.hessian(L0, along), 1e-4);
          problem.dispose();
        }));
    }

    const { p, q, d, l, L0, Z, Zp, Zn, expected } = manoptFixture("small");

    it("L0 and triplets may be tensors, which are left alone", () =>
      leaksNothing(async () => {
        const tensors = [tf.tensor2d(p), tf.tensor2d(q), tf.tensor2d(L0)] as const;
        const problem = metricProblem(tensors[0], tensors[1], { precision: "float32" });
        const { point, cost } = await conjugateGradient(grassmann(d, l), problem, tensors[2]);
        assertRelative(cost, expected.runs.default10.history[10].cost, 1e-5);
        assert.ok(tensors.every((tensor) => !tensor.isDisposed));
        tf.dispose([point, ...tensors]);
        problem.dispose();
      }));

    it("tensors of whole numbers are taken as float32", () =>
      leaksNothing(async () => {
        const whole = tf.tensor2d([[2, 5]], [1, 2], "int32");
        const problem = metricProblem(whole, [[1, 7]], { alpha: 45, precision: "float32" });
        const start = tf.tensor2d([[1], [0]], [2, 1], "int32");
        assertRelative(await problem.cost(start), Math.log(2), 1e-5);
        const { point } = await conjugateGradient(grassmann(2, 1), problem, start);
        tf.dispose([whole, start, point]);
        problem.dispose();
      }));

    it("every solver and manifold runs in float32 and leaks nothing", () =>
      leaksNothing(async () => {
        const problem = metricProblem(p, q, { precision: "float32" });
        const options = { maxIterations: 5 };
        for (const manifold of [grassmann(d, l), stiefel(d, l), euclidean(d, l)]) {
          for (const solver of [conjugateGradient, steepestDescent, trustRegions]) {
            const result = await solver(manifold, problem, L0, options);
            assert.ok(result.cost < expected.cost0);
            assert.ok(manifold.deviation(await take(result.point)) < 5e-6);
          }
        }
        problem.dispose();
      }));

    it("conjugate gradients stay on the manifold in a long run", () =>
      leaksNothing(async () => {
        const problem = metricProblem(p, q, { precision: "float32" });
        const { point } = await steepestDescent(grassmann(d, l), problem, L0, {
          maxIterations: engine === "webgpu" ? 20 : 200,
          minGradientNorm: 0,
          minStepSize: 0,
        });
        assert.ok(grassmann(d, l).deviation(await take(point)) < 5e-6);
        problem.dispose();
      }));

    it("a run that is left early, aborted or rejected leaks nothing", () =>
      leaksNothing(async () => {
        const problem = metricProblem(p, q, { precision: "float32" });
        const manifold = grassmann(d, l);
        for await (const event of conjugateGradientSteps(manifold, problem, L0)) {
          if (event.kind === "iteration" && event.iteration === 2) break;
        }
        const { point, stopReason } = await conjugateGradient(manifold, problem, L0, {
          signal: AbortSignal.abort(),
        });
        assert.equal(stopReason, "aborted");
        point.dispose();
        const doubled = L0.map((row) => row.map((value) => 2 * value));
        await assert.rejects(
          conjugateGradient(manifold, problem, doubled),
          /L0 must have orthonormal columns/,
        );
        await assert.rejects(conjugateGradient(manifold, problem, [[1]]), /L0 must have shape/);
        problem.dispose();
      }));

    it("a float32 problem with NaN on the engine is rejected at the start", () =>
      leaksNothing(async () => {
        const bad = tf.tidy(() => tf.mul<tf.Tensor2D>(tf.tensor2d(p), Number.NaN));
        const problem = metricProblem(bad, q, { precision: "float32" });
        for (const solver of [conjugateGradient, trustRegions])
          await assert.rejects(
            solver(grassmann(d, l), problem, L0),
            /the cost at L0 must be finite, got NaN/,
          );
        problem.dispose();
        bad.dispose();
      }));

    it("checkGradient passes a float32 problem", () =>
      leaksNothing(async () => {
        const problem = metricProblem(p, q, { precision: "float32" });
        const { passed, slope } = await checkGradient(grassmann(d, l), problem, L0);
        assert.ok(passed, `slope ${slope}`);
        problem.dispose();
      }));

    it("the differentiable loss has the cost, and its gradient by L is ∇J", () =>
      leaksNothing(async () => {
        const [z, positive, negative] = [Z!, Zp!, Zn!].map((columns) => tf.tensor2d(transposed(columns)));
        const metric = tf.tensor2d(L0);
        const loss = (L: tf.Tensor) =>
          angularTripletLoss(z, positive, negative, L as tf.Tensor2D, { reduction: "sum" });
        const { value, grad } = tf.valueAndGrad(loss)(metric);
        assertRelative((await value.data())[0], expected.cost0, 1e-5);
        assertClose(await take(grad as tf.Tensor2D), expected.egrad0, 1e-4);
        const mean = angularTripletLoss(z, positive, negative, metric);
        assertRelative((await mean.data())[0], expected.cost0 / 20, 1e-5);
        tf.dispose([z, positive, negative, metric, value, mean]);
      }));
  });
}
