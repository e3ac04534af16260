export { betaRules, type BetaInputs, type BetaRule } from "./solvers/betaRules";
export { checkGradient, checkHessian, type CheckOptions } from "./checks/checkGradient";
export { checkManifold, type ManifoldCheckRow } from "./checks/checkManifold";
export { checkRetraction } from "./checks/checkRetraction";
export {
  conjugateGradient,
  conjugateGradientSteps,
  steepestDescent,
  steepestDescentSteps,
} from "./solvers/conjugateGradient";
export { euclidean } from "./euclidean";
export { grassmann } from "./grassmann";
export type { LineSearchOptions } from "./solvers/lineSearch";
export type { Manifold } from "./manifold";
export { orthonormalize, orthonormalityDefect } from "./orthonormalize";
export { positiveDefinite } from "./positiveDefinite";
export { geodesicDistance, principalAngles } from "./principalAngles";
export type { Objective, Problem } from "./problem";
export type { SlopeCheck, SlopeRow } from "./checks/slope";
export { conjugateGradientDefaults, solverDefaults } from "./solvers/solverOptions";
export type { ConjugateGradientOptions, DescentOptions, SolverOptions } from "./solvers/solverOptions";
export type { HistoryRow, SolverEvent, SolverResult, StopReason } from "./solvers/solverResult";
export { stiefel } from "./stiefel";
export { trustRegions, trustRegionSteps } from "./solvers/trustRegions";
export type { TrustRegionOptions, TrustRegionRow } from "./solvers/trustRegions";
