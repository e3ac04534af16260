import type { Shape } from "../networks";
import type { TrainingOptions, TrainingSettings } from "./trainingOptions";

/** What the defaults of some settings depend on. */
export interface DefaultsContext {
  /** The shape of an example, once it is known. */
  readonly example?: Shape | undefined;
  /** Whether the caller gave a network, which may be pretrained already. */
  readonly ownNetwork: boolean;
}

/** True for pictures with more than one channel. */
export const isColor = (example: Shape | undefined) => example?.length === 3 && example[2] > 1;

/** True where the default network starts from random weights and the pictures are in color: its embeddings are poor until it is pretrained. */
export const needsPretraining = ({ example, ownNetwork }: DefaultsContext) => isColor(example) && !ownNetwork;

/** The paper pretrains its network for CIFAR-10, and no other. */
export const pretrainingDefaults = (context: DefaultsContext) =>
  needsPretraining(context) ? colorPretraining : noPretraining;

export const colorPretraining = Object.freeze({
  pretrainingEpochs: 30,
  pretrainingMirror: true,
} satisfies TrainingOptions);
export const noPretraining = Object.freeze({
  pretrainingEpochs: 0,
  pretrainingMirror: false,
} satisfies TrainingOptions);

/** The settings with their defaults in place of what is still undecided. */
export function decideSettings<Settings extends TrainingSettings>(
  settings: Settings,
  defaults: Partial<Settings>,
): Settings {
  const entries = Object.entries(settings).map(([name, value]) => [
    name,
    value ?? (defaults as Record<string, unknown>)[name],
  ]);
  return Object.fromEntries(entries) as Settings;
}
