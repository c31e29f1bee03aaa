import { type Body, isObject, typeOf } from "../client/json.ts";
import { type FieldText, named, records } from "../text/index.ts";
import { type HtmlMode, sameHtml } from "./html.ts";
import { type Kind, kindOf, type MatchedIds } from "./matched-ids.ts";

const compared = (how: FieldText["compared"]): string[] => named(records, (field) => field.compared === how);

/** Instants, in seconds. */
export const times: ReadonlySet<string> = new Set([
  ...compared("instant"),
  "edit_timestamp",
  "server_timestamp",
  "last_updated",
  "date_created",
]);

/** Rendered text. */
export const rendered: ReadonlySet<string> = new Set([
  ...compared("HTML"),
  "rendered_content",
  "orig_rendered_content",
  "match_content",
  "match_subject",
  "rendered_value",
  "rendered_description",
]);

/** Lists whose order says nothing. */
export const sets: ReadonlySet<string> = new Set([
  ...compared("unordered"),
  "message_ids",
  "members",
  "direct_members",
  "direct_subgroups",
  "direct_subgroup_ids",
  "user_ids",
  "stream_ids",
  "streams",
  "subscribers",
  "subscriptions",
  "unsubscribed",
  "never_subscribed",
  "realm_users",
  "realm_user_groups",
  "display_recipient",
  "recipients",
  "ignored_parameters_unsupported",
]);

/** Fields that say something by not being there: a target that sends one where the model does not differs. */
export const absences: ReadonlySet<string> = new Set([
  ...named(records, ({ when }) => when === "sometimes" || when === "channel"),
  "anchor",
  "automatic_new_visibility_policy",
  "orig_rendered_content",
  "local_message_id",
  "match_content",
  "match_subject",
  "ignored_parameters_unsupported",
]);

/** Objects keyed by ids or addresses, by the kind of their keys. */
export function keyed(name: string, around: string): string | undefined {
  if (name === "presences") return "email";
  return name === "message_details" || (name === "messages" && around === "") ? "message" : undefined;
}

/** Whether a field is one that no two servers need share, whatever it stands in. */
const isOwn = (name: string): boolean => name === "msg" || name === "client" || /_(version|merge_base)$/.test(name);

/** Fields whose values are a server's own; only their type is compared. */
export const typedOnly: ReadonlySet<string> = new Set(compared("type"));

/** Options of a comparison of two answers. */
export interface Lens {
  readonly twins: MatchedIds;
  /** The most seconds between two instants that agree. */
  readonly tolerance: number;
  /** Since when the model's clock has stood still while the target's goes on, by this machine's monotonic clock in milliseconds. */
  readonly since?: number | undefined;
  /** The time that the slowest request took up to now, in seconds: when in that time it was carried out nobody knows. */
  readonly slowest?: number | undefined;
  /** The seconds by which the target's clock was seen to have gone on beside this machine's since the scenario began; less than 0 where it fell behind. */
  readonly drift?: number | undefined;
  /** Whether messages that are asked for by their ids are listed in any order. */
  readonly anyOrder?: boolean;
  readonly html: HtmlMode;
  /** Whether the model knows all that the target holds. */
  readonly known: boolean;
  /** Whether the target is held to what is only seen on running servers. */
  readonly observed: boolean;
}

/** Returns the most seconds that two instants may be apart by now: the target's clock has gone on. */
const allowed = ({ tolerance, since, slowest = 0, drift = 0 }: Lens): number =>
  tolerance + Math.abs(drift) + Math.max(slowest, since === undefined ? 0 : (performance.now() - since) / 1000);

/** One place at which answers differ. */
export interface Difference {
  readonly path: string;
  /** The model's value there; undefined where it has nothing. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Names of fields whose values no sentence gives: how Markdown is rendered, where pictures are, how an organization describes itself. */
const ownToEach: ReadonlySet<string> = new Set([...rendered, "realm_name", "realm_description", "realm_icon", "sender_realm_str"]);

/**
 * Names of fields that hang on what no sentence tells: on settings of the sender, on what counts as supported at a level that the text does not give,
 * on mentions and on the name of the client, on pictures, on integrations.
 */
const leftOut: ReadonlySet<string> = new Set([
  "automatic_new_visibility_policy",
  "linkifiers",
  "avatar_url",
  "flags",
  "ignored_parameters_unsupported",
  "match_content",
  "match_subject",
  "service_feature_level",
  "submessages",
]);

/** Names of fields in which a server tells how it is set up, for which no request asks: of one that is not known otherwise no value is wrong. */
const setUpByEach = /^server_\w+_milliseconds$|_feature_level$|^realm_(name|description)$|^push_notifications_enabled$/;

const addresses = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g;

/** A text as servers may keep it: its characters composed, and white space one space within it and nothing at its ends. */
const settled = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** A text as servers may keep it, without e-mail addresses, of which each side has its own. */
const withoutAddresses = (text: string): string => settled(text).replace(addresses, "@");

/** A text of the model with the addresses that accounts have on the target. */
const withTheirAddresses = (text: string, twins: MatchedIds): string =>
  twins.identical ? text : text.replace(addresses, (address) => String(twins.there("email", address) ?? address));

const isId = (value: unknown): value is string | number => typeof value === "number" || typeof value === "string";

/** A list of things, told by their ids. */
interface Brief {
  readonly ids: readonly (string | number)[];
}

/** Whether a value of a difference stands for a list of things. */
export const isBrief = (value: unknown): value is Brief => isObject(value) && Array.isArray(value.ids) && Object.keys(value).length === 1;

/** Returns a list as its things' ids, where they have some. */
function brief(list: readonly unknown[]): readonly unknown[] | Brief {
  const ids = list.map((item) => (isObject(item) ? item.id : undefined));
  return ids.length > 0 && ids.every(isId) ? { ids } : list;
}

/** The id of an item of a list, and of what kind it is: a channel's, a person's, or what the list has. */
const keyIn = ({ id, user_id, stream_id }: Body, list: string): [id: unknown, kind: Kind] =>
  id === undefined && user_id === undefined && stream_id !== undefined
    ? [stream_id, "channel"]
    : [id ?? user_id, kindOf("id", list) ?? "user"];

/** An item of a list as text, without its id, its fields by their names. */
const withoutId = (item: unknown): string =>
  isObject(item) ? JSON.stringify(Object.entries({ ...item, id: undefined }).sort(([a], [b]) => (a < b ? -1 : 1))) : "";

/** Whether a list has the same things in another order: to match their ids by their places would mistake one for another from then on. */
function isReordered(expected: readonly unknown[], actual: readonly unknown[]): boolean {
  const [ours, theirs] = [expected, actual].map((list) => list.map(withoutId));
  return ours?.some((text, i) => text !== theirs?.[i]) === true && ours.toSorted().join() === theirs?.toSorted().join();
}

/** Compares two values under a field's name and notes where they differ. */
export class Comparison {
  readonly differences: Difference[] = [];
  readonly #lens: Lens;

  constructor(lens: Lens) {
    this.#lens = lens;
  }

  note(path: string, expected: unknown, actual: unknown): void {
    this.differences.push({ path, expected, actual });
  }

  /** @param around name of the field that the value's object is in, or is an item of */
  value(expected: unknown, actual: unknown, path = "", name = "", around = ""): void {
    if (isOwn(name)) return;
    // A null is promised in lists of messages alone: elsewhere a server may give the address of every avatar.
    if (name === "avatar_url" && expected === null && typeof actual === "string" && !path.startsWith("messages[")) return;
    const areAlike = typeOf(expected) === typeOf(actual);
    if (areAlike && typedOnly.has(name)) return;
    if (!areAlike) this.note(path, expected, actual);
    else if (Array.isArray(expected)) this.#list(expected, actual as unknown[], path, name, around);
    else if (isObject(expected)) this.#object(expected, actual as Body, path, name, around);
    else if (!this.#same(expected, actual, name, around)) this.note(path, expected, actual);
  }

  #same(expected: unknown, actual: unknown, name: string, around: string): boolean {
    const { twins, html } = this.#lens;
    const kind = kindOf(name, around);
    if (kind && isId(expected) && isId(actual)) return twins.bind(kind, expected, actual);
    if (times.has(name) && typeof expected === "number")
      return Math.abs(Math.floor(expected) - Math.floor(actual as number)) <= allowed(this.#lens);
    if (!this.#lens.observed && ownToEach.has(name)) return true;
    if (!this.#lens.known && setUpByEach.test(name)) return true;
    // The text does not say that a server strips topics, nor that it keeps white space and characters as they are.
    if (name === "subject" && this.#lens.observed) return String(expected).trim() === String(actual).trim();
    // Nor does it say that it does not strip contents.
    if (!this.#lens.observed && typeof expected === "string" && typeof actual === "string")
      return withoutAddresses(expected) === withoutAddresses(actual);
    if (rendered.has(name)) return sameHtml(expected as string, actual as string, html, twins);
    return expected === actual || (typeof expected === "string" && withTheirAddresses(expected, twins) === actual);
  }

  #list(expected: readonly unknown[], given: readonly unknown[], path: string, name: string, around: string): void {
    if (expected.length !== given.length) {
      this.note(path, brief(expected), brief(given));
      return;
    }
    const actual = sets.has(name) ? this.#inOrderOf(expected, given, name, around) : given;
    if (!this.#fits(expected, actual, name)) {
      this.note(path, brief(expected), brief(actual));
      return;
    }
    for (const [i, item] of expected.entries()) {
      const isObject = typeof item === "object" && item !== null;
      this.value(item, actual[i], `${path}[${i}]`, isObject ? "" : name, isObject ? name : around);
    }
  }

  /**
   * Whether each thing of a list can be the one at its place in the target's. Where a message cannot, two windows hold other messages: to match the rest
   * by their places would mistake one for another from then on.
   */
  #fits(expected: readonly unknown[], actual: readonly unknown[], name: string): boolean {
    const kind = kindOf("id", name);
    if (kind !== "message") return kind === undefined || !isReordered(expected, actual);
    const idOf = (item: unknown): unknown => (isObject(item) ? item.id : undefined);
    return expected.every((item, i) => {
      const [ours, theirs] = [idOf(item), idOf(actual[i])];
      return !isId(ours) || !isId(theirs) || typeof ours !== typeof theirs || this.#lens.twins.fit("message", ours, theirs);
    });
  }

  /** The items of a set of the target in the order in which the model has their twins. */
  #inOrderOf(expected: readonly unknown[], given: readonly unknown[], name: string, around: string): readonly unknown[] {
    const { twins } = this.#lens;
    const keyOf = (item: unknown, ofTarget: boolean): string => {
      const [id, kind] = typeof item === "object" && item !== null ? keyIn(item as Body, name) : [item, kindOf(name, around)];
      const ours = ofTarget && kind && isId(id) ? (twins.back(kind, id) ?? id) : id;
      return String(ours);
    };
    const left = new Map(given.map((item) => [keyOf(item, true), item]));
    const matched = expected.map((item) => left.get(keyOf(item, false)));
    return matched.every((item) => item !== undefined) ? matched : given;
  }

  #object(expected: Body, given: Body, path: string, name: string, around: string): void {
    const keys = keyed(name, around);
    const actual = keys ? this.#rekeyed(given, keys) : given;
    const inside = keys ? `${name}.entry` : name === "" ? around : name;
    const isLeftOut = (field: string): boolean => !this.#lens.observed && leftOut.has(field);
    for (const field of Object.keys(expected)) {
      if (expected[field] === undefined || isLeftOut(field)) continue;
      const at = path === "" ? field : `${path}.${field}`;
      if (Object.hasOwn(actual, field)) this.#field(expected, actual, field, at, inside);
      else if (!isOwn(field)) this.note(at, expected[field], undefined);
    }
    for (const field of Object.keys(actual)) {
      if (Object.hasOwn(expected, field) || isLeftOut(field) || (keys ? !this.#lens.known : !absences.has(field))) continue;
      this.note(path === "" ? field : `${path}.${field}`, undefined, actual[field]);
    }
  }

  /** One field of two objects. The content of a message is HTML where the message says so. */
  #field(expected: Body, actual: Body, name: string, path: string, around: string): void {
    const isHtml = name === "content" && expected.content_type === "text/html" && typeof actual.content === "string";
    this.value(expected[name], actual[name], path, isHtml ? "rendered_content" : name, around);
  }

  /** An object of the target under the model's keys. */
  #rekeyed(given: Body, kind: string): Body {
    const { twins } = this.#lens;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [String(twins.back(kind, kind === "message" ? Number(key) : key) ?? key), value]),
    );
  }
}
