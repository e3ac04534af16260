import * as tf from "@tensorflow/tfjs-core";
import type { YieldToEventLoop } from "../core";

/** How far a long computation has come. */
export interface Steps {
  done: number;
  total: number;
}

/**
 * V diag(1 / max(√λ, floor)) Vᵀ for a symmetric positive semidefinite matrix V diag(λ) Vᵀ, by products alone, which every
 * engine is fast at; an eigendecomposition of 3072 × 3072 would take minutes. With A = W − floor²·I and |A| = A·sign(A), the clamped
 * matrix is C = (W + floor²·I + |A|)/2; sign(A) and C^(−1/2) are Newton–Schulz iterations.
 */
export async function* clampedInverseRoot(
  matrix: tf.Tensor2D,
  floor: number,
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<Steps, tf.Tensor2D> {
  const least = floor ** 2;
  const floors = tf.tidy(() => tf.mul<tf.Tensor2D>(tf.eye(matrix.shape[0]), least));
  const shifted = tf.sub<tf.Tensor2D>(matrix, floors);
  try {
    const [size, shiftedSize] = [await frobeniusNorm(matrix), await frobeniusNorm(shifted)];
    const signScales = newtonSchulzScales(least / 10 / shiftedSize);
    // The clamped matrix is not known yet; it is about as large as this one.
    const total = signScales.length + rootScales(least, size).length;
    const sign = yield* matrixSign(shifted, shiftedSize, signScales, { done: 0, total }, yieldToEventLoop);
    const clamped = tf.tidy(() => {
      const absolute = symmetric(tf.matMul(shifted, sign));
      return tf.mul<tf.Tensor2D>(tf.add(tf.add(matrix, floors), absolute), 0.5);
    });
    sign.dispose();
    try {
      return yield* inverseRoot(clamped, least, { done: signScales.length, total }, yieldToEventLoop);
    } finally {
      clamped.dispose();
    }
  } finally {
    tf.dispose([floors, shifted]);
  }
}

/** sign(A) = V diag(sign λ) Vᵀ: X ← X(3a/2·I − a³/2·X²) from X = A/‖A‖, exact where |λ| is well above what the scales are for. */
async function* matrixSign(
  a: tf.Tensor2D,
  norm: number,
  scales: number[],
  { done, total }: Steps,
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<Steps, tf.Tensor2D> {
  let x = tf.tidy(() => tf.div<tf.Tensor2D>(a, norm));
  let finished = false;
  try {
    for (const [step, scale] of scales.entries()) {
      yield { done: done + step, total };
      x = replace(x, () => symmetric(tf.matMul(x, polynomial(tf.matMul(x, x), scale))));
      await yieldToEventLoop();
    }
    finished = true;
    return x;
  } finally {
    if (!finished) x.dispose();
  }
}

/** A^(−1/2) for a matrix with eigenvalues of at least `least`: Y ← YT, Z ← TZ, T = 3a/2·I − a³/2·ZY; Z tends to it. */
async function* inverseRoot(
  a: tf.Tensor2D,
  least: number,
  { done, total }: Steps,
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<Steps, tf.Tensor2D> {
  const norm = await frobeniusNorm(a);
  let y = tf.tidy(() => tf.div<tf.Tensor2D>(a, norm));
  let z = tf.eye(a.shape[0]);
  try {
    for (const [step, scale] of rootScales(least, norm).entries()) {
      yield { done: Math.min(done + step, total - 1), total };
      const t = tf.tidy(() => polynomial(tf.matMul(z, y), scale));
      y = replace(y, () => symmetric(tf.matMul(y, t)));
      z = replace(z, () => symmetric(tf.matMul(t, z)));
      t.dispose();
      await yieldToEventLoop();
    }
    return tf.tidy(() => tf.div<tf.Tensor2D>(z, Math.sqrt(norm)));
  } finally {
    tf.dispose([y, z]);
  }
}

function rootScales(least: number, norm: number): number[] {
  return newtonSchulzScales(Math.sqrt((0.5 * least) / norm));
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
