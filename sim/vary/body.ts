import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { drawnFrom, fnv1a } from "../core/rng.ts";
import { chanceOf, type ServerSettings, type VariationName } from "../core/server.ts";
import type { World } from "../core/world.ts";
import { isObject } from "../protocol/json.ts";
import type { WireRequest } from "../protocol/wire.ts";
import { avatarAddress } from "../resources/user.ts";

type AnswerFields = Record<string, unknown>;

/** An answer on its way out. Its fields may be changed in place, but nothing that is in them. */
interface VariedAnswer {
  status: number;
  readonly body: AnswerFields;
}

/** The request that an answer is about. */
interface VariedRequest {
  readonly world: World;
  readonly request: WireRequest;
}

type Below = (below: number) => number;
type VaryAnswer = (said: VariedAnswer, asked: VariedRequest, next: Below) => void;

/** Changes every event of an answer. */
function inEvents({ body }: VariedAnswer, change: (event: AnswerFields) => AnswerFields): void {
  if (Array.isArray(body.events)) body.events = body.events.map(change);
}

/** Changes the messages of an answer that stand alone or in events. */
function inSingleMessages(said: VariedAnswer, change: (message: AnswerFields) => AnswerFields): void {
  if (isObject(said.body.message)) said.body.message = change(said.body.message);
  inEvents(said, (event) => (isObject(event.message) ? { ...event, message: change(event.message) } : event));
}

/** Changes every message of an answer. */
function inMessages(said: VariedAnswer, change: (message: AnswerFields) => AnswerFields): void {
  inSingleMessages(said, change);
  if (Array.isArray(said.body.messages)) said.body.messages = said.body.messages.map((one) => (isObject(one) ? change(one) : one));
}

/** The style of JSON. */
interface Style {
  /** Line end and indent of each level; empty where all stands in one line. */
  readonly newline: string;
  readonly indent: string;
  readonly comma: string;
  readonly colon: string;
  readonly before: string;
  readonly after: string;
  readonly ordered: (names: string[]) => string[];
  readonly escaped: (json: string) => string;
}

type Spaces = Pick<Style, "newline" | "indent" | "comma" | "colon" | "before" | "after">;

const dense: Spaces = { newline: "", indent: "", comma: ",", colon: ":", before: "", after: "\n" };
const spacings: readonly Spaces[] = [
  { ...dense, comma: ", ", colon: ": ", after: "" },
  { ...dense, newline: "\n", indent: "  ", colon: ": " },
  { ...dense, newline: "\r\n", indent: "\t", colon: " : ", before: "\r\n", after: "\r\n\t " },
];

/** The items in an order of chance. */
function shuffled<T>(items: readonly T[], next: (below: number) => number): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(next(rest.length), 1));
}

const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escaped = (json: string): string => json.replace(/[^\x20-\x7e]/g, codeUnit).replaceAll("/", "\\/");

function styleOf(server: ServerSettings, mark: number): Style {
  const order = chanceOf(server, "key-order", "", mark);
  const spaces = chanceOf(server, "white-space", "", mark);
  return {
    ...(spaces ? drawnFrom(spacings, spaces) : dense),
    ordered: order ? (names) => shuffled(names, order) : (names) => names,
    escaped: chanceOf(server, "escapes") ? escaped : (json) => json,
  };
}

function written(value: unknown, style: Style, depth = 0): string {
  if (typeof value === "string") return style.escaped(JSON.stringify(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const object = value as Readonly<Record<string, unknown>>;
  const parts = isList
    ? value.map((item) => written(item, style, depth + 1))
    : style
        .ordered(Object.keys(object))
        .map((name) => `${style.escaped(JSON.stringify(name))}${style.colon}${written(object[name], style, depth + 1)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  const line = (level: number): string => style.newline && style.newline + style.indent.repeat(level);
  return `${open}${line(depth + 1)}${parts.join(style.comma + line(depth + 1))}${line(depth)}${close}`;
}

/** A body as JSON in the server's variations. */
export function variedText(server: ServerSettings, body: unknown, mark: number): string {
  const style = styleOf(server, mark);
  return `${style.before}${written(body, style)}${style.after}`;
}

/** Lists that are sets, by the name of their field. */
export const sets: ReadonlySet<string> = new Set([
  "flags",
  "members",
  "direct_members",
  "direct_subgroups",
  "direct_subgroup_ids",
  "user_ids",
  "display_recipient",
  "recipients",
  "ignored_parameters_unsupported",
  "subscribers",
  "realm_users",
  "realm_user_groups",
  "streams",
  "subscriptions",
  "unsubscribed",
  "never_subscribed",
]);

/** The place of an item in an order that is the same for the same items in every list. */
function placeOf(item: unknown, salt: number): number {
  const text = String(isObject(item) ? (item.id ?? item.user_id ?? item.stream_id) : item);
  return fnv1a(text, salt);
}

function reordered(value: unknown, name: string, salt: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reordered(item, "", salt));
    return sets.has(name) ? items.sort((a, b) => placeOf(a, salt) - placeOf(b, salt)) : items;
  }
  return isObject(value) ? inside(value, salt) : value;
}

const inside = (object: AnswerFields, salt: number): AnswerFields =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, reordered(value, name, salt)]));

/** Sets come in an order of the seed's own. */
const unordered: VaryAnswer = ({ body }, _, next) => {
  Object.assign(body, inside(body, next(0x7fffffff)));
};

const mayMerge = (event: AnswerFields): boolean =>
  event.type === "update_message_flags" && event.all === false && !(event.flag === "read" && event.op === "remove");

const isSame = (one: AnswerFields, other: AnswerFields): boolean => one.op === other.op && one.flag === other.flag;

/** Two neighbours about the same flag come as one under the newer id, so that acknowledging it acknowledges both. */
const mergedFlags: VaryAnswer = ({ body }) => {
  if (!Array.isArray(body.events)) return;
  const events: AnswerFields[] = [];
  for (const event of body.events as AnswerFields[]) {
    const last = events.at(-1);
    if (last && isObject(event) && mayMerge(event) && mayMerge(last) && isSame(event, last))
      events[events.length - 1] = { ...event, messages: [...(last.messages as number[]), ...(event.messages as number[])] };
    else events.push(event);
  }
  body.events = events;
};

const further: readonly unknown[] = [null, true, 7, "of a newer server", ["a"], { of: "a newer server" }];

const newFields = (next: Below): AnswerFields =>
  Object.fromEntries(["a_newer", "newer_field", "x_newer"].map((name) => [name, further[next(further.length)]]));

const envelope = ["result", "msg", "ignored_parameters_unsupported"];

const isEnvelope = (body: AnswerFields): boolean => Object.keys(body).every((name) => envelope.includes(name));

const envelopeFields: VaryAnswer = ({ body }, _, next) => {
  if (body.result === "success" && isEnvelope(body)) Object.assign(body, newFields(next));
};

const furtherFields: VaryAnswer = (said, _, next) => {
  if (said.body.result !== "success" || isEnvelope(said.body)) return;
  const fields = newFields(next);
  inMessages(said, (message) => ({ ...message, ...fields }));
  inEvents(said, (event) => ({ ...event, ...fields }));
  Object.assign(said.body, fields);
};

const avatarAddresses: VaryAnswer = (said, { world }, next) => {
  const host = drawnFrom(["https://www.gravatar.com/avatar/", "https://avatars.example.net/"], next);
  const changed = (one: AnswerFields): AnswerFields => {
    if (typeof one.avatar_url !== "string") return one;
    const address = one.avatar_url.replace("https://secure.gravatar.com/avatar/", host);
    return { ...one, avatar_url: address.startsWith("/") ? `${world.server.url}${address}` : address };
  };
  inMessages(said, changed);
  inEvents(said, (event) => (isObject(event.person) ? { ...event, person: changed(event.person) } : event));
};

const avatarsAlways: VaryAnswer = (said, { world }) =>
  inSingleMessages(said, (message) => {
    const sender = world.users.get(message.sender_id as UserId);
    return message.avatar_url === null && sender ? { ...message, avatar_url: avatarAddress(world, sender) } : message;
  });

const pollQueueIds: VaryAnswer = ({ body }, { request }, next) => {
  const queue_id = request.query.get("queue_id") ?? request.form.get("queue_id");
  if (!Array.isArray(body.events) || queue_id === undefined) return;
  if (next(2) === 0) body.queue_id = queue_id;
  else delete body.queue_id;
};

/** Without these the level, the login methods and the address of the organization are still known. */
const spareSettings = [
  "external_authentication_methods",
  "push_notifications_enabled",
  "is_incompatible",
  "require_email_format_usernames",
  "realm_icon",
  "realm_description",
  "realm_web_public_access_enabled",
];

const spareRegistered = [
  "server_emoji_data_url",
  "max_avatar_file_size_mib",
  "max_icon_file_size_mib",
  "max_logo_file_size_mib",
  "realm_upload_quota_mib",
  "password_min_length",
  "password_min_guesses",
  "jitsi_server_url",
  "server_generation",
  "realm_plan_type",
  "realm_org_type",
  "upgrade_text_for_wide_organization_logo",
];

const lacking =
  (route: string, names: readonly string[]): VaryAnswer =>
  ({ body }, { request }, next) => {
    if (request.path.endsWith(route)) for (const name of names) if (next(2) === 0) delete body[name];
  };

const farAnchor: VaryAnswer = ({ body }, { request }, next) => {
  const isNumber = /^\d/.test(request.query.get("anchor") ?? "");
  if (body.anchor === limits.newestAnchor && !isNumber) body.anchor = [Number.MAX_SAFE_INTEGER, 2e15][next(2)];
};

/** Puts each second's own fraction into a part of the second, so that later times stay later. */
const fractionalTimes: VaryAnswer = ({ body }, _, next) => {
  if (typeof body.server_timestamp !== "number") return;
  const second = Math.floor(body.server_timestamp);
  const [from, share] = [1 + next(499), (1 + next(499)) / 1000];
  body.server_timestamp = second + Math.floor(from * 1000 + (body.server_timestamp - second) * share * 1_000_000) / 1_000_000;
};

const words: readonly string[] = ["Leider nein.", "Refused", 'No: "this" was \\ not understood', "不可以", "nope 🙅"];

const wording: VaryAnswer = ({ body }, _, next) => {
  if (body.result === "error") body.msg = drawnFrom(words, next);
};

const statuses: VaryAnswer = (said, _, next) => {
  if (said.body.result === "error" && said.status === 400) said.status = drawnFrom([403, 409, 422], next);
};

/** In this order: events are merged before they get fields. */
const changes = {
  "merged-flags": mergedFlags,
  "avatars-always": avatarsAlways,
  "avatar-addresses": avatarAddresses,
  "poll-queue-ids": pollQueueIds,
  "fewer-settings": lacking("/server_settings", spareSettings),
  "fewer-registered": lacking("/register", spareRegistered),
  "far-anchor": farAnchor,
  "fractional-times": fractionalTimes,
  wording,
  statuses,
  "envelope-fields": envelopeFields,
  "further-fields": furtherFields,
  "unordered-lists": unordered,
} satisfies Partial<Record<VariationName, VaryAnswer>>;

/** Variations that differ from answer to answer. All others are of one kind as long as the server lives. */
const fickle: ReadonlySet<string> = new Set<VariationName>(["wording", "statuses"]);

/**
 * Changes an answer in all variations of the server that concern what it says.
 * @param mark a number of the answer's own
 */
export function varyBody(asked: VariedRequest, said: VariedAnswer, mark: number): void {
  for (const [name, change] of Object.entries(changes)) {
    const next = chanceOf(asked.world.server, name as VariationName, "", fickle.has(name) ? mark : 0);
    if (next) change(said, asked, next);
  }
}
