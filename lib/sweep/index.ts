export { checkSpace, SpaceError } from "./checkSpace";
export { optunaJournal } from "./optunaJournal";
export { runSweep, searches, trialFolder, type SearchName, type SweepEvent } from "./runSweep";
export { readSpace, type Parameters, type Space } from "./space";
export { openSweepFolder } from "./sweepFolder";
export { trainTrial, type TrialBase } from "./trainTrial";
export { readTrials, trialsFile, type Trial } from "./trialStore";
