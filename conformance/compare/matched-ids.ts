import type { Body } from "../client/json.ts";
import type { Outgoing } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import { records, userGroup } from "../text/index.ts";

/** An answer of either side. */
export interface ComparedAnswer {
  readonly status: number;
  readonly body: Body;
}

/** Kinds of values that are the server's own choice: the same thing has another id, address or text on another server. */
export type Kind = string;

type Value = string | number;

const nothing: ReadonlySet<string> = new Set();

/** Ids of the model and of the target that stand for the same thing, bound at first sight. */
export class MatchedIds {
  readonly #there = new Map<Kind, Map<Value, Value>>();
  readonly #back = new Map<Kind, Map<Value, Value>>();
  readonly #known: MatchedIds | undefined;
  #newest: readonly [model: number, target: number] = [0, 0];
  /** Ids of the model for what a request without an answer made. */
  #unseen: ReadonlySet<string> = nothing;
  /** Whether all bound so far are equal on both sides. */
  identical = true;

  /** @param known pairs that are known beforehand, such as the cast; they are not changed */
  constructor(known?: MatchedIds) {
    this.#known = known;
  }

  /** Returns twins that go on from here by themselves. */
  fork(): MatchedIds {
    const copy = new MatchedIds(this.#known);
    for (const [kind, values] of this.#there) copy.#there.set(kind, new Map(values));
    for (const [kind, values] of this.#back) copy.#back.set(kind, new Map(values));
    copy.#newest = this.#newest;
    copy.#unseen = this.#unseen;
    copy.identical = this.identical;
    return copy;
  }

  /** The target's value for one of the model's. */
  there(kind: Kind, model: Value): Value | undefined {
    return this.#there.get(kind)?.get(model) ?? this.#known?.there(kind, model);
  }

  /** The model's value for one of the target's. */
  back(kind: Kind, target: Value): Value | undefined {
    return this.#back.get(kind)?.get(target) ?? this.#known?.back(kind, target);
  }

  /** Whether two values can stand for the same thing. Ids of messages keep their order. */
  fit(kind: Kind, model: Value, target: Value): boolean {
    const bound = this.there(kind, model);
    if (bound !== undefined) return bound === target;
    return this.back(kind, target) === undefined && (kind !== "message" || this.#keepOrder(Number(model), Number(target)));
  }

  /** Whether two values can stand for the same thing; from then on they do. */
  bind(kind: Kind, model: Value, target: Value): boolean {
    if (!this.fit(kind, model, target)) return false;
    if (this.there(kind, model) !== undefined) return true;
    if (kind === "message" && Number(model) > this.#newest[0]) this.#newest = [Number(model), Number(target)];
    this.#put(this.#there, kind, model, target);
    this.#put(this.#back, kind, target, model);
    if (model !== target) this.identical = false;
    return true;
  }

  /** Whether answers are looked through for ids that lost answers would have told. */
  get awaitsSights(): boolean {
    return this.#unseen.size > 0;
  }

  /** Notes that the target has not said what it calls something of the model: an answer may show it later. */
  awaitSight(kind: Kind, model: Value): void {
    this.#unseen = new Set([...this.#unseen, `${kind} ${model}`]);
  }

  /** Whether the target has not shown yet what it calls something that a request without an answer made. */
  isUnseen(kind: Kind, model: Value): boolean {
    return this.#unseen.size > 0 && this.#unseen.has(`${kind} ${model}`) && this.there(kind, model) === undefined;
  }

  #keepOrder(model: number, target: number): boolean {
    const [newestModel, newestTarget] = this.#newest;
    return model > newestModel === target > newestTarget;
  }

  #put(map: Map<Kind, Map<Value, Value>>, kind: Kind, from: Value, to: Value): void {
    map.set(kind, (map.get(kind) ?? new Map()).set(from, to));
  }
}

/** Names of fields by the kinds of ids that they carry, whatever object they stand in. */
const furtherFields: Readonly<Record<Kind, readonly string[]>> = {
  user: ["creator_id", "owner_id", "bot_owner_id", "author_id", "user_ids", "subscribers", "direct_members"],
  submessage: ["submessage_id"],
  message: ["message_ids", "messages", "starred_messages", "max_message_id", "first_message_id"],
  channel: ["stream_ids", "new_stream_id"],
  group: [
    ...["direct_subgroups", "direct_subgroup_ids", "realm_can_delete_any_message_group"],
    ...["realm_can_delete_own_message_group", "realm_can_set_delete_message_policy_group"],
  ],
  folder: ["channel_folder_id"],
  device: ["device_id"],
  queue: ["queue_id"],
  email: ["delivery_email", "username"],
  "api key": ["api_key"],
  meeting: ["url"],
};

/** Names of fields by the kinds of ids that `id` means in their values or items. */
const around: Readonly<Record<Kind, readonly string[]>> = {
  message: ["message", "messages"],
  user: ["display_recipient", "realm_user"],
  submessage: ["submessages"],
  linkifier: ["linkifiers"],
  field: ["custom_profile_field"],
  folder: ["channel_folder", "channel_folders"],
  group: ["group", "realm_user_groups"],
};

const byName = (names: Readonly<Record<Kind, readonly string[]>>): ReadonlyMap<string, Kind> =>
  new Map(Object.entries(names).flatMap(([kind, all]) => all.map((name) => [name, kind] as const)));

const ids = byName(around);

/** The kinds of ids that fields carry; `id` and `stream` mean other things in other records than those of the text. */
const fields: ReadonlyMap<string, Kind> = new Map([
  ...[...records, userGroup].flatMap((record) =>
    Object.entries(record.fields).flatMap(([name, { kind }]) =>
      kind === undefined || name === "id" || name === "stream" ? [] : [[name, kind] as const],
    ),
  ),
  ...byName(furtherFields),
]);

/** The kind of a field, by its name and that of the field around it; undefined where its value is its own. */
export function kindOf(name: string, around: string): Kind | undefined {
  if (name === "id") return ids.get(around);
  if (name === "order") return around === "channel_folder" || around === "channel_folders" ? "place of a folder" : undefined;
  if (name === "stream" && around === "edit_history") return "channel";
  if (name === "url" && around !== "") return undefined;
  return fields.get(name);
}

/** The registration that shows the id of what a request has made; undefined where the answer has it, or nothing was made. */
export function registrationFor({ makes }: Op, { as }: Outgoing, answer: ComparedAnswer): Outgoing | undefined {
  // To look at a body parses it.
  if (!makes?.shownIn || answer.body.result !== "success" || answer.body[makes.field] !== undefined) return undefined;
  return { as, method: "POST", path: "/register", fields: { event_types: [], fetch_event_types: [makes.shownIn] } };
}

/** An answer with the id of what was made, from a registration. */
export function withId<A extends ComparedAnswer>({ makes }: Op, { fields }: Outgoing, answer: A, registered: ComparedAnswer): A {
  const rows = makes?.shownIn === undefined ? undefined : registered.body[makes.shownIn];
  if (!makes || !Array.isArray(rows)) return answer;
  const made = rows.find(({ name }) => name === fields.name);
  return made === undefined ? answer : { ...answer, body: { ...answer.body, [makes.field]: made.id } };
}
