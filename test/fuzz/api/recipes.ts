import type { Random } from "../../../lib/core/values/random";
import { dataRecipes } from "./recipes/data";
import { figureRecipes } from "./recipes/figures";
import { graphRecipes } from "./recipes/graph";
import { classicalRecipes } from "./recipes/classical";
import { learningRecipes } from "./recipes/learning";
import { networkRecipes } from "./recipes/networks";
import { lossAndMinerRecipes } from "./recipes/lossesAndMiners";
import { manifoldRecipes } from "./recipes/manifold";
import { partRecipes } from "./recipes/parts";
import { searchRecipes } from "./recipes/search";
import type { Values } from "./values";

/** How one exported function, constructor or method is called rightly. */
export interface Recipe {
  /** The export, and the method after a dot. */
  name: string;
  call: (...args: never[]) => unknown;
  /** Valid arguments. They are copied before they are damaged. */
  args: (values: Values, random: Random) => unknown[];
  /** Leading arguments that stay right: the object whose method is called. */
  fixed?: number;
  /** Never called rightly, and nothing is left out: a right call would train, download or look for graphics cards. */
  onlyWrong?: boolean;
  /** Returns a promise or an async generator, so it must not throw by itself. */
  isAsync?: boolean;
}

export const recipes: readonly (Recipe & { call: (...args: unknown[]) => unknown })[] = [
  ...graphRecipes,
  ...manifoldRecipes,
  ...learningRecipes,
  ...classicalRecipes,
  ...networkRecipes,
  ...partRecipes,
  ...lossAndMinerRecipes,
  ...dataRecipes,
  ...figureRecipes,
  ...searchRecipes,
] as never;
