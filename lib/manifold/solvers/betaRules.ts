/** The inner products that the β rules use. g is the gradient, d the direction, T the transport to the new point; ⁺ marks the new point. */
export interface BetaInputs {
  /** ‖g‖² */
  gradientSquared: number;
  /** ⟨g, d⟩ */
  slope: number;
  /** ‖g⁺‖² */
  newSquared: number;
  /** ⟨g⁺, T(g)⟩ */
  newDotOld: number;
  /** ⟨g⁺, T(d)⟩ */
  newDotDirection: number;
  /** ⟨T(g), T(d)⟩ */
  oldDotDirection: number;
  /** ‖T(g)‖² */
  oldSquared: number;
  /** ‖T(d)‖² */
  directionSquared: number;
}

export type BetaRule =
  | "hestenes-stiefel"
  | "steepest-descent"
  | "fletcher-reeves"
  | "polak-ribiere"
  | "hager-zhang"
  | "liu-storey"
  | "polak-ribiere-sato"
  | "hestenes-stiefel-sato";

const plus = (value: number) => (value > 0 ? value : 0);

/** ⟨g⁺, y⟩ with y = g⁺ − T(g) */
const newDotChange = (p: BetaInputs) => p.newSquared - p.newDotOld;
/** ⟨y, T(d)⟩ */
const changeDotDirection = (p: BetaInputs) => p.newDotDirection - p.oldDotDirection;

/** β of each rule; the next direction is −g⁺ + βT(d). With y = g⁺ − T(g): */
export const betaRules: Readonly<Record<BetaRule, (p: BetaInputs) => number>> = Object.freeze({
  /** max(0, ⟨g⁺,y⟩ / ⟨y,Td⟩) */
  "hestenes-stiefel": (p) => plus(newDotChange(p) / changeDotDirection(p)),
  /** 0 */
  "steepest-descent": () => 0,
  /** ‖g⁺‖² / ‖g‖² */
  "fletcher-reeves": (p) => p.newSquared / p.gradientSquared,
  /** max(0, ⟨g⁺,y⟩ / ‖g‖²) */
  "polak-ribiere": (p) => plus(newDotChange(p) / p.gradientSquared),
  /** ⟨y − 2Td‖y‖²/⟨y,Td⟩, g⁺⟩ / ⟨y,Td⟩, at least −1/(‖Td‖ min(.01, ‖g‖)) */
  "hager-zhang": (p) => {
    const slopeChange = changeDotDirection(p);
    const changeSquared = p.newSquared - 2 * p.newDotOld + p.oldSquared;
    const beta = (newDotChange(p) - (2 * changeSquared * p.newDotDirection) / slopeChange) / slopeChange;
    const floor = -1 / (Math.sqrt(p.directionSquared) * Math.min(0.01, Math.sqrt(p.gradientSquared)));
    return Math.max(beta, floor);
  },
  /** max(0, min(⟨g⁺,y⟩, ‖g⁺‖²) / −⟨g,d⟩): Liu–Storey, bounded by conjugate descent */
  "liu-storey": (p) => plus(Math.min(newDotChange(p), p.newSquared) / -p.slope),
  /** max(0, min(⟨g⁺,y⟩, ‖g⁺‖²) / ‖g‖²): Polak–Ribière, bounded by Fletcher–Reeves (Sato 2022) */
  "polak-ribiere-sato": (p) => plus(Math.min(newDotChange(p), p.newSquared) / p.gradientSquared),
  /** max(0, min(⟨g⁺,y⟩, ‖g⁺‖²) / (⟨g⁺,Td⟩ − ⟨g,d⟩)): Hestenes–Stiefel, bounded by Dai–Yuan (Sato 2022) */
  "hestenes-stiefel-sato": (p) =>
    plus(Math.min(newDotChange(p), p.newSquared) / (p.newDotDirection - p.slope)),
});

/** Whether a rule needs ‖T(g)‖. */
export const needsTransportedSquare = (rule: BetaRule) => rule === "hager-zhang";
