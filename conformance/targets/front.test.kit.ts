import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes that a front makes to requests and answers that it passes on. */
interface Manner {
  /** An answer of its own, in place of the server's. */
  readonly instead?: (path: string) => { readonly status: number; readonly body: object } | undefined;
  /** The status of an answer, which is otherwise the server's. */
  readonly status?: (status: number) => number;
  /** The time that it keeps each answer. */
  readonly millis?: number;
}

interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** Lets a server listen on a free port of this machine. @param agent its connections to a server behind, which end with it */
export async function listening(front: Server, agent?: Agent): Promise<Front> {
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      agent?.destroy();
      front.close(() => resolve());
      front.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close };
}

/** Returns a draw of numbers from 0 to below a bound, the same for a seed. */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export async function frontOf(server: string, { instead, status = (same) => same, millis = 0 }: Manner): Promise<Front> {
  const { hostname: host, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const front = createServer((from, to) => {
    const { method, url: path = "", headers } = from;
    const own = instead?.(path);
    if (own) {
      from.resume().on("end", () => to.writeHead(own.status, { "content-type": "application/json" }).end(JSON.stringify(own.body)));
      return;
    }
    const onward = request({ host, port, agent, method, path, headers }, (answer) => {
      const pass = () => answer.pipe(to.writeHead(status(answer.statusCode ?? 502), answer.headers));
      if (millis === 0) pass();
      else setTimeout(pass, millis);
    });
    // A client that waits no longer ends its poll.
    to.on("close", () => to.writableFinished || onward.destroy());
    onward.on("error", () => to.destroy());
    from.pipe(onward);
  });
  return listening(front, agent);
}
