import { runProgram, tellingLine } from "../../io/processes/runProgram";

/** What a binding says about itself. */
export interface BindingReport {
  /** TensorFlow's version. */
  tensorflow: string;
  /** True when it computes on a GPU. */
  gpu: boolean;
}

const program = `
  const binding = require(process.argv[1]);
  console.log(JSON.stringify({ tensorflow: binding.TF_Version, gpu: binding.isUsingGpuDevice() }));
`;

/** Loads a binding in a process of its own, so that a broken one cannot take this process with it. */
export async function loadBinding(file: string, signal?: AbortSignal): Promise<BindingReport> {
  const { succeeded, output, errors } = await runProgram(process.execPath, ["-e", program, file], {
    environment: { ...process.env, TF_CPP_MIN_LOG_LEVEL: "3" },
    signal,
  });
  if (!succeeded) throw new Error(`the binding does not load: ${tellingLine(errors)}`);
  return JSON.parse(output) as BindingReport;
}
