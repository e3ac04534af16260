import { engineNames, isRight, probe, useEngine, type EngineName } from "../engine";

/** The result of a short training run on an engine: its speed, or what is wrong with it. */
export type EngineTrial = { fault?: undefined; stepMs: number } | { fault: string };

async function tryEngine(name: EngineName): Promise<EngineTrial> {
  try {
    await useEngine(name);
    const { losses, stepMs } = await probe();
    return isRight(losses) ? { stepMs } : { fault: `computes wrong losses: ${losses.join(", ")}` };
  } catch (error) {
    return { fault: error instanceof Error ? error.message.split("\n")[0] : String(error) };
  }
}

// Started by `ssdml doctor` as a process of its own.
const name = engineNames.find((engine) => engine === process.argv[2]);
if (require.main === module && name) {
  void tryEngine(name).then((trial) => {
    process.stdout.write(`${JSON.stringify(trial)}\n`, () => process.exit(0));
  });
}
