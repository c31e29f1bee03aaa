import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Held } from "../../sim/index.ts";
import type { WireRequest, WireResponse } from "../../sim/protocol/wire.ts";
import { check } from "../check/check.ts";
import { isObject } from "../client/json.ts";
import { InterceptedRequest } from "../mutants/kit/intercepted.ts";
import { ServedProxy } from "../mutants/proxy.ts";
import { byDay } from "../night.test.kit.ts";
import { EmbeddedTarget, modelOf, type Served } from "../targets/embedded.ts";

/** An operation on a thing that is there. */
interface Operation {
  /** The fields that take another value by it, as somebody sees them before and after. */
  readonly fields: readonly string[];
  /** The kinds of callers by whom the first of the fields does. */
  readonly by?: readonly string[];
  /** The conversations in which the first of the fields does. */
  readonly within?: readonly string[];
}

const conversations = ["a channel", "a conversation of two", "a conversation of more"];

/** By kind of thing: what is done to one. */
const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  message: {
    "an edit": {
      fields: ["content", "edit_history", "is_me_message", "last_edit_timestamp", "flags"],
      by: ["member", "guest", "bot"],
      within: conversations,
    },
    "a move to a topic": { fields: ["subject", "edit_history", "last_moved_timestamp", "topic_links"] },
    "a move to a channel": { fields: ["stream_id", "display_recipient", "edit_history", "last_moved_timestamp", "recipient_id"] },
    "a resolved topic": { fields: ["subject", "edit_history", "last_moved_timestamp"] },
    "a reaction": { fields: ["reactions"], by: ["member", "guest", "bot"], within: conversations },
    "a reaction taken back": { fields: ["reactions"], by: ["member", "guest"], within: ["a channel", "a conversation of more"] },
    "a flag": { fields: ["flags"], by: ["member", "guest"], within: ["a channel", "a conversation of more"] },
    "a flag removed": { fields: ["flags"], by: ["member", "guest"], within: ["a channel", "a conversation of more"] },
    "a vote": { fields: ["submessages"] },
    "a channel's new name": { fields: ["display_recipient"] },
    "a sender's new name": { fields: ["sender_full_name"] },
    "a sender's new address": { fields: ["sender_email"] },
  },
  "channel folder": {
    "a PATCH of name": { fields: ["name"], by: ["administrator"] },
    "a PATCH of description": { fields: ["description", "rendered_description"], by: ["administrator", "owner"] },
    "a PATCH of is_archived": { fields: ["is_archived"] },
    "a PATCH of name,description,is_archived": { fields: ["name", "description", "rendered_description", "is_archived"] },
  },
  "user group": {
    "members: add": { fields: ["members"], by: ["member", "bot"] },
    "members: delete": { fields: ["members"], by: ["member", "bot"] },
    "members: add_subgroups": { fields: ["direct_subgroup_ids"], by: ["member", "bot"] },
    "members: delete_subgroups": { fields: ["direct_subgroup_ids"], by: ["member", "bot"] },
    "members: add,delete,add_subgroups,delete_subgroups": { fields: ["members", "direct_subgroup_ids"], by: ["member", "bot"] },
  },
  "topic policy": {
    "policy 1": { fields: ["visibility_policy"] },
    "policy 2": { fields: ["visibility_policy"] },
    "policy 3": { fields: ["visibility_policy"] },
  },
};

type Shown = Readonly<Record<string, unknown>>;

/** A thing as somebody saw it last, and what was done to it since. */
interface Sight {
  readonly shown: Shown;
  readonly done: Set<string>;
}

/** The operation of an action of a control API on a message. */
function editOf({ action, content, topic, stream_id, op }: Shown): string | undefined {
  if (action === "react") return "a reaction";
  if (action === "unreact") return "a reaction taken back";
  if (action === "add_submessage") return "a vote";
  if (action === "set_flag") return op === "remove" ? "a flag removed" : "a flag";
  if (action !== "edit_message" || [content, topic, stream_id].filter((part) => part !== undefined).length !== 1) return undefined;
  if (content !== undefined) return "an edit";
  if (stream_id !== undefined) return "a move to a channel";
  return String(topic).startsWith("✔") ? "a resolved topic" : "a move to a topic";
}

const listsIn = (body: Shown, ...names: readonly string[]): readonly Shown[] =>
  names.flatMap((name) => (Array.isArray(body[name]) ? (body[name] as unknown[]) : [])).filter(isObject);

/** A server that notes which fields of what it shows took another value for one viewer after one thing was done. */
class Watched extends ServedProxy {
  readonly #reached: Set<string>;
  readonly #roles: Readonly<Record<string, string>>;
  /** By viewer, kind of thing and id. */
  readonly #sights = new Map<string, Sight>();

  constructor(served: Served, reached: Set<string>) {
    super(served);
    this.#reached = reached;
    this.#roles = Object.fromEntries(Object.entries(served.cast).map(([name, { role, password }]) => [name, password ? role : "bot"]));
  }

  fork(): Watched {
    return new Watched(this.served.fork(), this.#reached);
  }

  #did(who: string | undefined, what: string | undefined, isAbout: (key: string, shown: Shown) => boolean): void {
    for (const [key, { shown, done }] of this.#sights)
      if (isAbout(key, shown)) done.add(`${String(what)} by ${this.#roles[who ?? ""] ?? "nobody"}`);
  }

  /** Notes what a viewer is shown of a thing. */
  #sees(viewer: string, kind: string, id: unknown, shown: Shown, within?: string): void {
    const key = `${viewer} ${kind} ${String(id)}`;
    const before = this.#sights.get(key);
    const [done, ...more] = before?.done ?? [];
    if (before && done !== undefined && more.length === 0) {
      const [what = "", by] = done.split(" by ");
      const changed = Object.keys(shown).filter((field) => JSON.stringify(before.shown[field]) !== JSON.stringify(shown[field]));
      for (const field of changed) this.#reached.add(`${kind}: ${what}: ${field}`);
      if (changed.includes(operations[kind]?.[what]?.fields[0] ?? ""))
        for (const detail of [`by ${by}`, `in ${within}`]) this.#reached.add(`${kind}: ${what}: ${detail}`);
    }
    this.#sights.set(key, { shown: { ...before?.shown, ...shown }, done: new Set() });
  }

  #seesMessage(viewer: string, message: Shown): void {
    if (typeof message.sender_id !== "number") return;
    const people = message.display_recipient;
    const within = !Array.isArray(people) ? "a channel" : people.length > 2 ? "a conversation of more" : "a conversation of two";
    this.#sees(`${viewer} ${String(message.content_type)}`, "message", message.id, message, within);
  }

  #looks(viewer: string, body: Shown): void {
    for (const message of listsIn(body, "messages")) this.#seesMessage(viewer, message);
    if (isObject(body.message)) this.#seesMessage(viewer, body.message);
    for (const { message, flags } of listsIn(body, "events")) if (isObject(message)) this.#seesMessage(viewer, { ...message, flags });
    for (const folder of listsIn(body, "channel_folders")) this.#sees(viewer, "channel folder", folder.id, folder);
    for (const group of listsIn(body, "realm_user_groups")) this.#sees(viewer, "user group", group.id, group);
    for (const policy of listsIn(body, "user_topics"))
      this.#sees(viewer, "topic policy", `${policy.stream_id} ${policy.topic_name}`, policy);
  }

  override act(action: Shown): Record<string, unknown> {
    const done = this.served.act(action);
    const { as, message_id, property, channel } = action;
    const by = typeof as === "string" ? as : undefined;
    if (message_id !== undefined) {
      const what = editOf(action);
      this.#did(by, what, (key) => key.endsWith(` message ${message_id}`));
    }
    if (action.action === "set_channel" && property === "name")
      this.#did(by, "a channel's new name", (key, shown) => key.includes(" message ") && shown.display_recipient === channel);
    if (action.action === "set_user" && by !== undefined) {
      const what = property === "full_name" ? "name" : property === "email_address_visibility" ? "address" : String(property);
      const id = this.served.cast[by]?.user_id;
      this.#did(by, `a sender's new ${what}`, (key, shown) => key.includes(" message ") && shown.sender_id === id);
    }
    return done;
  }

  exchange(wire: WireRequest): WireResponse | Held {
    const answer = this.served.exchange(wire);
    const request = new InterceptedRequest(wire, this.served, new Map());
    const { route, pathId, caller, fields } = request;
    if (!("text" in answer) || answer.status !== 200 || caller === undefined) return answer;
    const asked = [...fields.keys()].join();
    if (route === "PATCH /channel_folders/{id}")
      this.#did(caller, `a PATCH of ${asked}`, (key) => key.endsWith(` channel folder ${pathId}`));
    if (route === "POST /user_groups/{id}/members") this.#did(caller, `members: ${asked}`, (key) => key.endsWith(` user group ${pathId}`));
    if (route === "POST /user_topics") {
      const place = `${request.field("stream_id")} ${request.field("topic")}`;
      this.#did(caller, `policy ${request.field("visibility_policy")}`, (key) => key === `${caller} topic policy ${place}`);
    }
    this.#looks(caller, answer.body);
    return answer;
  }
}

/** By day what changes these things. */
const only = byDay(
  { only: ["message.*", "records*", "user_topics.post/*", "channel_folders-id*", "user_groups-id*", "realm.linkifiers*", "cover/1*"] },
  {},
);

test("each field takes another value by whatever may change it, by each kind of caller and in each kind of conversation", async () => {
  const reached = new Set<string>();
  const plain = createSimulator({ realm: "crowded", seed: 1 });
  const target = new EmbeddedTarget(new Watched(plain.fork(), reached), modelOf(plain.server));
  await check({ target, seed: 1, tries: 0, runs: 0, ...only });
  const cells = Object.entries(operations).flatMap(([kind, all]) =>
    Object.entries(all).flatMap(([what, { fields, by = [], within = [] }]) =>
      [...fields, ...by.map((role) => `by ${role}`), ...within.map((one) => `in ${one}`)].map((cell) => `${kind}: ${what}: ${cell}`),
    ),
  );
  assert.equal(
    cells.filter((cell) => !reached.has(cell)),
    [],
  );
});

test.run();
