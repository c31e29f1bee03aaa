import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../index.ts";
import { type Change, levels } from "./levels.ts";
import { realmSettingLevels } from "./realm-setting-levels.ts";
import { supportLevels } from "./support-levels.ts";

type Fields = Readonly<Record<string, unknown>>;
type Look = (sim: Simulator) => unknown;
type List = readonly Fields[];

const send = (sim: Simulator, route: string, fields: Fields = {}, as = "alice") => sim.as(as).send(route, fields);
const body = (sim: Simulator, route: string, fields: Fields = {}, as = "alice"): Fields => send(sim, route, fields, as).body;

/** What comes of a request in a few words: the text of its refusal where there is one. */
function outcome({ status, body: { msg } }: { readonly status: number; readonly body: Fields }): unknown {
  return status === 404 ? "no such route" : status === 200 ? "success" : msg;
}
const says =
  (route: string, fields: Fields = {}, as?: string): Look =>
  (sim) =>
    outcome(send(sim, route, fields, as));
const hasRoute =
  (route: string, as?: string): Look =>
  (sim) =>
    ![404, 405].includes(send(sim, route, {}, as).status);
/** Whether a parameter is one that the endpoint reads. */
const reads =
  (route: string, name: string, fields: Fields = {}, as?: string): Look =>
  (sim) => {
    const { msg, ignored_parameters_unsupported } = body(sim, route, { value: 1, ...fields }, as);
    return msg === "" ? !(ignored_parameters_unsupported as string[]).includes(name) : msg;
  };
const range = { anchor: "newest", num_before: 100, num_after: 0 };
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
const idsOf = ({ msg, messages }: Fields): unknown => (msg === "" ? (messages as { id: number }[]).map(({ id }) => id) : msg);
/** The ids that a narrow finds, or why it is refused. */
const finds =
  (narrow: readonly object[], as?: string): Look =>
  (sim) =>
    idsOf(body(sim, "GET /messages", { ...range, narrow }, as));
const renders =
  (content: string): Look =>
  (sim) =>
    body(sim, "POST /messages/render", { content }).rendered;
const capable = (...names: readonly string[]) => ({
  notification_settings_null: true,
  ...Object.fromEntries(names.map((name) => [name, true])),
});
const told = (sim: Simulator, key: string, as?: string, more: Fields = {}): Fields =>
  body(sim, "POST /register", { fetch_event_types: [key], client_capabilities: capable(), ...more }, as);
const hasSetting =
  (name: string): Look =>
  (sim) =>
    name in (told(sim, "user_settings").user_settings as Fields);
/** Whether the registration tells something of the organization. */
const tells =
  (name: string, key = "realm"): Look =>
  (sim) =>
    name in told(sim, key);
const hasGroupSetting =
  (name: string): Look =>
  (sim) =>
    name in (body(sim, "GET /user_groups").user_groups as List).at(-1)!;
const channelRecord = (sim: Simulator, name = "general"): Fields =>
  (body(sim, "GET /streams").streams as List).find((channel) => channel.name === name)!;
const hasChannelField =
  (name: string): Look =>
  (sim) =>
    name in channelRecord(sim);
const message = (sim: Simulator, id: unknown, fields: Fields = {}, as?: string): Fields =>
  (body(sim, `GET /messages/${String(id)}`, fields, as).message ?? {}) as Fields;
const toChannel = (sim: Simulator, content: string, fields: Fields = {}, as = "alice"): number =>
  body(sim, "POST /messages", { type: "stream", to: "general", topic: "levels", content, ...fields }, as).id as number;
/** The events that somebody hears of while something happens. */
function hears(sim: Simulator, as: string, types: readonly string[], happens: () => unknown, ...capabilities: readonly string[]): List {
  const heard = listener(sim, as, types, capabilities);
  happens();
  return heard();
}
const act = (sim: Simulator, action: Fields): Simulator => {
  sim.act(action);
  return sim;
};
const group = (sim: Simulator, name: string): number =>
  (body(sim, "GET /user_groups", {}, "owen").user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
const user = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const channel = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
const newFolder = { name: "Plots", description: "" };
const picture = "https://pictures.example.com/a.png";

const sha256OfX = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
/** A message that was edited. */
function edited(sim: Simulator): number {
  const id = toChannel(sim, "x");
  sim.act({ action: "edit_message", as: "alice", message_id: id, content: "y" });
  return id;
}
/** A message that was moved to another topic. */
function moved(sim: Simulator): number {
  const id = toChannel(sim, "x");
  sim.act({ action: "edit_message", as: "alice", message_id: id, topic: "elsewhere" });
  return id;
}
function resolvedInQuiet(sim: Simulator): Simulator {
  toChannel(sim, "x", { to: "quiet", topic: "✔ done" }, "bob");
  return sim;
}
const reactionEvent = (sim: Simulator): unknown =>
  hears(sim, "bob", ["reaction"], () => send(sim, `POST /messages/${toChannel(sim, "x")}/reactions`, { emoji_name: "tada" })).map((event) =>
    Object.keys(event),
  );
/** The addresses in a direct message of two people, the older account of whom has the later address. */
function pairAsShown(sim: Simulator): unknown {
  const { id } = body(sim, "POST /messages", { type: "private", to: ["gus@example.com"], content: "x" }, "owen");
  return (message(sim, id, {}, "owen").display_recipient as List).map(({ email }) => email);
}
/** Whether the recipient_ids that the two people of a conversation see are the same: of one message, and of messages of either to each. */
function pairIds(sim: Simulator): unknown {
  const people = ["alice", "bob"];
  const to = people.map((name) => `${name}@example.com`);
  const [fromAlice, fromBob] = people.map((name) => body(sim, "POST /messages", { type: "private", to, content: "x" }, name).id as number);
  const seen = (id: number | undefined, as: string): unknown => message(sim, id!, {}, as).recipient_id;
  return {
    eachTheSame: seen(fromAlice, "alice") === seen(fromAlice, "bob"),
    eachDirection: seen(fromAlice, "alice") === seen(fromBob, "alice"),
  };
}
/** The reply to an upload. */
function uploaded(sim: Simulator, name = "film.mov"): Fields {
  const file = { name, type: "video/quicktime", bytes: new Uint8Array([1, 2, 3]) };
  const answer = sim.send({ method: "POST", path: "/user_uploads", files: [file], auth: "alice" });
  return "body" in answer ? answer.body : {};
}
/** The flags that bob has of the notice that alice resolved a topic. */
function noticeFlags(sim: Simulator): unknown {
  const id = toChannel(sim, "x", { topic: "chores" });
  send(sim, `POST /messages/${id}/reactions`, { emoji_name: "tada" }, "bob");
  send(sim, `PATCH /messages/${id}`, { topic: "✔ chores" });
  return message(sim, sim.snapshot().world.messages.newest()!.id, {}, "bob").flags;
}
/** Somebody gives a folder the name of one that is archived. */
function nameOfArchivedFolder(sim: Simulator): unknown {
  const { channel_folder_id } = body(sim, "POST /channel_folders/create", newFolder, "dana");
  send(sim, `PATCH /channel_folders/${String(channel_folder_id)}`, { is_archived: true }, "dana");
  return outcome(send(sim, "POST /channel_folders/create", newFolder, "dana"));
}
/** How many deletions somebody hears of whose history begins after the message. */
function closedToDeletion(sim: Simulator): unknown {
  act(sim, { action: "set_realm", property: "message_content_delete_limit_seconds", value: null });
  const [id] = finds([term("channel", "secret")], "cara")(sim) as number[];
  return hears(sim, "alice", ["delete_message"], () => send(sim, `DELETE /messages/${id}`, {}, "cara")).length;
}
/** How many policies change when one of two messages goes to a topic of its own, which its sender thereby begins. */
function policiesOfMove(sim: Simulator): unknown {
  const [id] = [toChannel(sim, "x", { topic: "chores" }), toChannel(sim, "y", { topic: "chores" })];
  return hears(sim, "alice", ["user_topic"], () => send(sim, `PATCH /messages/${id}`, { topic: "tools of old" }, "owen")).length;
}
/** The fields of a reaction as messages have it. */
function reactionOf(sim: Simulator): unknown {
  const id = toChannel(sim, "x");
  send(sim, `POST /messages/${id}/reactions`, { emoji_name: "tada" });
  return Object.keys((message(sim, id).reactions as List)[0]!);
}
/** What somebody hears of the subscriptions of an account that ends, in one channel. */
function opsOfLeaving(sim: Simulator, gone: string, name = "general"): unknown {
  const stream_id = channel(sim, name);
  const happens = () => send(sim, `DELETE /users/${user(sim, gone)}`, {}, "owen");
  return hears(sim, "owen", ["subscription"], happens).flatMap(({ op, stream_ids }) =>
    (stream_ids as number[]).includes(stream_id) ? [op] : [],
  );
}
function defaultChannels(sim: Simulator): readonly unknown[] {
  send(sim, "POST /default_streams", { stream_id: channel(sim, "general") }, "owen");
  return told(sim, "default_streams").realm_default_streams as unknown[];
}
/** Somebody adds a member to a group that was deactivated. */
function changedAfterItsEnd(sim: Simulator): unknown {
  const id = group(sim, "support");
  sim.act({ action: "deactivate_group", group_id: id });
  return outcome(send(sim, `POST /user_groups/${id}/members`, { add: [user(sim, "cara")] }, "owen"));
}

/** What shows a change, what that gives before its level and from it on, and the realm that shows it where that is not the small one. */
type Boundary = readonly [look: Look, before: unknown, after: unknown, realm?: string];

const boundaries: Partial<Record<Change, Boundary>> = {
  settingsAtOnce: [hasRoute("PATCH /settings"), false, true],
  send_private_typing_notifications: [hasSetting("send_private_typing_notifications"), false, true],
  send_read_receipts: [hasSetting("send_read_receipts"), false, true],
  send_stream_typing_notifications: [hasSetting("send_stream_typing_notifications"), false, true],
  web_escape_navigates_to_home_view: [hasSetting("web_escape_navigates_to_home_view"), false, true],
  display_emoji_reaction_users: [hasSetting("display_emoji_reaction_users"), false, true],
  readReceipts: [hasRoute("GET /messages/2/read_receipts"), false, true],
  user_list_style: [hasSetting("user_list_style"), false, true],
  ownersAddDomains: [
    says("POST /realm/domains", { domain: "new.example.com", allow_subdomains: false }, "dana"),
    "success",
    "Must be an organization owner",
  ],
  flagsInNarrow: [hasRoute("POST /messages/flags/narrow"), false, true],
  email_address_visibility: [hasSetting("email_address_visibility"), false, true],
  ignoredParameters: [(sim) => body(sim, "GET /users/me", { junk: 1 }).ignored_parameters_unsupported, undefined, ["junk"]],
  realm_name_in_email_notifications_policy: [hasSetting("realm_name_in_email_notifications_policy"), false, true],
  mutedTopicRepeats: [
    says("PATCH /users/me/subscriptions/muted_topics", { stream: "general", topic: "never muted", op: "remove" }),
    "Topic is not muted",
    "success",
  ],
  userTopics: [hasRoute("POST /user_topics"), false, true],
  apiKeyUserId: [
    (sim) => "user_id" in body(sim, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" }),
    false,
    true,
  ],
  scheduledMessages: [hasRoute("GET /scheduled_messages"), false, true],
  directType: [
    (sim) => outcome(send(sim, "POST /messages", { type: "direct", to: [user(sim, "bob")], content: "x" })),
    "Invalid type",
    "success",
  ],
  web_mark_read_on_scroll_policy: [hasSetting("web_mark_read_on_scroll_policy"), false, true],
  urlTemplates: [
    (sim) => {
      const [{ linkifiers }, { realm_linkifiers }, { realm_filters }] = [
        body(sim, "GET /realm/linkifiers"),
        told(sim, "realm_linkifiers"),
        told(sim, "realm_filters"),
      ];
      const heard = hears(sim, "bob", ["realm_linkifiers", "realm_filters"], () =>
        send(sim, `DELETE /realm/filters/${String((linkifiers as List)[1]!.id)}`, {}, "dana"),
      );
      return [Object.keys((linkifiers as List)[0]!), (realm_linkifiers as List).length, realm_filters, heard.map(({ type }) => type)];
    },
    [
      ["id", "pattern", "url_format"],
      2,
      [
        ["#(?P<id>[0-9]{2,8})", "https://tasks.example.com/{id}", 71],
        ["PLOT-(?P<plot>[0-9]+)", "https://garden.example.com/plots/{plot}", 72],
      ],
      ["realm_linkifiers", "realm_filters"],
    ],
    [["id", "pattern", "url_template"], 0, [], ["realm_linkifiers"]],
  ],
  directOperators: [
    says("GET /messages", { ...range, narrow: [term("dm", "bob@example.com")] }),
    "Invalid narrow operator: unknown operator dm",
    "success",
  ],
  schedulingEndpoint: [
    (sim) => [hasRoute("POST /scheduled_messages")(sim), tells("scheduled_messages", "scheduled_messages")(sim)],
    [false, false],
    [true, true],
  ],
  enable_followed_topic_audible_notifications: [hasSetting("enable_followed_topic_audible_notifications"), false, true],
  enable_followed_topic_desktop_notifications: [hasSetting("enable_followed_topic_desktop_notifications"), false, true],
  enable_followed_topic_email_notifications: [hasSetting("enable_followed_topic_email_notifications"), false, true],
  enable_followed_topic_push_notifications: [hasSetting("enable_followed_topic_push_notifications"), false, true],
  enable_followed_topic_wildcard_mentions_notify: [hasSetting("enable_followed_topic_wildcard_mentions_notify"), false, true],
  topicWildcard: [renders("@**topic** hi"), "<p>@<strong>topic</strong> hi</p>", '<p><span class="topic-mention">@topic</span> hi</p>'],
  can_mention_group: [hasGroupSetting("can_mention_group"), false, true],
  web_stream_unreads_count_display_policy: [hasSetting("web_stream_unreads_count_display_policy"), false, true],
  completeMark: [(sim) => body(sim, "POST /mark_all_as_read").complete, undefined, true],
  automatically_follow_topics_policy: [hasSetting("automatically_follow_topics_policy"), false, true],
  automatically_unmute_topics_in_muted_streams_policy: [hasSetting("automatically_unmute_topics_in_muted_streams_policy"), false, true],
  directTyping: [
    (sim) => outcome(send(sim, "POST /typing", { op: "start", type: "private", to: [user(sim, "bob")] })),
    "success",
    "Invalid type",
  ],
  followedPolicy: [
    (sim) => outcome(send(sim, "POST /user_topics", { stream_id: channel(sim, "general"), topic: "x", visibility_policy: 3 })),
    "Invalid visibility_policy",
    "success",
  ],
  accessibleUsers: [tells("realm_can_access_all_users_group"), false, true],
  channelEmails: [
    (sim) => [
      "email_address" in (body(sim, "GET /users/me/subscriptions").subscriptions as List)[0]!,
      hasRoute(`GET /streams/${channel(sim, "general")}/email_address`)(sim),
    ],
    [true, false],
    [false, true],
  ],
  wildcardCodes: [
    (sim) => body(sim, "POST /messages", { type: "stream", to: "crowd", topic: "x", content: "@**all**" }).code,
    "BAD_REQUEST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "crowded",
  ],
  user_list_incomplete: [
    (sim) =>
      (
        told(
          act(sim, { action: "set_realm", property: "can_access_all_users_group", value: group(sim, "role:members") }),
          "realm_user",
          "gus",
          { client_capabilities: capable("user_list_incomplete") },
        ).realm_users as List
      ).some(({ full_name }) => full_name === "Unknown user"),
    true,
    false,
  ],
  automatically_follow_topics_where_mentioned: [hasSetting("automatically_follow_topics_where_mentioned"), false, true],
  readBySender: [
    reads("POST /messages", "read_by_sender", { type: "private", to: ["bob@example.com"], content: "x", read_by_sender: true }),
    false,
    true,
  ],
  web_font_size_px: [hasSetting("web_font_size_px"), false, true],
  web_line_height_percent: [hasSetting("web_line_height_percent"), false, true],
  channelWildcard: [
    renders("@**channel** hi"),
    "<p>@<strong>channel</strong> hi</p>",
    '<p><span class="user-mention" data-user-id="*">@channel</span> hi</p>',
  ],
  channelType: [says("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" }), "Invalid type", "success"],
  hasReaction: [
    says("GET /messages", { ...range, narrow: [term("has", "reaction")] }),
    "Invalid narrow operator: unknown 'has' operand reaction",
    "success",
  ],
  channelNarrows: [
    (sim) => ["stream", "channel"].map((operator) => says("GET /messages", { ...range, narrow: [term(operator, "nowhere")] })(sim)),
    ["Invalid narrow operator: unknown stream nowhere", "Invalid narrow operator: unknown operator channel"],
    ["Invalid narrow operator: unknown channel nowhere", "Invalid narrow operator: unknown channel nowhere"],
  ],
  typedNarrows: [
    (sim) => body(sim, "GET /messages", { ...range, narrow: "[1" }),
    { result: "error", msg: "Bad value for 'narrow': [1", code: "REQUEST_VARIABLE_INVALID", var_name: "narrow", bad_value: "[1" },
    { result: "error", msg: "narrow is not valid JSON", code: "BAD_REQUEST" },
  ],
  membersRequired: [says("POST /user_groups/create", { name: "crew", description: "" }), "success", "Missing 'members' argument"],
  groupNoticesAfter: [
    (sim) =>
      hears(sim, "bob", ["message", "user_group"], () =>
        send(sim, `POST /user_groups/${group(sim, "gardeners")}/members`, { add: [user(sim, "bob")] }, "dana"),
      ).map(({ type, message }) => (message as Fields | undefined)?.content ?? type),
    ["Dana Dill added you to the group gardeners.", "user_group"],
    ["user_group", "@_**Dana Dill|15** added you to the group @_*gardeners*."],
  ],
  typedParameters: [
    (sim) => body(sim, "GET /messages", { ...range, num_after: "-1" }),
    { result: "error", msg: "Bad value for 'num_after': -1", code: "REQUEST_VARIABLE_INVALID", var_name: "num_after", bad_value: "-1" },
    { result: "error", msg: "num_after is too small", code: "BAD_REQUEST" },
  ],
  typingReceivers: [
    (sim) =>
      hears(act(sim, { action: "set_user", as: "bob", property: "receives_typing_notifications", value: false }), "bob", ["typing"], () =>
        send(sim, "POST /typing", { op: "start", to: [user(sim, "bob")] }),
      ).length,
    1,
    0,
  ],
  receives_typing_notifications: [hasSetting("receives_typing_notifications"), false, true],
  channelTexts: [
    says("POST /typing", { op: "start", type: "stream", stream_id: 999, topic: "x" }),
    "Invalid stream ID",
    "Invalid channel ID",
  ],
  firstMessageEvents: [
    (sim) =>
      hears(sim, "dana", ["stream"], () => send(sim, `DELETE /messages/${String(channelRecord(sim).first_message_id)}`, {}, "dana")).map(
        ({ property }) => property,
      ),
    [],
    ["first_message_id"],
  ],
  channelCreators: [hasChannelField("creator_id"), false, true],
  realmUrl: [(sim) => ["realm_url" in body(sim, "GET /server_settings"), tells("realm_url")(sim)], [false, false], [true, true]],
  anonymousGroups: [
    (sim) =>
      outcome(
        send(sim, "POST /user_groups/create", {
          name: "x",
          description: "",
          members: [],
          can_mention_group: { direct_members: [], direct_subgroups: [] },
        }),
      ),
    "can_mention_group is not an integer",
    "success",
  ],
  messageIdBound: [
    says("GET /messages", { ...range, narrow: [term("id", 3_000_000_000)] }),
    "success",
    "Invalid narrow operator: Invalid message ID",
  ],
  userStatusFetch: [(sim) => hasRoute(`GET /users/${user(sim, "bob")}/status`)(sim), false, true],
  presenceUpdateIds: [tells("presence_last_update_id", "presence"), false, true],
  isFollowed: [
    says("GET /messages", { ...range, narrow: [term("is", "followed")] }),
    "Invalid narrow operator: unknown 'is' operand followed",
    "success",
  ],
  web_navigate_to_sent_message: [hasSetting("web_navigate_to_sent_message"), false, true],
  web_channel_default_view: [hasSetting("web_channel_default_view"), false, true],
  directMessageGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_realm", property: "direct_message_permission_group", value: group(sim, "role:owners") }),
          "POST /messages",
          { type: "private", to: ["bob@example.com"], content: "x" },
        ),
      ),
    "success",
    "This conversation does not include any users who can authorize it.",
  ],
  withOperator: [
    says("GET /messages", { ...range, narrow: [term("with", "2x")] }),
    "Invalid narrow operator: unknown operator with",
    "Invalid narrow operator: Invalid 'with' operator",
  ],
  uploadUrl: [(sim) => "url" in uploaded(sim), false, true],
  actorSeesDeletion: [
    (sim) =>
      hears(sim, "dana", ["delete_message"], () => send(sim, `DELETE /messages/${toChannel(sim, "x", { to: "quiet" }, "bob")}`, {}, "dana"))
        .length,
    0,
    1,
  ],
  web_animate_image_previews: [hasSetting("web_animate_image_previews"), false, true],
  deletionGroups: [tells("realm_can_delete_any_message_group"), false, true],
  wildcardClass: [
    renders("@**all** hi"),
    '<p><span class="user-mention" data-user-id="*">@all</span> hi</p>',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> hi</p>',
  ],
  can_manage_group: [hasGroupSetting("can_manage_group"), false, true],
  renderedVersionGone: [
    (sim) => (message(sim, edited(sim)).edit_history as List).map((entry) => "prev_rendered_content_version" in entry),
    [true],
    [false],
  ],
  detachedUploads: [(sim) => body(sim, `PATCH /messages/${toChannel(sim, "x")}`, { content: "y" }).detached_uploads, undefined, []],
  uploadNames: [(sim) => "filename" in uploaded(sim), false, true],
  presenceHistory: [
    reads("POST /register", "presence_history_limit_days", { fetch_event_types: ["presence"], presence_history_limit_days: 1 }),
    false,
    true,
  ],
  subscriptionIds: [
    (sim) => body(sim, "POST /users/me/subscriptions", { subscriptions: [{ name: "general" }] }).already_subscribed,
    { "alice@example.com": ["general"] },
    { "12": ["general"] },
  ],
  groupCreators: [(sim) => ["creator_id", "date_created"].map((name) => hasGroupSetting(name)(sim)), [false, false], [true, true]],
  groupDeactivation: [(sim) => hasRoute(`POST /user_groups/${group(sim, "support")}/deactivate`)(sim), false, true],
  allow_private_data_export: [hasSetting("allow_private_data_export"), false, true],
  deactivatedGroups: [reads("GET /user_groups", "include_deactivated_groups", { include_deactivated_groups: true }), false, true],
  profileFieldEditing: [(sim) => "editable_by_user" in (body(sim, "GET /realm/profile_fields").custom_fields as List)[0]!, false, true],
  savedSnippets: [
    (sim) => [hasRoute("GET /saved_snippets")(sim), tells("saved_snippets", "saved_snippets")(sim)],
    [false, false],
    [true, true],
  ],
  messageIds: [(sim) => outcome(send(sim, "GET /messages", { message_ids: [2] })), "Missing 'num_before' argument", "success"],
  can_join_group: [hasGroupSetting("can_join_group"), false, true],
  usersByRealAddress: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_user", as: "bob", property: "email_address_visibility", value: 3 }),
          "GET /users/bob@example.com",
          {},
          "dana",
        ),
      ),
    "No such user",
    "success",
  ],
  activeDirectMembers: [
    (sim) =>
      (told(act(sim, { action: "deactivate_user", as: "cara" }), "realm_user_groups").realm_user_groups as List).find(
        ({ name }) => name === "gardeners",
      )!.members,
    [14],
    [],
  ],
  can_add_members_group: [hasGroupSetting("can_add_members_group"), false, true],
  channelLinks: [
    renders("#**general**"),
    '<p><a class="stream" data-stream-id="41" href="/#narrow/stream/41-general">#general</a></p>',
    '<p><a class="stream" data-stream-id="41" href="/#narrow/channel/41-general">#general</a></p>',
  ],
  can_leave_group: [hasGroupSetting("can_leave_group"), false, true],
  subgroupsInCreation: [
    reads("POST /user_groups/create", "subgroups", { name: "x", description: "", members: [], subgroups: [] }),
    false,
    true,
  ],
  archivedChannels: [hasChannelField("is_archived"), false, true],
  groupIdInReply: [(sim) => "group_id" in body(sim, "POST /user_groups/create", { name: "x", description: "", members: [] }), false, true],
  messageLinks: [
    renders("#**general>rota@5**"),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota.405">#general &gt; rota@5</a></p>',
    '<p><a class="message-link" href="/#narrow/channel/41-general/topic/rota/near/5">#general &gt; rota @ 💬</a></p>',
  ],
  channelActivity: [hasChannelField("is_recently_active"), false, true],
  resolvedHistory: [(sim) => (finds([term("stream", "quiet"), term("is", "resolved")])(resolvedInQuiet(sim)) as number[]).length, 0, 1],
  can_remove_members_group: [hasGroupSetting("can_remove_members_group"), false, true],
  channelAdministrators: [
    (sim) => body(sim, `PATCH /streams/${channel(sim, "general")}`, { description: "x" }, "bob"),
    { result: "error", msg: "Must be an organization administrator", code: "UNAUTHORIZED_PRINCIPAL" },
    { result: "error", msg: "You do not have permission to administer this channel.", code: "BAD_REQUEST" },
  ],
  policyOverMute: [
    (sim) =>
      (finds([term("in", "home")], "cara")(sim) as number[]).filter((id) => message(sim, id, {}, "cara").display_recipient === "quiet")
        .length,
    0,
    2,
  ],
  reactionUserGone: [
    (sim) => reactionOf(sim),
    ["emoji_name", "emoji_code", "reaction_type", "user_id", "user"],
    ["emoji_name", "emoji_code", "reaction_type", "user_id"],
  ],
  defaultChannelIds: [(sim) => defaultChannels(sim).map((one) => typeof one), ["object"], ["number"]],
  web_suggest_update_timezone: [hasSetting("web_suggest_update_timezone"), false, true],
  postingGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, {
            action: "set_channel",
            channel: "general",
            property: "can_send_message_group",
            value: group(sim, "role:administrators"),
          }),
          "POST /messages",
          { type: "stream", to: "general", topic: "x", content: "x" },
        ),
      ),
    "Only organization administrators can send to this channel.",
    "You do not have permission to post in this channel.",
  ],
  systemGroupMentions: [
    renders("@_*role:administrators*"),
    "<p>@_<em>role:administrators</em></p>",
    '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
  ],
  emptyTopic: [says("POST /messages", { type: "stream", to: "general", topic: "", content: "x" }), "Topic can't be empty!", "success"],
  channelEmailSenders: [
    (sim) => reads(`GET /streams/${channel(sim, "general")}/email_address`, "sender_id", { sender_id: user(sim, "alice") })(sim),
    false,
    true,
  ],
  reactionEventUser: [
    (sim) => reactionEvent(sim),
    [["type", "op", "user_id", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
    [["type", "op", "user_id", "user", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
  ],
  subscriberAdders: [hasChannelField("can_add_subscribers_group"), false, true],
  isNotDirect: [
    says("GET /messages", { ...range, narrow: [term("is", "dm", true), term("dm", "bob@example.com")] }),
    "success",
    "Invalid narrow operator: No message can be both a channel message and direct message",
  ],
  deletedChannelIds: [
    (sim) =>
      hears(sim, "bob", ["stream"], () => send(sim, `DELETE /streams/${channel(sim, "team")}`, {}, "owen")).map((event) =>
        Object.keys(event),
      ),
    [["type", "op", "streams"]],
    [["type", "op", "streams", "stream_ids"]],
  ],
  emptyTopicLinks: [
    renders("#**general>**"),
    "<p>#<strong>general&gt;</strong></p>",
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/">#general &gt; <em>general chat</em></a></p>',
  ],
  topicPermalinks: [
    renders("#**general>rota**"),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota">#general &gt; rota</a></p>',
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/110">#general &gt; rota</a></p>',
  ],
  channelJoiners: [hasChannelField("can_subscribe_group"), false, true],
  hide_ai_features: [hasSetting("hide_ai_features"), false, true],
  editTyping: [hasRoute("POST /messages/2/typing"), false, true],
  contentGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_channel", channel: "team", property: "can_add_subscribers_group", value: group(sim, "role:members") }),
          `GET /messages/${toChannel(sim, "x", { to: "team" })}`,
          {},
          "cara",
        ),
      ),
    "Invalid message(s)",
    "success",
  ],
  ignoredChannels: [
    (sim) => "ignored_because_not_subscribed_channels" in body(sim, "POST /messages/flags", { messages: [2], op: "add", flag: "read" }),
    false,
    true,
  ],
  allChannels: [reads("GET /streams", "include_all", { include_all: true }, "dana"), false, true],
  editHistoryPolicy: [tells("realm_message_edit_history_visibility_policy"), false, true],
  archivedMessages: [
    (sim) => outcome(send(sim, `GET /messages/${(finds([term("stream", "attic")])(sim) as number[])[0]}`)),
    "Invalid message(s)",
    "success",
  ],
  lastMoved: [
    (sim) => Object.keys(message(sim, moved(sim))).filter((name) => name.startsWith("last_")),
    ["last_edit_timestamp"],
    ["last_moved_timestamp"],
  ],
  isMuted: [
    says("GET /messages", { ...range, narrow: [term("is", "muted")] }),
    "Invalid narrow operator: unknown 'is' operand muted",
    "success",
  ],
  topicResolvers: [tells("realm_can_resolve_topics_group"), false, true],
  leftoverRows: [
    (sim) =>
      (
        finds([term("sender", "bob@example.com"), term("topic", "plans")])(
          act(sim, { action: "unsubscribe", as: "alice", channel: "team" }),
        ) as number[]
      ).length,
    1,
    0,
  ],
  savedSnippetEdits: [(sim) => body(sim, "PATCH /saved_snippets/1").msg, "Method Not Allowed", "Saved snippet does not exist."],
  noTopicMeansEmpty: [(sim) => message(sim, toChannel(sim, "x", { topic: "(no topic)" })).subject, "(no topic)", "general chat"],
  noTopicInTyping: [
    (sim) =>
      hears(
        sim,
        "bob",
        ["typing"],
        () => send(sim, "POST /typing", { op: "start", type: "stream", stream_id: channel(sim, "general"), topic: "(no topic)" }),
        "stream_typing_notifications",
        "empty_topic_name",
      ).map(({ topic }) => topic),
    ["(no topic)"],
    [""],
  ],
  leavingWithAccounts: [(sim) => opsOfLeaving(sim, "cara", "general"), [], ["peer_remove"]],
  followedMoves: [(sim) => policiesOfMove(sim), 0, 1],
  noTopicKeptInMoves: [
    (sim) => {
      const id = toChannel(sim, "x");
      send(sim, `PATCH /messages/${id}`, { topic: "(no topic)" });
      return message(sim, id).subject;
    },
    "general chat",
    "(no topic)",
  ],
  alphabeticalParameters: [says("POST /messages"), "Missing 'type' argument", "Missing 'content' argument"],
  rangeBeforeLogin: [
    ({ server: { level } }) => {
      const open = createSimulator({ level, rulings: "observed" }).send({ method: "GET", path: "/messages", fields: { num_before: 5001 } });
      return "status" in open && open.status;
    },
    401,
    400,
  ],
  senderRights: [
    says("POST /messages", { type: "stream", to: "general", topic: "x", content: "x", sender: "bob@example.com" }),
    "Invalid mirrored message",
    "User not authorized for this query",
  ],
  administeringCode: [
    (sim) => body(sim, `DELETE /streams/${channel(sim, "general")}`, {}, "bob"),
    { result: "error", msg: "You do not have permission to administer this channel.", code: "BAD_REQUEST" },
    { result: "error", msg: "You do not have permission to administer this channel.", code: "CANNOT_ADMINISTER_CHANNEL" },
  ],
  archivedChannelNotices: [
    (sim) =>
      hears(sim, "dana", ["message"], () => send(sim, `PATCH /streams/${channel(sim, "attic")}`, { description: "x" }, "owen")).length,
    0,
    1,
  ],
  archivingUpdates: [
    (sim) => [
      (told(sim, "stream", "alice", { client_capabilities: capable("archived_channels") }).streams as List).some(
        ({ name }) => name === "attic",
      ),
      hears(sim, "bob", ["stream"], () => send(sim, `DELETE /streams/${channel(sim, "team")}`, {}, "owen"), "archived_channels").map(
        ({ op }) => op,
      ),
    ],
    [false, ["delete"]],
    [true, ["update"]],
  ],
  expectedContent: [
    (sim) => reads(`PATCH /messages/${toChannel(sim, "x")}`, "prev_content_sha256", { content: "y", prev_content_sha256: sha256OfX })(sim),
    false,
    true,
  ],
  chosenUsers: [reads("GET /users", "user_ids", { user_ids: [] }), false, true],
  resolvedNotices: [(sim) => noticeFlags(sim), [], ["read"]],
  resolved_topic_notice_auto_read_policy: [hasSetting("resolved_topic_notice_auto_read_policy"), false, true],
  groupReactivation: [
    (sim) => reads(`PATCH /user_groups/${group(sim, "support")}`, "deactivated", { description: "new", deactivated: false }, "owen")(sim),
    false,
    true,
  ],
  unarchiving: [
    (sim) => reads(`PATCH /streams/${channel(sim, "general")}`, "is_archived", { description: "new", is_archived: false }, "owen")(sim),
    false,
    "Channel is not currently deactivated",
  ],
  channelFolders: [hasRoute("GET /channel_folders"), false, true],
  navigationViews: [hasRoute("GET /navigation_views"), false, true],
  deactivatedGroupMembers: [(sim) => changedAfterItsEnd(sim), "User group is deactivated.", "success"],
  topicsPolicy: [tells("realm_topics_policy"), false, true],
  sortedMessageIds: [
    (sim) => {
      const [one, two] = [toChannel(sim, "x"), toChannel(sim, "y")];
      const events = hears(
        sim,
        "alice",
        ["update_message", "delete_message"],
        () => {
          send(sim, `PATCH /messages/${two}`, { topic: "chores", propagate_mode: "change_all" }, "owen");
          send(sim, `POST /streams/${channel(sim, "general")}/delete_topic`, { topic_name: "chores" }, "owen");
        },
        "bulk_message_deletion",
      );
      return events.map(({ message_ids }) =>
        (message_ids as number[]).slice(0, 2).map((id) => (id === one ? "first" : id === two ? "second" : "notice")),
      );
    },
    [
      ["second", "first"],
      ["notice", "second"],
    ],
    [
      ["first", "second"],
      ["first", "second"],
    ],
  ],
  subscriberCount: [hasChannelField("subscriber_count"), false, true],
  channelMoveGroups: [hasChannelField("can_move_messages_within_channel_group"), false, true],
  subscriptionNotices: [
    reads("POST /users/me/subscriptions", "send_new_subscription_messages", {
      subscriptions: [{ name: "quiet" }],
      send_new_subscription_messages: false,
    }),
    false,
    true,
  ],
  web_left_sidebar_unreads_count_summary: [hasSetting("web_left_sidebar_unreads_count_summary"), false, true],
  newestInPermalinks: [
    (sim) => renders("#**general>rota**")(sim),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/110">#general &gt; rota</a></p>',
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/111">#general &gt; rota</a></p>',
  ],
  noChannelLinkBehindBracket: [
    renders("[#**general**"),
    '<p>[<a class="stream" data-stream-id="41" href="/#narrow/channel/41-general">#general</a></p>',
    "<p>[#<strong>general</strong></p>",
  ],
  channelResolvers: [hasChannelField("can_resolve_topics_group"), false, true],
  audioPlayers: [
    renders("![tune](https://sounds.example.com/a.mp3)"),
    '<p>![tune](<a href="https://sounds.example.com/a.mp3">https://sounds.example.com/a.mp3</a>)</p>',
    '<p><audio controls preload="metadata" src="https://sounds.example.com/a.mp3" title="tune"></audio></p>',
  ],
  channelDeletionGroups: [hasChannelField("can_delete_any_message_group"), false, true],
  folderLimits: [tells("max_channel_folder_name_length"), false, true],
  web_left_sidebar_show_channel_folders: [hasSetting("web_left_sidebar_show_channel_folders"), false, true],
  partialSubscribers: [
    says("GET /users/me/subscriptions", { include_subscribers: "partial" }),
    "include_subscribers is not valid JSON",
    "success",
  ],
  archivedFolderNames: [(sim) => nameOfArchivedFolder(sim), "Channel folder name already in use", "success"],
  folderOrder: [(sim) => "order" in (body(sim, "GET /channel_folders").channel_folders as List)[0]!, false, true],
  channelCreation: [hasRoute("POST /channels/create"), false, true],
  simplePresenceEvents: [
    (sim) =>
      hears(
        sim,
        "bob",
        ["presence"],
        () => send(sim, "POST /users/me/presence", { status: "active" }, "gus"),
        "simplified_presence_events",
      ).map((event) => Object.keys(event)),
    [["type", "user_id", "email", "server_timestamp", "presence"]],
    [["type", "presences"]],
  ],
  slightSmile: [
    renders(":smile:"),
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
  ],
  web_inbox_show_channel_folders: [hasSetting("web_inbox_show_channel_folders"), false, true],
  leavingArchivedChannels: [(sim) => opsOfLeaving(sim, "alice", "attic"), [], ["peer_remove"]],
  imageSyntax: [
    renders(`![alt](${picture})`),
    '<p>![alt](<a href="https://pictures.example.com/a.png">https://pictures.example.com/a.png</a>)</p>\n<div class="message_inline_image"><a href="https://pictures.example.com/a.png"><img src="https://pictures.example.com/a.png"></a></div>',
    '<p><img alt class="inline-image" data-original-src="https://pictures.example.com/a.png" src="https://pictures.example.com/a.png"></p>',
  ],
  legacySettingsGone: [
    (sim) => hears(sim, "alice", ["update_display_settings"], () => send(sim, "PATCH /settings", { twenty_four_hour_time: true })).length,
    1,
    0,
  ],
  topicCreationGroups: [hasChannelField("can_create_topic_group"), false, true],
  anchorDate: [says("GET /messages", { ...range, anchor: "date", anchor_date: "2020-01-01" }), "Invalid anchor", "success"],
  mentionsOperator: [
    says("GET /messages", { ...range, narrow: [term("mentions", "alice@example.com")] }),
    "Invalid narrow operator: unknown operator mentions",
    "success",
  ],
  plainTimeErrors: [
    renders("<time:nonsense>"),
    '<p><span class="timestamp-error">Invalid time format: nonsense</span></p>',
    "<p>&lt;time:nonsense&gt;</p>",
  ],
  deletionAudience: [(sim) => closedToDeletion(sim), 1, 0],
  onlyUploadedImages: [
    renders(`![alt](${picture})`),
    '<p><img alt class="inline-image" data-original-src="https://pictures.example.com/a.png" src="https://pictures.example.com/a.png"></p>',
    '<p>![alt](<a href="https://pictures.example.com/a.png">https://pictures.example.com/a.png</a>)</p>\n<div class="message_inline_image"><a href="https://pictures.example.com/a.png"><img src="https://pictures.example.com/a.png"></a></div>',
  ],
  devices: [hasRoute("POST /register_client_device"), false, true],
  deviceRemoval: [hasRoute("POST /remove_client_device"), false, true],
  linkifierExamples: [
    (sim) => Object.keys((body(sim, "GET /realm/linkifiers").linkifiers as List)[0]!),
    ["id", "pattern", "url_template"],
    ["id", "pattern", "url_template", "example_input", "reverse_template"],
  ],
  alternativeTemplates: [
    (sim) => Object.keys((body(sim, "GET /realm/linkifiers").linkifiers as List)[0]!),
    ["id", "pattern", "url_template", "example_input", "reverse_template"],
    ["id", "pattern", "url_template", "example_input", "reverse_template", "alternative_url_templates"],
  ],
  idleQueueTimeout: [(sim) => told(sim, "realm").idle_queue_timeout_secs, undefined, 600],
  recipientsByViewer: [pairIds, { eachTheSame: true, eachDirection: false }, { eachTheSame: false, eachDirection: true }],
  pairsAreGroups: [
    (sim) => [pairAsShown(sim), pairIds(sim)],
    [["gus@example.com", "owen@example.com"], { eachTheSame: false, eachDirection: true }],
    [["owen@example.com", "gus@example.com"], { eachTheSame: true, eachDirection: true }],
  ],
  reactionEventUserGone: [
    (sim) => reactionEvent(sim),
    [["type", "op", "user_id", "user", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
    [["type", "op", "user_id", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
  ],
  archivedOperand: [
    says("GET /messages", { ...range, narrow: [term("channels", "archived")] }),
    "Invalid narrow operator: unknown channels operand archived",
    "success",
  ],
  webPublicHistory: [(sim) => (finds([term("channels", "web-public")], "bob")(sim) as number[]).length, 0, 1],
  closedChannelEmpty: [
    (sim) => body(sim, "GET /messages", { anchor: 5, num_before: 1, num_after: 0, narrow: [term("stream", "secret")] }, "bob").anchor,
    5,
    10000000000000000,
  ],
  singleEmojiEvents: [
    (sim) =>
      hears(sim, "bob", ["realm_emoji"], () => sim.act({ action: "add_emoji", name: "spade" }), "individual_emoji_changes").map(
        ({ op }) => op,
      ),
    ["update"],
    ["add"],
  ],
  videoCall: [hasRoute("POST /calls/vc/create"), false, true],
  uploadedMovies: [(sim) => String(renders(`[film](${String(uploaded(sim, "film.mov").uri)})`)(sim)).includes("<video"), false, true],
  botsManageGroups: [
    says("POST /user_groups/create", { name: "x", description: "", members: [] }, "robo"),
    "This endpoint does not accept bot requests.",
    "success",
  ],
  botUpdates: [
    (sim) => hears(sim, "alice", ["realm_bot"], () => send(sim, `PATCH /users/${user(sim, "robo")}`, { full_name: "Robo Hoe" })).length,
    0,
    1,
  ],
  joinedToTheMinute: [(sim) => (body(sim, "GET /users/me") as Fields).date_joined, "2025-01-01T12:00:00+00:00", "2025-01-01T12:00+00:00"],
  deactivatedGroupChanges: [
    (sim) => {
      const { group_id } = body(sim, "POST /user_groups/create", { name: "help", description: "", members: [] }, "owen");
      sim.act({ action: "deactivate_group", group_id: Number(group_id) });
      return outcome(send(sim, `PATCH /user_groups/${String(group_id)}`, { name: "aid" }, "owen"));
    },
    "User group is deactivated.",
    "success",
  ],
  addressInUseWords: [
    says("POST /users", { email: "bob@example.com", password: "bobbob", full_name: "Bob" }, "owen"),
    "Email 'bob@example.com' already in use",
    "Email is already in use.",
  ],
  unknownPeopleTogether: [
    (sim) => {
      const mentor = [...sim.snapshot().world.fields.values()].find(({ type }) => type === 6)!;
      const profile_data = [{ id: mentor.id, value: [9998, 9999] }];
      return outcome(send(sim, `PATCH /users/${user(sim, "bob")}`, { profile_data }, "owen"));
    },
    "Invalid user ID: 9998",
    "Invalid user IDs: 9998, 9999",
  ],
  expectedFieldNames: [
    (sim) => body(sim, `PATCH /user_groups/${group(sim, "support")}`, { can_join_group: { new: 2, old: 3 } }, "owen").field_name,
    undefined,
    "old",
  ],
  emptySnippetEdits: [
    (sim) => {
      const { saved_snippet_id } = body(sim, "POST /saved_snippets", { title: "x", content: "y" });
      return outcome(send(sim, `PATCH /saved_snippets/${String(saved_snippet_id)}`));
    },
    "success",
    "No new data is supplied",
  ],
  nullRefused: [says("POST /register", { event_types: null }), "success", "event_types is not a list"],
  nullTaken: [
    says("POST /users/me/subscriptions", { subscriptions: [{ name: "x" }], history_public_to_subscribers: null }),
    "history_public_to_subscribers is not a boolean",
    "success",
  ],
  denseModeGone: [
    (sim) => [
      hasSetting("dense_mode")(sim),
      reads("PATCH /settings", "dense_mode", { dense_mode: true, enter_sends: true })(sim),
      tells("dense_mode", "update_display_settings")(sim),
    ],
    [true, true, true],
    [false, false, false],
  ],
  moderatorsAbove: [(sim) => told(sim, "realm_user", "dana").is_moderator, false, true],
  archivedSubscriptions: [
    (sim) => {
      const { never_subscribed } = told(sim, "subscription", "bob", { client_capabilities: capable("archived_channels") });
      const shown = (never_subscribed as List).some(({ name }) => name === "attic");
      return [shown, outcome(send(sim, "POST /users/me/subscriptions", { subscriptions: [{ name: "attic" }] }, "bob"))];
    },
    [false, "Unable to access channel (attic)."],
    [true, "success"],
  ],
};

test("every change has a boundary here, so that a new one without a test is noticed", () => {
  const elsewhere = { ...realmSettingLevels, ...supportLevels };
  assert.equal(
    Object.keys(boundaries).sort(),
    Object.keys(levels)
      .filter((change) => !Object.hasOwn(elsewhere, change))
      .sort(),
  );
});

const servers = new Map<string, Simulator>();

/** A simulator of its own, made once for each level. */
function serverOf(level: number, realm: string): Simulator {
  const name = `${realm} ${level}`;
  const made = servers.get(name) ?? createSimulator({ level, realm });
  servers.set(name, made);
  return made.fork();
}

for (const [change, [look, before, after, realm = "small"]] of Object.entries(boundaries)) {
  const level = levels[change as Change];
  test(`${change} is not there at level ${level - 1} and is at ${level}`, () => {
    assert.equal(look(serverOf(level - 1, realm)), before);
    assert.equal(look(serverOf(level, realm)), after);
  });
}

test("every change is read somewhere", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/test|levels\.ts$/.test(path),
  );
  const words = new Set(sources.flatMap((path) => readFileSync(`${root}/${path}`, "utf8").match(/\w+/g) ?? []));
  assert.equal(
    Object.keys(levels).filter((change) => !words.has(change)),
    [],
  );
});

test.run();
