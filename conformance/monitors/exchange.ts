import { objectsIn } from "../client/json.ts";
import type { Member, Outgoing, Reply } from "../client/target.ts";
import type { Body } from "../expect.ts";

/** Facts that a monitor may know of the server that it watches. */
export interface WatchedServer {
  readonly level: number;
  readonly brand: string;
  /** A few letters in every name that this run makes up; empty where nobody else can make up names. */
  readonly namespace: string;
  readonly cast: Readonly<Record<string, Member>>;
  /** Whether others than the suite ask. */
  readonly isRecorded?: true;
}

export const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** The integers of a list; none where it is no list. */
export const integersIn = (list: unknown): readonly number[] => (Array.isArray(list) ? list.filter(isInteger) : []);

/** Returns a test for some routes. */
export function among(...routes: readonly string[]): (route: string) => boolean {
  const all = new Set(routes);
  return (route) => all.has(route);
}

/** The routes that show messages. */
export const showing: readonly string[] = ["GET /messages", "GET /messages/{id}", "GET /messages/matches_narrow"];

const number = /\/(\d+)(?=\/|$)/;
const provider = /^POST \/calls\/\w+\/create$/;

/** The user id of who asks: null for nobody; undefined where the request has credentials of its own. */
function callerOf({ as, credentials }: Outgoing, cast: WatchedServer["cast"]): number | null | undefined {
  // What is malformed may hold somebody's key all the same.
  if (credentials) return credentials.kind === "otherScheme" ? null : undefined;
  return as === null ? null : cast[as]?.user_id;
}

/** Whether the account of an id is a bot's. */
export const isBot = (cast: WatchedServer["cast"], id: unknown): boolean =>
  Object.values(cast).some(({ is_bot, user_id }) => is_bot && user_id === id);

/** A request as monitors see it. */
export class WatchedRequest {
  readonly outgoing: Outgoing;
  /** Method and path, a number in it written `{id}`, the provider of video calls `vc`. */
  readonly route: string;
  /** The number in the path. */
  readonly pathId: number | undefined;
  /** User id; null for nobody, undefined where it is not known whom the credentials belong to. */
  readonly caller: number | null | undefined;
  /** Counts what happens on one server: requests that are sent and answers that come. */
  readonly sentAt: number;
  /** Address of the property or scenario that sends it; undefined where that is not known. */
  readonly address: string | undefined;
  #fields: Body | undefined;

  constructor(outgoing: Outgoing, cast: WatchedServer["cast"], sentAt: number, address?: string) {
    const { method, path } = outgoing;
    const digits = number.exec(path)?.[1];
    const route = `${method} ${digits === undefined ? path : path.replace(number, "/{id}")}`;
    this.outgoing = outgoing;
    this.route = path.startsWith("/calls/") ? route.replace(provider, "POST /calls/vc/create") : route;
    this.pathId = digits === undefined ? undefined : Number(digits);
    this.caller = callerOf(outgoing, cast);
    this.sentAt = sentAt;
    this.address = address;
  }

  /** Returns the fields of the query and of the form. */
  get fields(): Body {
    const { query, fields } = this.outgoing;
    this.#fields ??= query ? { ...query, ...fields } : fields;
    return this.#fields;
  }

  /** A field as JSON: parsed where it was given as text; the text itself where it is no JSON. */
  json(name: string): unknown {
    const value = this.fields[name];
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
}

/** A request with its answer as monitors see it. What is taken out of the body is taken out once for all of them. */
export class WatchedExchange {
  readonly request: WatchedRequest;
  readonly reply: Reply;
  readonly answeredAt: number;
  #messages: readonly Body[] | undefined;
  #events: readonly Body[] | undefined;
  #sent: readonly Body[] | undefined;

  constructor(request: WatchedRequest, reply: Reply, answeredAt: number) {
    this.request = request;
    this.reply = reply;
    this.answeredAt = answeredAt;
  }

  get body(): Body {
    return this.reply.body;
  }

  /** The body as text. */
  get text(): string {
    return this.reply.text ?? JSON.stringify(this.body);
  }

  get succeeded(): boolean {
    return this.body.result === "success";
  }

  get refused(): boolean {
    const { status } = this.reply;
    return status >= 400 && status <= 499 && this.body.result === "error";
  }

  /** The messages of a successful `GET /messages` or `GET /messages/{id}`. */
  get messages(): readonly Body[] {
    this.#messages ??= this.#fetched();
    return this.#messages;
  }

  #fetched(): readonly Body[] {
    const { route } = this.request;
    if (route === "GET /messages") return this.succeeded ? objectsIn(this.body.messages) : [];
    if (route === "GET /messages/{id}") return this.succeeded ? objectsIn([this.body.message]) : [];
    return [];
  }

  /** The events of a successful `GET /events`. */
  get events(): readonly Body[] {
    this.#events ??= this.request.route === "GET /events" && this.succeeded ? objectsIn(this.body.events) : [];
    return this.#events;
  }

  /** The messages that an answer shows: those that were fetched, or those of message events. */
  get shown(): readonly Body[] {
    if (this.request.route !== "GET /events") return this.messages;
    this.#sent ??= objectsIn(this.events.filter(({ type }) => type === "message").map(({ message }) => message));
    return this.#sent;
  }

  /** Returns the asker, for a sentence. */
  get who(): string {
    const { as, credentials } = this.request.outgoing;
    return credentials ? "somebody with other credentials" : (as ?? "nobody");
  }
}
