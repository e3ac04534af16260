import type * as zmq from "zeromq";

const DEFAULT_MAX_MB = 512;
const RETRY_MS = 10;

/**
 * Largest frame that the sockets accept; a peer that sends a larger one is disconnected before memory is taken. The
 * variable SSDML_MAX_MESSAGE_MB changes the default of 512 MB.
 */
export function maxFrameBytes(environment: NodeJS.ProcessEnv): number {
  const megabytes = Number(environment.SSDML_MAX_MESSAGE_MB ?? DEFAULT_MAX_MB);
  return (megabytes > 0 && megabytes < Infinity ? megabytes : DEFAULT_MAX_MB) * 2 ** 20;
}

/** Calls the listener for each message until the socket closes. No single message, whatever is wrong with it, ends the loop. */
export async function receiveAll(socket: zmq.Router, listener: (frames: Buffer[]) => void): Promise<void> {
  while (!socket.closed) {
    try {
      listener(await socket.receive());
    } catch {
      // Any socket error that is not the end of the socket concerns one message or one peer.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
