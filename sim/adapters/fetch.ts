import { limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { Held } from "../held.ts";
import { failure } from "../protocol/envelope.ts";
import type { Fields, WireResponse } from "../protocol/wire.ts";
import type { Simulator } from "../simulator.ts";
import {
  apiPrefix,
  bodyKind,
  bodyTooLarge,
  credentialsOf,
  fieldsOf,
  multipartFields,
  noFields,
  nothingAt,
  pathTooLong,
} from "./translate.ts";

/** The fields of a request's body, or the refusal of it. */
async function formOf(request: Request): Promise<Fields | WireResponse> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > limits.bodyBytes) return bodyTooLarge;
  const contentType = request.headers.get("content-type");
  const kind = bodyKind(request.method, contentType);
  if (kind === "ignored") return noFields;
  if (kind === "urlencoded") return fieldsOf(new TextDecoder().decode(bytes));
  return multipartFields(bytes, contentType!).catch((thrown) => {
    if (thrown instanceof Refusal) return failure(thrown);
    throw thrown;
  });
}

async function answered(simulator: Simulator, request: Request): Promise<WireResponse | Held> {
  const { pathname, search } = new URL(request.url);
  if (pathname.length > limits.pathLength) return pathTooLong;
  if (!pathname.startsWith(apiPrefix)) return nothingAt(pathname);
  const form = request.body === null ? noFields : await formOf(request);
  if ("status" in form) return form;
  return simulator.exchange({
    method: request.method,
    path: pathname,
    query: fieldsOf(search.slice(1)),
    form,
    credentials: credentialsOf(request.headers.get("authorization")),
    userAgent: request.headers.get("user-agent") ?? undefined,
  });
}

/** Waits for the answer of a held poll; when the caller gives up, the poll is let go. */
function replyTo(held: Held, signal: AbortSignal): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      held.cancel();
      reject(signal.reason);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    held.onReply((answer) => {
      signal.removeEventListener("abort", giveUp);
      resolve(answer);
    });
  });
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

async function handedOver({ status, headers, text, delivery }: WireResponse, method: string): Promise<Response> {
  if (delivery && delivery.delayMillis > 0) await pause(delivery.delayMillis);
  if (delivery?.drop) throw new TypeError("fetch failed: a fault cut the connection");
  const empty = method === "HEAD" || status === 204 || status === 304;
  return new Response(empty ? null : text, { status, headers });
}

/** A fetch function that asks the simulator instead of the network, whatever host its URLs name. */
export function fetchFor(simulator: Simulator): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const answer = await answered(simulator, request);
    const reply = answer instanceof Held ? await replyTo(answer, request.signal) : answer;
    return handedOver(reply, request.method);
  };
}
