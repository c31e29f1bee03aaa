import { objectsIn } from "../client/json.ts";
import { at, type Body } from "../expect.ts";
import { isInteger, showing, type WatchedExchange, type WatchedRequest, type WatchedServer } from "./exchange.ts";
import type { Monitor, Watcher } from "./monitor.ts";

/** Whether nobody but this run writes a text: on a shared server one with its letters, in this process one that is long enough. */
const isOwn = (text: string, { namespace }: WatchedServer): boolean =>
  namespace === "" ? [...text.slice(0, 24)].length >= 12 && !text.startsWith("role:") : text.toLowerCase().includes(namespace);

/** Texts that requests tried to write, and which of them no request may have written. */
class Attempts {
  /** The number of requests by text that were accepted, or have no answer yet. */
  readonly #open = new Map<string, number>();
  /** The first refusal of a text. */
  readonly #refused = new Map<string, WatchedExchange>();

  /** The number of texts that were refused at least once. */
  get size(): number {
    return this.#refused.size;
  }

  /** Notes that a text is about to be sent. Returns what is to be called with the answer. */
  begin(key: string): (exchange: WatchedExchange) => void {
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    return (exchange) => {
      if (!exchange.refused) return;
      this.#open.set(key, (this.#open.get(key) ?? 1) - 1);
      if (!this.#refused.has(key)) this.#refused.set(key, exchange);
    };
  }

  /** Returns the exchange in which a text was refused; undefined where it was not, or where a request with it may have been accepted. */
  refusalOf(key: string): WatchedExchange | undefined {
    return this.#open.get(key) === 0 ? this.#refused.get(key) : undefined;
  }

  /** Forgets all refusals where an action of a control API may have written any text. */
  steered({ action }: Body): void {
    if (action !== "advance") this.#refused.clear();
  }
}

const refusalText = ({ who, body, request }: WatchedExchange): string => `${request.route} by ${who} was refused with ${body.code}`;

/** A kind of record with a name of its own. */
interface Kind {
  readonly what: string;
  readonly clause: string;
  /** The field of requests, entries and events that names it. */
  readonly field: string;
  readonly writes: readonly string[];
  /** The route that lists all of them, and the fields of its answer and of a registration that do. */
  readonly reads: string;
  readonly lists: readonly string[];
  /** The type of its events, and the fields in them that hold it, or what changes of it. */
  readonly event: string;
  readonly told: readonly string[];
  /** Whether everybody has their own. */
  readonly isPersonal?: true;
}

const kinds: readonly Kind[] = [
  {
    what: "group",
    clause: "user_groups.create.post/no-trace",
    field: "name",
    writes: ["POST /user_groups/create", "PATCH /user_groups/{id}"],
    reads: "GET /user_groups",
    lists: ["user_groups", "realm_user_groups"],
    event: "user_group",
    told: ["group", "data"],
  },
  {
    what: "folder",
    clause: "conventions/refusals-leave-no-trace",
    field: "name",
    writes: ["POST /channel_folders/create", "PATCH /channel_folders/{id}"],
    reads: "GET /channel_folders",
    lists: ["channel_folders"],
    event: "channel_folder",
    told: ["channel_folder", "data"],
  },
  {
    what: "domain",
    clause: "conventions/refusals-leave-no-trace",
    field: "domain",
    writes: ["POST /realm/domains"],
    reads: "GET /realm/domains",
    lists: ["domains", "realm_domains"],
    event: "realm_domains",
    told: ["realm_domain"],
  },
  {
    what: "navigation view",
    clause: "conventions/refusals-leave-no-trace",
    field: "fragment",
    writes: ["POST /navigation_views"],
    reads: "GET /navigation_views",
    lists: ["navigation_views"],
    event: "navigation_view",
    told: ["navigation_view"],
    isPersonal: true,
  },
];

const writes = new Map(kinds.flatMap((kind) => kind.writes.map((route) => [route, kind] as const)));
const reads = new Map(kinds.map((kind) => [kind.reads, [kind]] as const));

const keyOf = ({ what, isPersonal }: Kind, name: string, { caller }: WatchedRequest): string =>
  `${what} ${isPersonal ? caller : ""} ${name.trim().toLowerCase()}`;

const namesIn = (kind: Kind, body: Body): unknown[] =>
  kind.lists.flatMap((list) => objectsIn(body[list]).map((entry) => entry[kind.field]));

const namesTold = (kind: Kind, events: readonly Body[]): unknown[] =>
  events.filter(({ type }) => type === kind.event).flatMap((event) => kind.told.map((part) => at(event, part, kind.field)));

/** A name that a refused request wanted to give is in no list and in no event. */
export const refusedNames: Monitor = {
  name: "refused-names",
  clauses: [...new Set(kinds.map(({ clause }) => clause))],
  sees: (route) => writes.has(route) || reads.has(route) || route === "POST /register" || route === "GET /events",
  watch(world: WatchedServer, notes): Watcher {
    const attempts = new Attempts();
    const look = (exchange: WatchedExchange, kind: Kind, names: readonly unknown[]): void => {
      if (names.length > 0) notes.count();
      for (const name of names) {
        const refusal = typeof name === "string" ? attempts.refusalOf(keyOf(kind, name, exchange.request)) : undefined;
        const says = `there is a ${kind.what} ${JSON.stringify(name)}`;
        if (refusal) notes.accuse(exchange, `${says}, and ${refusalText(refusal)}`, [kind.clause], { before: refusal });
      }
    };
    return {
      sent(request) {
        const { route, fields } = request;
        const written = writes.get(route);
        if (written) {
          const name = fields[written.field];
          return typeof name === "string" && isOwn(name, world) ? attempts.begin(keyOf(written, name, request)) : undefined;
        }
        const listed = route === "POST /register" ? kinds : reads.get(route);
        if (!listed && route !== "GET /events") return undefined;
        return (exchange) => {
          // A registration is long: it is parsed only where there is something to look for.
          if (attempts.size === 0) return;
          for (const kind of listed ?? kinds) {
            look(exchange, kind, listed ? namesIn(kind, exchange.body) : namesTold(kind, exchange.events));
          }
        };
      },
      steered: (action) => attempts.steered(action),
    };
  },
};

/** The source of a content; that of HTML where it is one paragraph of plain words. */
function sourceOf({ content, content_type }: Body): string | undefined {
  if (typeof content !== "string") return undefined;
  return content_type === "text/html" ? /^<p>([^<&]*)<\/p>$/.exec(content)?.[1] : content;
}

const isWrite = (route: string): boolean => /^(POST|PATCH) \/(messages|scheduled_messages)(\/\{id\})?$/.test(route);

/** The content of a refused send is in no message that was sent since. */
export const refusedContents: Monitor = {
  name: "refused-contents",
  clauses: ["messages.post/no-trace", "conventions/refusals-leave-no-trace"],
  sees: (route) => isWrite(route) || route === "GET /events" || showing.includes(route),
  watch(world: WatchedServer, notes): Watcher {
    const attempts = new Attempts();
    /** The highest id of a message known when a content was first sent. */
    const floors = new Map<string, number>();
    let highest = 0;
    const look = (exchange: WatchedExchange): void => {
      if (exchange.shown.length > 0 && attempts.size > 0) notes.count();
      for (const message of exchange.shown) {
        if (isInteger(message.id) && message.id > highest) highest = message.id;
        const source = attempts.size > 0 ? sourceOf(message)?.trim() : undefined;
        const refusal = source === undefined ? undefined : attempts.refusalOf(source);
        if (source === undefined || !refusal) continue;
        const says = `the message ${message.id} has the content ${JSON.stringify(source)}`;
        if (Number(message.id) > (floors.get(source) ?? Number.POSITIVE_INFINITY))
          notes.accuse(exchange, `${says}, and ${refusalText(refusal)}`, undefined, { before: refusal });
      }
    };
    return {
      sent({ route, fields: { content } }) {
        if (!isWrite(route)) return look;
        const text = typeof content === "string" ? content.trim() : "";
        if (!isOwn(text, world)) return undefined;
        if (!floors.has(text)) floors.set(text, highest);
        return attempts.begin(text);
      },
      steered: (action) => attempts.steered(action),
    };
  },
};
