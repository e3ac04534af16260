import { engine, type KernelBackend } from "@tensorflow/tfjs";

type JavaScriptBackend = KernelBackend & { firstUse: boolean };

/** Keeps plain JavaScript from advertising tfjs-node when it is first used; `ssdml doctor` gives better advice. */
export function hushAdvice(): void {
  const { registry, registryFactory } = engine();
  const hushed = (backend: KernelBackend): KernelBackend =>
    Object.assign(backend as JavaScriptBackend, { firstUse: false });
  const entry = registryFactory.cpu;
  const create = entry.factory as () => KernelBackend;
  entry.factory = () => hushed(create());
  if ("cpu" in registry) hushed(registry.cpu);
}
