import type { Route, SendArguments, TypedResponse } from "../answers/index.ts";
import type { SupportRoute } from "../answers/support-routes.ts";
import { own } from "../core/lookup.ts";
import { checkSpelling } from "../journal/known-routes.ts";
import { percentDecoded } from "../protocol/route.ts";
import { type Credentials, type Fields, noFields, type WireFile, type WireRequest, type WireResponse } from "../protocol/wire.ts";
import { fail, jsonWords, object, onlyKeys, type Place, placeOf, wrong } from "../reader/index.ts";

/** An answer that is still to come: of a poll that waits for an event, or of a request that a fault delays. It comes at most once. */
export class Held<R = WireResponse> {
  readonly #cancelled: () => void;
  #onReply: (() => void) | undefined;
  /** The answer, once there is one. */
  reply: R | undefined;

  constructor(cancelled: () => void) {
    this.#cancelled = cancelled;
  }

  /** Calls back with the answer: at once where it is there already. */
  onReply(callback: (response: R) => void): void {
    if (this.reply) callback(this.reply);
    else this.#onReply = () => this.reply && callback(this.reply);
  }

  /** The client went away: the queue of a poll and its events stay. */
  cancel(): void {
    if (!this.reply) this.#cancelled();
  }

  /** For the simulator. */
  answer(response: R): void {
    this.reply = response;
    this.#onReply?.();
  }
}

/** Place in a request of a user, for errors. */
const requestPlace = placeOf((line) => new TypeError(line));
const fieldsPlace = requestPlace.at("fields");

const named = (name: string): string => `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;

/** Returns the name of what JSON has no words for, such as `a Map`; undefined for what it has. */
function unsayable(value: unknown): string | undefined {
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") return named(typeof value);
  if (typeof value !== "object" || value === null || Array.isArray(value) || "toJSON" in value) return undefined;
  const prototype: object | null = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  // JSON would say of what keeps its content elsewhere that it is empty.
  return !isPlain && (ArrayBuffer.isView(value) || Object.keys(value).length === 0) ? named(value.constructor.name) : undefined;
}

/** Returns a value of a field as JSON. @throws TypeError: JSON has no words for it */
function jsonOf(name: string, value: unknown): string {
  const refuse = (what: string): never =>
    fail(fieldsPlace.at(name), `got ${what}, expected text, or what JSON can say: numbers, true, false, null, lists and plain objects`);
  if (typeof value === "number" && !Number.isFinite(value)) refuse(String(value));
  if (typeof value === "number" || typeof value === "boolean") return JSON.stringify(value);
  const whole = unsayable(value);
  if (whole !== undefined) refuse(whole);
  const within = (_: string, each: unknown): unknown => {
    const what = unsayable(each);
    return what === undefined ? each : refuse(`a value with ${what} in it`);
  };
  try {
    return JSON.stringify(value, within);
  } catch (thrown) {
    // The engine's words for it name its inside.
    if (thrown instanceof TypeError && /circular|cyclic/i.test(thrown.message)) return refuse("an object that holds itself");
    throw thrown;
  }
}

/** Fields as a form spells them: text as it is, everything else as JSON. Undefined is left out. @throws TypeError: a field is none */
export function spelled(fields: Readonly<Record<string, unknown>>): Fields {
  const spelledFields = new Map<string, string>();
  const given: unknown = fields;
  if (typeof given !== "object" || given === null || Array.isArray(given) || unsayable(given) !== undefined)
    fail(fieldsPlace, `got ${unsayable(given) ?? jsonWords(given)}, expected a plain object with a key for each field`);
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) spelledFields.set(name, (typeof value === "string" ? value : jsonOf(name, value)).toWellFormed());
  }
  return spelledFields;
}

/** A request as a user writes it. */
export interface Request {
  readonly method: string;
  /** Path after `/api/v1`, or with it; a query in it counts like fields of a GET. */
  readonly path: string;
  /** Go into the query of a GET and into the form of any other method. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Go along with the fields of a form. */
  readonly files?: readonly WireFile[];
  /** A cast name, or the credentials themselves; absent, nobody is logged in. */
  readonly auth?: string | { readonly email: string; readonly api_key: string };
  readonly userAgent?: string;
}

/** A server in this process, as far as its clients know it. */
export interface Asked {
  readonly cast: Readonly<Record<string, { readonly email: string; readonly api_key: string }>>;
  exchange(request: WireRequest): WireResponse | Held;
}

/** The credentials that a cast name stands for. @throws RangeError: there is no such member */
export function credentialsOf({ cast }: Pick<Asked, "cast">, auth: Request["auth"], option = "auth"): Credentials {
  if (auth === undefined) return { kind: "none" };
  if (typeof auth !== "string" && (typeof auth?.email !== "string" || typeof auth.api_key !== "string"))
    wrong(requestPlace.at(option), auth, "the name of a cast member, or an object with email and api_key");
  if (typeof auth !== "string") return { kind: "basic", email: auth.email, api_key: auth.api_key };
  const member = own(cast, auth);
  if (!member) throw new RangeError(`${option}: there is no ${auth}; the cast is ${Object.keys(cast).join(", ")}`);
  return { kind: "basic", email: member.email, api_key: member.api_key };
}

const prefix = "/api/v1";

/** The pairs of a query string. */
function* queryOf(text: string): Iterable<[string, string]> {
  for (const pair of text.split("&")) {
    const [name = "", ...value] = pair.split("=");
    if (pair !== "") yield [name, value.join("=")].map((part) => percentDecoded(part.replaceAll("+", " "))) as [string, string];
  }
}

function checkFile(given: unknown, at: Place): void {
  const { name, type, bytes } = object(given, at, "an object with name, type and bytes");
  if (typeof name !== "string") wrong(at.at("name"), name, "the name of a file");
  if (typeof type !== "string") wrong(at.at("type"), type, "a media type, such as text/plain");
  if (!(bytes instanceof Uint8Array)) fail(at.at("bytes"), "expected a Uint8Array");
}

/** Returns a request whose parts are of the right kinds. @throws TypeError */
function aRequest(request: Request): Request {
  const { method, path, files, userAgent }: Partial<Request> = request;
  if (typeof method !== "string") wrong(requestPlace.at("method"), method, "a method such as GET");
  if (typeof path !== "string" || !path.startsWith("/")) wrong(requestPlace.at("path"), path, "a path such as /messages");
  onlyKeys(request, requestPlace.at("request"), ["method", "path", "fields", "files", "auth", "userAgent"]);
  if (userAgent !== undefined && typeof userAgent !== "string") wrong(requestPlace.at("userAgent"), userAgent, "text such as touchstone/1");
  if (files !== undefined && !Array.isArray(files)) wrong(requestPlace.at("files"), files, "a list of files: name, type and bytes of each");
  for (const [i, file] of (files ?? []).entries()) checkFile(file, requestPlace.at("files").at(i));
  return request;
}

/** The request as an adapter would read it off the wire. */
export function wireRequest(request: Request, credentials: Credentials): WireRequest {
  const { method, path, fields = {}, files, userAgent = "touchstone/1" } = aRequest(request);
  const [bare = "", query = ""] = path.includes("?") ? path.split("?") : [path];
  const given = spelled(fields);
  const inQuery = method === "GET" || method === "HEAD";
  return {
    method,
    path: bare.startsWith(`${prefix}/`) ? bare : `${prefix}${bare}`,
    query: query ? new Map([...queryOf(query), ...(inQuery ? given : noFields)]) : inQuery ? given : noFields,
    form: inQuery ? noFields : given,
    ...(files?.length && { files }),
    credentials,
    userAgent,
  };
}

/** Sends requests in process as one member of the cast. */
export class Client {
  readonly #asked: Asked;
  readonly #credentials: Credentials;

  constructor(asked: Asked, name: string | undefined) {
    this.#asked = asked;
    this.#credentials = credentialsOf(asked, name, "as");
  }

  /**
   * Sends a request such as `request("POST /messages", { type: "direct", to: [12], content: "hi" })`.
   * A poll that is held gives a Held. The answers of routes that have types have them here too; the fields are any.
   */
  request<R extends Route>(
    route: R,
    fields?: Readonly<Record<string, unknown>>,
    files?: readonly WireFile[],
  ): TypedResponse<R> | Held<TypedResponse<R>>;
  request(route: string, fields?: Readonly<Record<string, unknown>>, files?: readonly WireFile[]): WireResponse | Held;
  request(route: string, fields: Readonly<Record<string, unknown>> = {}, files: readonly WireFile[] = []): WireResponse | Held {
    if (typeof route !== "string" || !/^[A-Z]+ \//.test(route))
      wrong(requestPlace.at("route"), route, 'a method and a path such as "POST /messages"');
    checkSpelling(route, requestPlace.at("route"));
    const [method = "", path = ""] = route.split(" ");
    return this.#asked.exchange(wireRequest({ method, path, fields, files }, this.#credentials));
  }

  /**
   * Like request, for everything that is answered at once. The types of a route's fields and of its answer are those of a success on a
   * server of the newest level; routes that have no types, and one that is a mere `string`, take and give anything.
   */
  send<R extends Route>(route: R, ...sent: SendArguments<R>): TypedResponse<R>;
  /** One of the other routes that clients call. */
  send(route: SupportRoute, fields?: Readonly<Record<string, unknown>>, files?: readonly WireFile[]): WireResponse;
  /** A route that is not known before the program runs. */
  send<R extends string>(
    route: R & (string extends R ? unknown : never),
    fields?: Readonly<Record<string, unknown>>,
    files?: readonly WireFile[],
  ): WireResponse;
  /** Fields that are not known before the program runs. */
  send<R extends Route, F extends Readonly<Record<string, unknown>>>(
    route: R,
    fields: F & (string extends keyof F ? unknown : never),
    files?: readonly WireFile[],
  ): TypedResponse<R>;
  /** The same once more: compilers say of a wrong call what the last signature wants. */
  send<R extends Route>(route: R, ...sent: SendArguments<R>): TypedResponse<R>;
  send(route: string, fields: Readonly<Record<string, unknown>> = {}, files: readonly WireFile[] = []): WireResponse {
    const answer = this.request(route, fields, files);
    if (answer instanceof Held)
      throw new Error(`${route} is not answered yet: a poll waits for an event, a delay for the clock; use request() to wait for it`);
    return answer;
  }
}
