import type { Forces } from "./mesh/forces";
import type { JointProbabilities } from "./jointProbabilities";
import { meshRepulsion } from "./mesh/meshRepulsion";

/** The sums in the plane for many points: attraction along the pairs, repulsion by a mesh. */
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
