import { type Answered, Gathering, type HttpRequest, type Transport } from "./transport.ts";

/** Reads a body to its end. Of one that is too long the rest is given up. */
async function textOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const gathering = new Gathering();
  const reader = body?.getReader();
  try {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) gathering.add(piece.value);
  } catch (thrown) {
    // The stream may have failed by itself; then there is nothing left to give up.
    await reader?.cancel().catch(() => {});
    throw thrown;
  }
  return gathering.text;
}

/** Sends by the `fetch` of a browser. The page's origin has to be allowed by the server, and `user-agent` stays the browser's. */
export function fetchTransport(origin: string): Transport {
  const send = async ({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<Answered> => {
    const answer = await fetch(`${origin}${path}`, { method, headers, signal, credentials: "omit", ...(body !== undefined && { body }) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await textOf(answer.body) };
  };
  return { send, sendAfresh: send, close: async () => {} };
}
