import { type Body, isObject } from "../../client/json.ts";
import { isKnown, type Member, type Outgoing, type Reply } from "../../client/target.ts";
import { cut } from "../../draw/texts.ts";
import { NoAnswer, Untestable } from "../../expect.ts";
import type { LedgerEntry, LedgerThing } from "./entry.ts";

/** So many code points of a text are kept to know it again. */
const longestName = 80;

/** Returns the beginning of a name or text, as both the run and the server spell it. */
export const recognizable = (text: string): string => cut(text.normalize().trim(), longestName);

/** The places where a server tells what things of a kind there are. */
interface Place {
  /** Parts of a registration; empty where none tells. */
  readonly parts: readonly string[];
  /** The request that tells where no registration does, and the field of its answer. */
  readonly path: string;
  readonly list: string;
  readonly id: string;
  /** Fields that hold the name. */
  readonly names: readonly string[];
  /** Whether everybody is told of all. */
  readonly isWhole: boolean;
  /** Whether everybody is told of the own ones only. */
  readonly isOwn?: true;
}

const places: Readonly<Record<Exclude<LedgerThing["kind"], "message">, Place>> = {
  account: {
    parts: ["realm_users", "realm_non_active_users"],
    path: "/users",
    list: "members",
    id: "user_id",
    names: ["full_name", "email", "delivery_email"],
    isWhole: false,
  },
  channel: {
    parts: ["subscriptions", "unsubscribed", "never_subscribed"],
    path: "/streams",
    list: "streams",
    id: "stream_id",
    names: ["name"],
    isWhole: false,
  },
  emoji: { parts: ["realm_emoji"], path: "/realm/emoji", list: "emoji", id: "name", names: ["author_id"], isWhole: true },
  field: {
    parts: ["custom_profile_fields"],
    path: "/realm/profile_fields",
    list: "custom_fields",
    id: "id",
    names: ["name"],
    isWhole: true,
  },
  folder: { parts: ["channel_folders"], path: "/channel_folders", list: "channel_folders", id: "id", names: ["name"], isWhole: true },
  group: { parts: ["realm_user_groups"], path: "/user_groups", list: "user_groups", id: "id", names: ["name"], isWhole: true },
  linkifier: { parts: ["realm_linkifiers"], path: "/realm/linkifiers", list: "linkifiers", id: "id", names: ["pattern"], isWhole: true },
  view: {
    parts: ["navigation_views"],
    path: "/navigation_views",
    list: "navigation_views",
    id: "fragment",
    names: ["name"],
    isWhole: true,
    isOwn: true,
  },
};

/** Registers for all that tells what things there are. */
const registering = {
  event_types: ["heartbeat"],
  fetch_event_types: [
    ...["realm_user", "subscription", "realm_emoji", "custom_profile_fields", "channel_folders", "realm_user_groups"],
    ...["realm_linkifiers", "navigation_views"],
  ],
  client_capabilities: {
    notification_settings_null: true,
    archived_channels: true,
    linkifier_url_template: true,
    include_deactivated_groups: true,
  },
};

type Send = (request: Outgoing) => Promise<Reply>;

const rowsIn = (value: unknown): readonly Body[] | undefined =>
  Array.isArray(value) || isObject(value) ? Object.values(value).filter(isObject) : undefined;

/** Reads what things a server has: each list once for an account. */
class Sight {
  readonly #send: Send;
  readonly #registrations = new Map<string, Promise<Body>>();
  readonly #lists = new Map<string, Promise<readonly Body[] | undefined>>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** Returns the body of a success; an empty one where there is none. */
  async #told(request: Outgoing): Promise<Body> {
    try {
      const { body } = await this.#send(request);
      return body.result === "success" ? body : {};
    } catch (thrown) {
      if (thrown instanceof NoAnswer || thrown instanceof Untestable) return {};
      throw thrown;
    }
  }

  async #registered(as: string): Promise<Body> {
    const body = await this.#told({ as, method: "POST", path: "/register", fields: registering });
    if (body.queue_id !== undefined) await this.#told({ as, method: "DELETE", path: "/events", fields: { queue_id: body.queue_id } });
    return body;
  }

  async #read(as: string, { parts, path, list }: Place): Promise<readonly Body[] | undefined> {
    let registration = this.#registrations.get(as);
    if (!registration) this.#registrations.set(as, (registration = this.#registered(as)));
    const body = await registration;
    const told = parts.map((part) => rowsIn(body[part]));
    if (told.some((rows) => rows !== undefined)) return told.flatMap((rows) => rows ?? []);
    return rowsIn((await this.#told({ as, method: "GET", path, fields: {} }))[list]);
  }

  /** Returns the records of a kind that an account is told of; undefined where the server tells of none. */
  rows(as: string, kind: keyof typeof places): Promise<readonly Body[] | undefined> {
    const key = `${kind} ${as}`;
    let list = this.#lists.get(key);
    if (!list) this.#lists.set(key, (list = this.#read(as, places[kind])));
    return list;
  }

  /** Returns messages by their ids as an account sees them. */
  async messages(as: string, ids: readonly string[]): Promise<readonly Body[] | undefined> {
    const fields = { message_ids: ids.map(Number), apply_markdown: false };
    return rowsIn((await this.#told({ as, method: "GET", path: "/messages", fields })).messages);
  }
}

/** Why an entry is left alone; "gone" where the server has no such thing any more; undefined where it is the same thing. */
type Finding = string | undefined;

const another = "it is another thing now";
const unseen = "it cannot be seen to be the same thing";
const gone = "gone";

/** Returns what the records of a server say of a thing; undefined where they do not tell of it. */
function findingIn(
  rows: readonly Body[],
  { id, names }: LedgerThing,
  fields: readonly string[],
  idField: string,
): { readonly why: Finding } | undefined {
  const those = rows
    .filter((row) => String(row[idField]).trim() === id)
    .map((row) => fields.map((field) => recognizable(String(row[field] ?? ""))));
  if (those.length === 0) return undefined;
  return {
    why: those.some((told) => told.some((name) => names.includes(name))) ? undefined : `${another}: ${JSON.stringify(those[0]?.[0])}`,
  };
}

async function findingOf(thing: LedgerThing, by: readonly string[], sight: Sight, cast: Cast): Promise<Finding> {
  const { kind, id, names } = thing;
  if (names.length === 0) return `${unseen}: the ledger does not name it`;
  if (kind === "message") return unseen;
  const { id: idField, names: fields, isWhole, isOwn } = places[kind];
  const isCast = (one: Member): boolean => names.includes(one.email) && isKnown(one) && String(one.user_id) === id;
  if (kind === "account" && Object.values(cast).some(isCast)) return undefined;
  let isTold = false;
  for (const as of isOwn ? by.slice(0, 1) : by) {
    const rows = await sight.rows(as, kind);
    const found = rows && findingIn(rows, thing, fields, idField);
    if (found) return found.why;
    isTold ||= rows !== undefined;
    if (isTold && isWhole) return gone;
  }
  return `${unseen}: ${isTold ? "nobody of the cast is told of it" : "the server does not tell what there is"}`;
}

type Cast = Readonly<Record<string, Member>>;

/** The most messages that are asked for at once. */
const mostMessages = 500;

/** Returns what became of messages that entries take flags from, by the keys of these. */
async function messagesFound(entries: readonly LedgerEntry[], sight: Sight): Promise<ReadonlyMap<string, Finding>> {
  const found = new Map<string, Finding>();
  for (const as of new Set(entries.map(({ undo }) => undo.by[0] ?? ""))) {
    const all = entries.filter(({ undo }) => (undo.by[0] ?? "") === as);
    for (let i = 0; i < all.length; i += mostMessages) {
      const those = all.slice(i, i + mostMessages).flatMap(({ key, thing }) => (thing ? [{ key, thing }] : []));
      const rows = await sight.messages(as, [...new Set(those.map(({ thing }) => thing.id))]);
      for (const { key, thing } of those) {
        const told = rows && findingIn(rows, thing, ["content"], "id");
        found.set(key, told ? told.why : rows ? gone : `${unseen}: the server does not show it`);
      }
    }
  }
  return found;
}

const hasId = (path: string): boolean => /\/\d+(\/|$)/.test(path);

const isByIdAlone = ({ undo: { path, fields } }: LedgerEntry): boolean =>
  hasId(path) || fields.stream_id !== undefined || fields.device_id !== undefined;

/** Entries by what the server tells of their things. */
interface Sorted {
  readonly same: readonly LedgerEntry[];
  readonly gone: readonly LedgerEntry[];
  /** Entries whose things are others by now, or cannot be seen to be the same ones. */
  readonly alone: readonly { readonly entry: LedgerEntry; readonly why: string; readonly reason: string }[];
}

/** Reads what a server tells of the things that entries name by ids: one that began anew has others there. */
export async function sortedBy(entries: readonly LedgerEntry[], send: Send, cast: Cast): Promise<Sorted> {
  const sight = new Sight(send);
  const ofMessages = await messagesFound(
    entries.filter(({ thing }) => thing?.kind === "message"),
    sight,
  );
  const findings: { readonly entry: LedgerEntry; readonly why: Finding }[] = [];
  for (const entry of entries) {
    const { key, thing, undo } = entry;
    if (!thing && hasId(undo.path)) findings.push({ entry, why: `${unseen}: the ledger does not name it` });
    else if (ofMessages.has(key)) findings.push({ entry, why: ofMessages.get(key) });
    else findings.push({ entry, why: thing && (await findingOf(thing, undo.by, sight, cast)) });
  }
  const isAnew = findings.some(({ why }) => why?.startsWith(another));
  const all = findings.map(({ entry, why }) => ({
    entry,
    why: why ?? (isAnew && !entry.thing && isByIdAlone(entry) ? `${unseen}, as others are other things now` : undefined),
  }));
  return {
    same: all.flatMap(({ entry, why }) => (why === undefined ? [entry] : [])),
    gone: all.flatMap(({ entry, why }) => (why === gone ? [entry] : [])),
    alone: all.flatMap(({ entry, why }) =>
      why === undefined || why === gone ? [] : [{ entry, why, reason: why.split(":", 1)[0] ?? why }],
    ),
  };
}
