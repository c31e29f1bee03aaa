import { createSimulator, Held, instantText, type Simulator, spelled } from "../../sim/index.ts";

type Fields = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

/** A wrong answer of a server in place of the right one. */
export type WrongAnswer = (route: string, body: Body) => Body;

const url = "https://chat.example.org";

/** A client that is watched: each request to a simulator is a line of a journal, ten seconds after the one before. */
export class WatchedClient {
  readonly lines: object[] = [{ format: "touchstone-recording", version: 1, url }];
  readonly #simulator: Simulator;
  readonly #fault: WrongAnswer;

  constructor(simulator = createSimulator({ now: Date.UTC(2026, 0, 1, 12) }), fault: WrongAnswer = (_, body) => body) {
    this.#simulator = simulator;
    this.#fault = fault;
    for (const [account, { email }] of Object.entries(simulator.cast)) this.lines.push({ account, email });
  }

  /** Sends a request that nobody writes down. */
  unseen(as: string, route: string, fields: Fields = {}): Body {
    return this.#simulator.as(as).send(route as "GET /messages", fields as never).body as Body;
  }

  ask(as: string | null, route: string, fields: Fields = {}): Body {
    const [method = "", path = ""] = route.split(" ");
    this.#simulator.advance({ ms: 10_000 });
    const at = instantText(this.#simulator.now());
    const member = as === null ? undefined : this.#simulator.cast[as]!;
    const given = spelled(fields);
    const answer = this.#simulator.exchange({
      ...{ method, path: `/api/v1${path}`, userAgent: "client/1" },
      query: method === "GET" ? given : new Map(),
      form: method === "GET" ? new Map() : given,
      credentials: member ? { kind: "basic", email: member.email, api_key: member.api_key } : { kind: "none" },
    });
    const asked = { method, path, [method === "GET" ? "query" : "form"]: Object.fromEntries(given) };
    if (answer instanceof Held) {
      answer.cancel();
      this.lines.push({ at, answered: at, as, request: asked, response: null });
      return {};
    }
    const body = this.#fault(route, answer.text.startsWith("{") ? answer.body : {});
    this.lines.push({ at, answered: at, as, request: asked, response: { status: answer.status, body } });
    return body;
  }

  get journal(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /** The same exchanges as a browser writes them. */
  get har(): object {
    const emails = new Map(Object.entries(this.#simulator.cast).map(([name, { email }]) => [name, email]));
    const exchanges = this.lines.filter((line) => "request" in line) as unknown as readonly Line[];
    return { log: { version: "1.2", entries: exchanges.map((line) => entryOf(line, emails)) } };
  }
}

interface Line {
  readonly at: string;
  readonly as: string | null;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Record<string, string>;
    readonly form?: Record<string, string>;
  };
  readonly response: { readonly status: number; readonly body: Body } | null;
}

function entryOf({ at, as, request, response }: Line, emails: ReadonlyMap<string, string>): object {
  const { method, path, query = {}, form = {} } = request;
  const token = Buffer.from(`${emails.get(as ?? "")}:a-key`).toString("base64");
  return {
    startedDateTime: at,
    time: 5,
    request: {
      method,
      url: `${url}/api/v1${path}?${new URLSearchParams(query)}`,
      headers: as === null ? [] : [{ name: "authorization", value: `Basic ${token}` }],
      ...(method !== "GET" && { postData: { mimeType: "application/x-www-form-urlencoded", text: String(new URLSearchParams(form)) } }),
    },
    response: { status: response?.status ?? 0, content: { text: JSON.stringify(response?.body ?? {}) } },
  };
}

/** Records a client's day: it registers, talks, reads, polls, makes a group, and asks for what no model knows. */
export function day(fault?: WrongAnswer): WatchedClient {
  const client = new WatchedClient(undefined, fault);
  client.ask(null, "GET /server_settings");
  const { queue_id } = client.ask("alice", "POST /register", { apply_markdown: false });
  client.ask("bob", "POST /register");
  const { id } = client.ask("bob", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Soup is **ready**" });
  client.ask("alice", "GET /events", { queue_id, last_event_id: -1 });
  client.ask("alice", "GET /messages", { anchor: "newest", num_before: 10, num_after: 0 });
  client.ask("bob", `GET /messages/${id}`);
  client.ask("alice", "POST /typing", { op: "pause", to: [12] });
  client.ask("alice", "POST /user_groups/create", { name: "cooks", description: "", members: [12] });
  client.ask("alice", "GET /no/such/route");
  client.ask("alice", "GET /messages/7");
  client.ask("bob", `DELETE /messages/${id}`);
  client.ask("cara", "GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
  return client;
}
