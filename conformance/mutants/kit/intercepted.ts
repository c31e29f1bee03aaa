import { spelled } from "../../../sim/index.ts";
import type { Fields, WireRequest } from "../../../sim/protocol/wire.ts";
import { present } from "../../client/json.ts";
import type { Served } from "../../targets/embedded.ts";
import type { Limit } from "../../text/limits.ts";

/** An answer that may be changed in place. */
export interface MutableAnswer {
  status: number;
  body: Record<string, unknown>;
}

const isQuery = (method: string): boolean => method === "GET" || method === "HEAD";

/** One request as a mutant sees it: who asks what, and the server behind. */
export class InterceptedRequest {
  readonly wire: WireRequest;
  /** Method and path without `/api/v1`, each number in it written `{id}`. */
  readonly route: string;
  /** The number in the path. */
  readonly pathId: number | undefined;
  /** The unbroken server. */
  readonly served: Served;
  /** Memory of the mutant; a fork gets a copy. */
  readonly memory: Map<string, unknown>;

  constructor(wire: WireRequest, served: Served, memory: Map<string, unknown>) {
    const path = wire.path.replace("/api/v1", "");
    const number = /\/(\d+)(?=\/|$)/.exec(path)?.[1];
    this.wire = wire;
    this.route = `${wire.method} ${path.replace(/\/\d+(?=\/|$)/, "/{id}")}`;
    this.pathId = number === undefined ? undefined : Number(number);
    this.served = served;
    this.memory = memory;
  }

  get fields(): Fields {
    return isQuery(this.wire.method) ? this.wire.query : this.wire.form;
  }

  field(name: string): string | undefined {
    return this.fields.get(name);
  }

  /** A field read as JSON; undefined where it is absent or no JSON. */
  json(name: string): unknown {
    try {
      return JSON.parse(this.field(name) ?? "");
    } catch {
      return undefined;
    }
  }

  /** A field read as a JSON list; empty where it is none. */
  list(name: string): unknown[] {
    const list = this.json(name);
    return Array.isArray(list) ? list : [];
  }

  /** Whether its type says that it is about a channel. */
  get isToChannel(): boolean {
    return /^(channel|stream)$/.test(this.field("type") ?? "");
  }

  /** Whether its type says that it is about people. */
  get isToPeople(): boolean {
    return /^(direct|private)$/.test(this.field("type") ?? "");
  }

  /** The caller's cast name. */
  get caller(): string | undefined {
    const { credentials } = this.wire;
    if (credentials.kind !== "basic") return undefined;
    return Object.entries(this.served.cast).find(([, { api_key }]) => api_key === credentials.api_key)?.[0];
  }

  /** The caller's account; undefined for somebody who is not of the cast. */
  get account(): Served["cast"][string] | undefined {
    return this.served.cast[this.caller ?? ""];
  }

  /** The same request with other fields; undefined takes one out. */
  with(changes: Readonly<Record<string, unknown>>): WireRequest {
    const fields = new Map(this.fields);
    for (const name of Object.keys(changes)) fields.delete(name);
    for (const [name, text] of spelled(changes)) fields.set(name, text);
    return { ...this.wire, [isQuery(this.wire.method) ? "query" : "form"]: fields };
  }

  /** Returns an account of the cast. */
  member(name: string): Served["cast"][string] {
    return present(this.served.cast[name], `account ${name}`);
  }

  /** The same request under another name. */
  by(name: string, wire: WireRequest = this.wire): WireRequest {
    const { email, api_key } = this.member(name);
    return { ...wire, credentials: { kind: "basic", email, api_key } };
  }

  /** Another request to the unbroken server. */
  also(name: string, route: string, fields: Readonly<Record<string, unknown>> = {}): MutableAnswer {
    const [method = "", path = ""] = route.split(" ");
    const [query, form] = isQuery(method) ? [fields, {}] : [{}, fields];
    return immediateAnswer(
      this.served,
      this.by(name, { ...this.wire, method, path: `/api/v1${path}`, query: spelled(query), form: spelled(form) }),
    );
  }

  /** Sends another request to the unbroken server. Returns whether it succeeds. */
  makes(name: string, route: string, fields: Readonly<Record<string, unknown>> = {}): boolean {
    return this.also(name, route, fields).body.result === "success";
  }

  /** Sends a request to the unbroken server. Returns whether it is answered, rather than held. */
  does(wire: WireRequest): boolean {
    return "text" in this.served.exchange(wire);
  }

  /** Returns what a registration shows an account of one kind of things. */
  registered(name: string, kind: string): Record<string, unknown> {
    return this.also(name, "POST /register", { event_types: [], fetch_event_types: [kind] }).body;
  }

  /** Returns a bound of texts, as the unbroken server tells it. */
  bound(limit: Limit): number {
    return Number(this.registered("owen", "realm")[limit]);
  }

  /** Returns what the unbroken server would answer, without its doing it. */
  wouldSay(wire: WireRequest = this.wire): MutableAnswer {
    return immediateAnswer(this.served.fork(), wire);
  }

  /** Whether the unbroken server would succeed, without its doing it. */
  wouldSucceed(wire: WireRequest = this.wire): boolean {
    return this.wouldSay(wire).body.result === "success";
  }

  /** Returns the number of times that something was counted, this time included. */
  count(what: string): number {
    const count = Number(this.memory.get(what) ?? 0) + 1;
    this.memory.set(what, count);
    return count;
  }

  /** Returns the first value that was given for a key: this one, where there was none. */
  first<T>(key: string, value: T): T {
    if (!this.memory.has(key)) this.memory.set(key, value);
    return this.memory.get(key) as T;
  }
}

/** The answer to a request that does not wait. */
function immediateAnswer(served: Served, wire: WireRequest): MutableAnswer {
  const answer = served.exchange(wire);
  if ("text" in answer) return { status: answer.status, body: { ...answer.body } };
  answer.cancel();
  return { status: 200, body: {} };
}
