import { spelled } from "../../../sim/index.ts";
import type { Fields, WireRequest } from "../../../sim/protocol/wire.ts";
import { present } from "../../client/json.ts";
import type { Served } from "../../targets/embedded.ts";

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

  /** The caller's cast name. */
  get caller(): string | undefined {
    const { credentials } = this.wire;
    if (credentials.kind !== "basic") return undefined;
    return Object.entries(this.served.cast).find(([, { api_key }]) => api_key === credentials.api_key)?.[0];
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

  /** Returns what the unbroken server would answer, without its doing it. */
  wouldSay(wire: WireRequest = this.wire): MutableAnswer {
    return immediateAnswer(this.served.fork(), wire);
  }
}

/** The answer to a request that does not wait. */
function immediateAnswer(served: Served, wire: WireRequest): MutableAnswer {
  const answer = served.exchange(wire);
  if ("text" in answer) return { status: answer.status, body: { ...answer.body } };
  answer.cancel();
  return { status: 200, body: {} };
}
