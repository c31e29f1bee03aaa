import { Held } from "../server/client.ts";
import { checkSimulator, type Simulator } from "../server/simulator.ts";
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

/** Waits for the answer of a held poll; when the caller gives up, the poll is let go. */
function replyTo(held: Held, signal: AbortSignal): Promise<WrittenAnswer> {
  return new Promise((resolve, reject) => {
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
  if (delivery?.cutBytes === undefined) return new Response(text, { status, headers });
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

/** A fetch function that asks the simulator instead of the network, whatever host its URLs name. @throws TypeError: it is no simulator */
export function fetchFor(simulator: Simulator): typeof fetch {
  checkSimulator(simulator);
  let inARow = 0;
  return async (input, init) => {
    const request = new Request(input, init);
    if (++inARow % mostInARow === 0) await turn();
    request.signal.throwIfAborted();
    const answer = await answered(simulator, request);
    const reply = answer instanceof Held ? await replyTo(answer, request.signal) : answer;
    request.signal.throwIfAborted();
    return handedOver(reply, request.method);
  };
}
