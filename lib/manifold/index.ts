export { betaRules, type BetaInputs, type BetaRule } from "./betaRules";
export { checkGradient, checkHessian, type CheckOptions } from "./checkGradient";
export { checkManifold, type ManifoldCheckRow } from "./checkManifold";
export { checkRetraction } from "./checkRetraction";
export {
  conjugateGradient,
  conjugateGradientSteps,
  steepestDescent,
  steepestDescentSteps,
} from "./conjugateGradient";
export { euclidean } from "./euclidean";
export { grassmann } from "./grassmann";
export type { LineSearchOptions } from "./lineSearch";
export type { Manifold } from "./manifold";
export { orthonormalize } from "./orthonormalize";
export { geodesicDistance, principalAngles } from "./principalAngles";
export type { Objective, Problem } from "./problem";
export type { SlopeCheck, SlopeRow } from "./slope";
export { conjugateGradientDefaults, solverDefaults } from "./solverOptions";
export type { ConjugateGradientOptions, DescentOptions, SolverOptions } from "./solverOptions";
export type { HistoryRow, SolverEvent, SolverResult, StopReason } from "./solverResult";
export { stiefel } from "./stiefel";
export { trustRegions, trustRegionSteps } from "./trustRegions";
export type { TrustRegionOptions, TrustRegionRow } from "./trustRegions";
