import * as tf from "@tensorflow/tfjs-core";
import type { Breathe } from "../common/breathe";

/**
 * V diag(1 / max(√λ, floor)) Vᵀ for a symmetric positive semidefinite matrix V diag(λ) Vᵀ, by products alone, which every
 * engine is fast at; an eigendecomposition of 3072 × 3072 would take minutes. With A = W − floor²·I and |A| = A·sign(A), the clamped
 * matrix is C = (W + floor²·I + |A|)/2; sign(A) and C^(−1/2) are Newton–Schulz iterations.
 */
export async function clampedInverseRoot(
  matrix: tf.Tensor2D,
  floor: number,
  breathe: Breathe,
): Promise<tf.Tensor2D> {
  const identity = tf.eye(matrix.shape[0]);
  const shifted = tf.tidy(() => tf.sub<tf.Tensor2D>(matrix, tf.mul(identity, floor ** 2)));
  const sign = await matrixSign(shifted, floor ** 2 / 10, breathe);
  const clamped = tf.tidy(() => {
    const absolute = symmetric(tf.matMul(shifted, sign));
    return tf.mul<tf.Tensor2D>(tf.add(tf.add(matrix, tf.mul(identity, floor ** 2)), absolute), 0.5);
  });
  const root = await inverseRoot(clamped, floor ** 2, breathe);
  tf.dispose([identity, shifted, sign, clamped]);
  return root;
}

/** sign(A) = V diag(sign λ) Vᵀ: X ← X(3a/2·I − a³/2·X²) from X = A/‖A‖, exact where |λ| is well above `least`. */
async function matrixSign(a: tf.Tensor2D, least: number, breathe: Breathe): Promise<tf.Tensor2D> {
  const norm = await frobeniusNorm(a);
  let x = tf.tidy(() => tf.div<tf.Tensor2D>(a, norm));
  for (const scale of newtonSchulzScales(least / norm)) {
    x = replace(x, () => {
      const step = polynomial(tf.matMul(x, x), scale);
      return symmetric(tf.matMul(x, step));
    });
    await breathe();
  }
  return x;
}

/** A^(−1/2) for a matrix with eigenvalues of at least `least`: Y ← YT, Z ← TZ, T = 3a/2·I − a³/2·ZY; Z tends to it. */
async function inverseRoot(a: tf.Tensor2D, least: number, breathe: Breathe): Promise<tf.Tensor2D> {
  const norm = await frobeniusNorm(a);
  let y = tf.tidy(() => tf.div<tf.Tensor2D>(a, norm));
  let z = tf.eye(a.shape[0]);
  for (const scale of newtonSchulzScales(Math.sqrt((0.5 * least) / norm))) {
    const step = tf.tidy(() => polynomial(tf.matMul(z, y), scale));
    y = replace(y, () => symmetric(tf.matMul(y, step)));
    z = replace(z, () => symmetric(tf.matMul(step, z)));
    step.dispose();
    await breathe();
  }
  y.dispose();
  return replace(z, () => tf.div(z, Math.sqrt(norm)));
}

/**
 * The scales a = √(3/(1 + l + l²)) that bring singular values of [l, 1] to 1 fastest by x ← ax(3 − a²x²)/2: each step's l is what
 * the step before made of it.
 */
function newtonSchulzScales(smallest: number): number[] {
  const scales: number[] = [];
  let l = smallest;
  while (1 - l > 1e-6 && scales.length < 60) {
    const a = Math.sqrt(3 / (1 + l + l * l));
    scales.push(a);
    l = (a * l * (3 - (a * l) ** 2)) / 2;
  }
  return scales;
}

/** 3a/2·I − a³/2·S */
function polynomial(square: tf.Tensor2D, a: number): tf.Tensor2D {
  return tf.sub(tf.mul(tf.eye(square.shape[0]), 1.5 * a), tf.mul(square, 0.5 * a ** 3));
}

function symmetric(a: tf.Tensor2D): tf.Tensor2D {
  return tf.mul(tf.add(a, tf.transpose(a)), 0.5);
}

async function frobeniusNorm(a: tf.Tensor2D): Promise<number> {
  const norm = tf.tidy(() => tf.sqrt(tf.sum(tf.square(a))));
  const [value] = await norm.data();
  norm.dispose();
  return value;
}

function replace(old: tf.Tensor2D, make: () => tf.Tensor2D): tf.Tensor2D {
  const fresh = tf.tidy(make);
  old.dispose();
  return fresh;
}
