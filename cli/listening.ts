import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { UsageError } from "./io.ts";

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use; --port 0 takes any free one",
  EACCES: "may not be bound by this user; ports from 1024 on may",
  EADDRNOTAVAIL: "is no address of this machine; --host takes one that is",
  ENOTFOUND: "is no address of this machine; --host takes one that is",
};

/** Returns the error for a server that cannot listen on an address: a mistake of the user, or the given error where it is none. */
export function listenError(error: NodeJS.ErrnoException, host: string, port: number, scheme = "http"): Error {
  const why = refusals[error.code ?? ""];
  return why ? new UsageError(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port} ${why}`) : error;
}

/** Connects to the server of a URL; undefined where nobody listens there. */
export async function connected({ hostname, port, protocol }: URL): Promise<Socket | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
  try {
    await once(socket, "connect");
    return socket.on("error", () => {});
  } catch {
    return undefined;
  }
}
