import type { JointProbabilities } from "./jointProbabilities";
import { meshRepulsion, type Forces } from "./mesh/meshRepulsion";

/** The sums as defined, in any number of dimensions. Repulsion takes O(n²). */
export function exactForces({ n, starts, partners, values }: JointProbabilities, dimensions: number): Forces {
  const difference = new Float64Array(dimensions);

  /** q of a pair, with y_i − y_j left in `difference`. */
  const similarity = (points: Float64Array, i: number, j: number) => {
    let square = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      difference[axis] = points[i * dimensions + axis] - points[j * dimensions + axis];
      square += difference[axis] * difference[axis];
    }
    return 1 / (1 + square);
  };
  const push = (sums: Float64Array, i: number, j: number, weight: number) => {
    for (let axis = 0; axis < dimensions; axis++) {
      sums[i * dimensions + axis] += weight * difference[axis];
      sums[j * dimensions + axis] -= weight * difference[axis];
    }
  };

  return {
    attract(points, factor, sums) {
      for (let i = 0; i < n; i++) {
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const q = similarity(points, i, partners[s]);
          push(sums, i, partners[s], factor * values[s] * q);
        }
      }
    },
    repel(points, sums) {
      sums.fill(0);
      let total = 0;
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++) {
          const q = similarity(points, i, j);
          total += 2 * q;
          push(sums, i, j, q * q);
        }
      }
      return total;
    },
  };
}

/** The sums in the plane for many points: attraction over the pairs, repulsion by a mesh. */
export function planeForces({ n, starts, partners, values }: JointProbabilities): Forces {
  return {
    attract(points, factor, sums) {
      for (let i = 0; i < n; i++) {
        const x = points[2 * i];
        const y = points[2 * i + 1];
        let sumX = 0;
        let sumY = 0;
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const j = 2 * partners[s];
          const dx = x - points[j];
          const dy = y - points[j + 1];
          const weight = (factor * values[s]) / (1 + dx * dx + dy * dy);
          sumX += weight * dx;
          sumY += weight * dy;
          sums[j] -= weight * dx;
          sums[j + 1] -= weight * dy;
        }
        sums[2 * i] += sumX;
        sums[2 * i + 1] += sumY;
      }
    },
    repel: meshRepulsion(n),
  };
}
