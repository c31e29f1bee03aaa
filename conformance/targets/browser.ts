import type { Answered, HttpRequest, Transport } from "./transport.ts";

/** Sends by the `fetch` of a browser. The page's origin has to be allowed by the server, and `user-agent` stays the browser's. */
export function fetchTransport(origin: string): Transport {
  const send = async ({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<Answered> => {
    const answer = await fetch(`${origin}${path}`, { method, headers, signal, credentials: "omit", ...(body !== undefined && { body }) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
  return { send, sendAfresh: send, close: async () => {} };
}
