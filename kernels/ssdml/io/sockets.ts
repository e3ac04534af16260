import * as zmq from "zeromq";
import { bind, type Connection } from "./connection";
import { maxFrameBytes } from "./receive";

/** The sockets of a kernel. A router echoes any heartbeat; a reply socket would require the framing of a request socket. */
export interface Sockets {
  heartbeat: zmq.Router;
  control: zmq.Router;
  shell: zmq.Router;
  iopub: zmq.Publisher;
  stdin: zmq.Router;
}

export function createSockets(environment: NodeJS.ProcessEnv): Sockets {
  const maxMessageSize = maxFrameBytes(environment);
  return {
    heartbeat: new zmq.Router({ maxMessageSize }),
    control: new zmq.Router({ maxMessageSize }),
    shell: new zmq.Router({ maxMessageSize }),
    iopub: new zmq.Publisher({ maxMessageSize }),
    stdin: new zmq.Router({ maxMessageSize }),
  };
}

/** @param lingerMs - How long a closed socket waits for a client that does not read. */
export async function bindSockets(sockets: Sockets, connection: Connection, lingerMs: number): Promise<void> {
  const { heartbeat, control, shell, iopub, stdin } = sockets;
  for (const socket of [heartbeat, control, shell, iopub, stdin]) {
    // Sending never blocks and never fails: a full queue would lose messages in the middle of a cell.
    socket.sendTimeout = 0;
    socket.sendHighWaterMark = 0;
    socket.linger = lingerMs;
  }
  await Promise.all([
    bind(heartbeat, connection, connection.hb_port),
    bind(control, connection, connection.control_port),
    bind(iopub, connection, connection.iopub_port),
    bind(shell, connection, connection.shell_port),
    bind(stdin, connection, connection.stdin_port),
  ]);
}
