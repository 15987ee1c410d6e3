import net from "node:net";
import { because } from "../../protocol/faults.js";
import { refuse } from "../../protocol/refusal.js";

/** What a connection is for, as it says of itself. */
export const TOWARDS_SOURCE = 0;
export const TOWARDS_SINK = 1;

const MOST_PORT = 65535;

/** Where the driver listens, a socket of this machine, as `net` takes it: `unix:PATH` or `tcp:PORT`. */
export function addressOf(text) {
  if (text.startsWith("unix:")) {
    return { path: text.slice("unix:".length) };
  }
  const port = /^tcp:([0-9]{1,5})$/.exec(text)?.[1];
  if (port === undefined || Number(port) > MOST_PORT) {
    throw refuse(`The value of at is "${text}" where unix:PATH or tcp:PORT belongs.`);
  }
  return { host: "127.0.0.1", port: Number(port), noDelay: true };
}

/**
 * Makes a connection that has said what it is for. `onread` takes what is read into memory of its own; without it
 * nothing is read.
 */
export function connect(address, towards, number, onread) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ ...address, onread: onread ?? null, allowHalfOpen: true });
    if (onread === undefined) {
      socket.pause();
    }
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      // Whoever writes looks whether the connection has broken; one that breaks has been closed next.
      socket.on("error", () => {});
      socket.write(introduction(towards, number));
      resolve(socket);
    });
  });
}

/** The sentence about a connection that could not be made. */
export function notConnected(at, fault) {
  return refuse(`There is no connection to ${at}: ${because(fault)}.`);
}

/** The first bytes of a connection, with the secret that the driver gave. */
function introduction(towards, number) {
  const said = Buffer.from("SRLY----", "latin1");
  said.writeUInt16LE(towards, 4);
  said.writeUInt16LE(number, 6);
  return Buffer.concat([said, Buffer.from(process.env.SERBENCH_RELAY_SECRET ?? "", "latin1")]);
}
