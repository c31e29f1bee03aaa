import type { Dispatcher } from "undici";

/** A body read to its end, and the type that it brings with it. */
interface Read {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly type?: string | null;
}

const encoder = new TextEncoder();
const none: Read = { bytes: undefined };

function chunkOf(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return encoder.encode(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("body: a stream or an iterable gives strings and Uint8Arrays");
}

async function collected(chunks: AsyncIterable<unknown> | Iterable<unknown>): Promise<Read> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunkOf(chunk));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes };
}

/** The platform packs a form or a blob and says of what type it is. */
async function packed(body: Blob | FormData): Promise<Read> {
  const response = new Response(body);
  return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get("content-type") };
}

/** The same form as one of the platform: the client may have brought a class of its own. */
function formOf(form: Iterable<[string, string | Blob]>): FormData {
  const own = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") own.append(name, value);
    else own.append(name, value);
  }
  return own;
}

const isA = (name: string, body: object): boolean => (body as { readonly [Symbol.toStringTag]?: string })[Symbol.toStringTag] === name;

/** Reads a body of any kind that undici sends. Only what has to be waited for is a promise. */
export function readBody(body: Dispatcher.DispatchOptions["body"] | object): Read | Promise<Read> {
  if (body === null || body === undefined) return none;
  if (typeof body === "string") return { bytes: encoder.encode(body) };
  if (ArrayBuffer.isView(body)) return { bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice() };
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body) };
  if (isA("FormData", body)) return packed(formOf(body as never));
  if (isA("Blob", body) || isA("File", body)) return packed(body as Blob);
  return collected(body as AsyncIterable<unknown>);
}
