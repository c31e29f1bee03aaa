import { Held } from "./held.ts";
import type { Credentials, Fields, WireResponse } from "./protocol/wire.ts";
import type { Simulator } from "./simulator.ts";

const noFields: Fields = new Map();

/** Fields as a form spells them: text as it is, everything else as JSON. Undefined is left out. */
export function spelled(fields: Readonly<Record<string, unknown>>): Fields {
  const spelledFields = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) spelledFields.set(name, (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed());
  }
  return spelledFields;
}

/** Sends requests in process as one member of the cast. */
export class Client {
  readonly #simulator: Simulator;
  readonly #credentials: Credentials;

  constructor(simulator: Simulator, name: string | undefined) {
    this.#simulator = simulator;
    if (name === undefined) this.#credentials = { kind: "none" };
    else {
      const member = simulator.cast[name];
      if (!member) throw new RangeError(`as: there is no ${name}; the cast is ${Object.keys(simulator.cast).join(", ")}`);
      this.#credentials = { kind: "basic", email: member.email, api_key: member.api_key };
    }
  }

  /**
   * Sends a request such as `send("POST /messages", { type: "direct", to: [12], content: "hi" })`.
   * Fields go into the query of a GET and into the form of any other method. A poll that is held gives a Held.
   */
  request(route: string, fields: Readonly<Record<string, unknown>> = {}): WireResponse | Held {
    const [method = "", path = ""] = route.split(" ");
    const given = spelled(fields);
    const inQuery = method === "GET" || method === "HEAD";
    return this.#simulator.send({
      method,
      path: `/api/v1${path}`,
      query: inQuery ? given : noFields,
      form: inQuery ? noFields : given,
      credentials: this.#credentials,
      userAgent: "touchstone/1",
    });
  }

  /** Like request, for everything that is answered at once. */
  send(route: string, fields: Readonly<Record<string, unknown>> = {}): WireResponse {
    const answer = this.request(route, fields);
    if (answer instanceof Held) throw new Error(`${route} is held until there is an event; use request() to wait for it`);
    return answer;
  }
}
