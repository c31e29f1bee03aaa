import { Held } from "../server/client.ts";
import type { Simulator } from "../server/simulator.ts";
import { answerTo, ConnectionCut, isBare, type WrittenAnswer } from "./arrival.ts";
import { cutShort } from "./translate.ts";

async function answered(simulator: Simulator, request: Request): Promise<WrittenAnswer | Held> {
  const { pathname, search } = new URL(request.url);
  return answerTo(simulator, {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name),
    body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
  });
}

/**
 * Keeps the event loop alive until the returned function is called, as the socket of a real connection does: the timer of
 * `AbortSignal.timeout` does not. It keeps `kept` in memory, too: requests that follow a signal are known to it by weak references only. A port
 * is used since libraries for fake timers leave it alone.
 */
export function stayAlive(kept: object): () => void {
  const { port1 } = new MessageChannel();
  port1.onmessage = () => kept;
  return () => port1.close();
}

/** Waits for the answer of a held poll; when the caller gives up, the poll is let go. */
function replyTo(held: Held, request: Request, kept: object | undefined): Promise<WrittenAnswer> {
  const { signal } = request;
  const release = kept && stayAlive([request, kept]);
  const reply = new Promise<WrittenAnswer>((resolve, reject) => {
    const giveUp = () => {
      held.cancel();
      reject(signal.reason);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    held.onReply((answer) => {
      signal.removeEventListener("abort", giveUp);
      resolve(answer);
    });
  });
  return reply.finally(release);
}

/** A body that ends with an error after its first bytes. */
function cutOff(start: Uint8Array): ReadableStream<Uint8Array> {
  let sent = start.length === 0;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new ConnectionCut());
      else controller.enqueue(start);
      sent = true;
    },
  });
}

function handedOver(answer: WrittenAnswer, method: string): Response {
  const { status, headers, text, delivery } = answer;
  if (delivery?.drop) throw new ConnectionCut();
  if (isBare(method, answer)) return new Response(null, { status, headers });
  if (delivery?.cutBytes === undefined) return new Response(typeof text === "string" ? text : Uint8Array.from(text), { status, headers });
  const whole = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const start = cutShort(whole, delivery.cutBytes);
  return new Response(cutOff(start), { status, headers: { ...headers, "Content-Length": String(whole.length) } });
}

/** So many answers at most come one behind the other before all else has its turn. */
const mostInARow = 32;

/**
 * Lets timers and sockets have their turn: answers come in microtasks, and a loop of requests would keep all else waiting for ever. A message is
 * used since libraries for fake timers leave it alone.
 */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Returns a function that asks the simulator instead of the network. Where it is given `kept`, the origin of a request's signal, a poll keeps
 * the event loop alive while it is held.
 */
export function responderOf(simulator: Simulator): (request: Request, kept?: object) => Promise<Response> {
  let inARow = 0;
  return async (request, kept) => {
    request.signal.throwIfAborted();
    const answer = await answered(simulator, request);
    // Only now: a request that waited would come after those that were sent behind it.
    if (++inARow % mostInARow === 0) await turn();
    const reply = answer instanceof Held ? await replyTo(answer, request, kept) : answer;
    request.signal.throwIfAborted();
    return handedOver(reply, request.method);
  };
}
