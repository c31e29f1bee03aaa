import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { drawnFrom } from "../core/rng.ts";
import { chanceOf, type VariationName } from "../core/variations.ts";
import { isObject } from "../protocol/json.ts";
import { avatarAddress } from "../resources/people.ts";
import { mergedFlags } from "./merged-flags.ts";
import { unordered } from "./unordered.ts";
import {
  type AnswerFields,
  type Below,
  inEvents,
  inMessages,
  inSingleMessages,
  type VariedAnswer,
  type VariedRequest,
  type VaryAnswer,
} from "./varied-answer.ts";

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
