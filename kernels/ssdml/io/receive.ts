import type * as zmq from "zeromq";

const DEFAULT_MAX_MB = 512;
const RETRY_MS = 10;
const MAX_SIGNATURES = 2 ** 18;

/**
 * Largest frame that the sockets accept. A peer that sends a larger one is disconnected before any memory is allocated. The
 * environment variable SSDML_MAX_MESSAGE_MB changes the default of 512 MB.
 */
export function maxFrameBytes(environment: NodeJS.ProcessEnv): number {
  const megabytes = Number(environment.SSDML_MAX_MESSAGE_MB ?? DEFAULT_MAX_MB);
  return (megabytes > 0 && megabytes < Infinity ? megabytes : DEFAULT_MAX_MB) * 2 ** 20;
}

/** Calls the listener for each message until the socket closes. No faulty message ends the loop. */
export async function receiveAll(socket: zmq.Router, listener: (frames: Buffer[]) => void): Promise<void> {
  while (!socket.closed) {
    try {
      listener(await socket.receive());
    } catch {
      // While the socket is open, an error concerns one message or one peer.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Signatures of the messages received so far. A message whose signature was seen before is a replay: signatures never expire. Message
 * ids cannot serve here, since clients of jupyter_client that share a session count from the same number.
 */
export class SeenMessages {
  private readonly signatures = new Set<string>();

  constructor(private readonly capacity = MAX_SIGNATURES) {}

  /** Records a signature and tells whether it is new. Only the last `capacity` signatures are kept. */
  isNew(signature: string): boolean {
    if (this.signatures.has(signature)) return false;
    this.signatures.add(signature);
    if (this.signatures.size > this.capacity) {
      this.signatures.delete(this.signatures.values().next().value!);
    }
    return true;
  }
}
