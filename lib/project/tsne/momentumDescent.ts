/** Jacobs' (1988) bounds: how a coordinate's step size grows while its direction persists and shrinks when it turns. */
const gainRule = Object.freeze({ increase: 0.2, decrease: 0.8, least: 0.01 });

/** Gradient descent with momentum and a gain for every coordinate, as van der Maaten & Hinton (2008, §3.4) descend. */
export function momentumDescent(size: number, learningRate: number, momentum: number) {
  const velocity = new Float64Array(size);
  const gains = new Float64Array(size).fill(1);
  return (points: Float64Array, gradient: Float64Array): void => {
    for (let c = 0; c < size; c++) {
      const persists = gradient[c] * velocity[c] < 0;
      gains[c] = Math.max(
        gainRule.least,
        persists ? gains[c] + gainRule.increase : gains[c] * gainRule.decrease,
      );
      velocity[c] = momentum * velocity[c] - learningRate * gains[c] * gradient[c];
      points[c] += velocity[c];
    }
  };
}
