import { limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { failure } from "../protocol/envelope.ts";
import { percentDecoded } from "../protocol/route.ts";
import { type WireResponse, withoutBody } from "../protocol/wire.ts";
import { placeOf, wrong } from "../reader/index.ts";
import { staticFile } from "../resources/static.ts";
import type { Held } from "../server/client.ts";
import { isUpload } from "../server/file-at.ts";
import { checkOptions, checkSimulator, type Simulator } from "../server/simulator.ts";
import {
  apiPath,
  bodyKind,
  bodyLimit,
  bodyTooLarge,
  type Form,
  isApi,
  multipartForm,
  noForm,
  nothingAt,
  pathTooLong,
  readerOf,
  senderOf,
} from "./translate.ts";
import { fieldsOf } from "./urlencoded.ts";

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The value of a header, whose name is given in lower case. */
  readonly header: (name: string) => string | null | undefined;
}

/** A request in process: its body is whole. */
export interface Arrival extends RequestHead {
  readonly body: Uint8Array | undefined;
}

/** The answer that goes back; of files, bytes. */
export type WrittenAnswer = Pick<WireResponse, "status" | "headers" | "delivery"> & { readonly text: string | Uint8Array };

/** Returns what a body holds, or the refusal of it. Only forms in parts need waiting for. @param textOf reads a body that is one text */
export function formOf<Bytes extends Uint8Array>(
  { method, header }: RequestHead,
  body: Bytes,
  textOf: (body: Bytes) => string,
): Form | WireResponse | Promise<Form | WireResponse> {
  const contentType = header("content-type") ?? "";
  const kind = bodyKind(method, contentType);
  if (kind === "ignored") return body.length === 0 ? noForm : { ...noForm, unreadType: contentType };
  if (kind === "urlencoded") return { fields: fieldsOf(textOf(body)) };
  return multipartForm(body, contentType).catch((thrown) => {
    if (thrown instanceof Refusal) return failure(thrown);
    throw thrown;
  });
}

/** Returns what the API of a simulator answers. */
export function withForm(
  simulator: Simulator,
  { method, path, query, header }: RequestHead,
  form: Form | WireResponse,
): WireResponse | Held {
  if ("status" in form) return form;
  return simulator.exchange({
    method,
    path: apiPath(path),
    query: fieldsOf(query),
    form: form.fields,
    files: form.files,
    unreadType: form.unreadType,
    credentials: senderOf(path, header, form.fields),
    userAgent: header("user-agent") ?? undefined,
    accept: header("accept") ?? undefined,
  });
}

/** Returns what a simulator answers to a request outside the API. @param isSteered whether the inspector is served */
export function outside(simulator: Simulator, { method, path, header }: RequestHead, isSteered = false): WrittenAnswer {
  const file = simulator.file(method, path, readerOf(header));
  if (file && "content" in file) return { status: 200, headers: file.headers, text: file.content, delivery: undefined };
  if (file) return file;
  simulator.journal.miss(method, path);
  return nothingAt(path, isSteered);
}

/** Whether a simulator has something at a path: the API, or a file beside it. */
export const isServed = (method: string, path: string): boolean =>
  isApi(path) || isUpload(percentDecoded(path)) || staticFile(method, percentDecoded(path)) !== undefined;

/** Returns what a simulator answers to a request that comes to it without a server between them. */
export function answerTo(simulator: Simulator, arrival: Arrival): WrittenAnswer | Held | Promise<WrittenAnswer | Held> {
  const { method, path, header, body } = arrival;
  if (path.length > limits.pathLength) return pathTooLong;
  if (!isApi(path)) return outside(simulator, arrival);
  const limit = bodyLimit(method, header("content-type"));
  if (body && body.length > limit) return bodyTooLarge(limit);
  const form = body === undefined ? noForm : formOf(arrival, body, (bytes) => new TextDecoder().decode(bytes));
  return form instanceof Promise ? form.then((known) => withForm(simulator, arrival, known)) : withForm(simulator, arrival, form);
}

/** Returns what undici, Node's own included, says of a connection that the other side closed. */
export const socketClosed = (): Error => Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });

/** The error of a fetch where a fault cut the connection: a TypeError, as for every failure of the network. */
export class ConnectionCut extends TypeError {
  constructor() {
    super("fetch failed: a fault cut the connection", { cause: socketClosed() });
  }
}

/** Whether an answer has no body on the wire. */
export const isBare = (method: string, { status }: WrittenAnswer): boolean => method === "HEAD" || withoutBody.has(status);

/** Options of an adapter that answers what is asked of one origin. */
export interface OriginOptions {
  /** The address at which the simulator seems to be, default the URL that it gives as its own; it then gives this one. */
  readonly url?: string;
  /** Another name for `url`. */
  readonly origin?: string;
}

const optionsPlace = placeOf((line) => new RangeError(line));

/** Returns the origin at which a simulator is to seem to be, and tells it. @throws RangeError: an option names none, or more than one */
export function originFor(simulator: Simulator, options: OriginOptions): string {
  checkSimulator(simulator);
  checkOptions(options, ["url", "origin"]);
  const [[option, text] = [], other] = Object.entries(options).filter(([, given]) => given !== undefined);
  if (other && other[1] !== text) throw new RangeError(`url and origin: got ${text} and ${other[1]}, expected one of the two`);
  if (option === undefined) return originOf("url", simulator.server.url);
  const origin = originOf(option, text);
  simulator.serveAt(origin);
  return origin;
}

/** Returns the origin that an option names. */
function originOf(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  return wrong(optionsPlace.at(option), text, "the origin of a server, such as http://localhost:9991");
}
