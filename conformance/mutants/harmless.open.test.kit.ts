import { inMessages, isSuccess, listOf, type MutableFields, success } from "./kit/bodies.ts";
import type { InterceptedRequest } from "./kit/intercepted.ts";
import { type Mutant, type NamedMutant, onRoute } from "./kit/mutant.ts";

/** Makes servers that decide a point otherwise that the specification leaves open: they break nothing. */
const harmlessOn =
  (on?: string) =>
  (name: string, says: string): NamedMutant =>
    onRoute(on)(name, []).says(says);

const anywhere = harmlessOn();
const sending = harmlessOn("POST /messages");
const fetching = harmlessOn("GET /messages");
const presence = harmlessOn("GET /realm/presence");
const creating = harmlessOn("POST /user_groups/create");

/** Whether the server behind refuses a request in such words. */
const isRefused = (request: InterceptedRequest, words: RegExp): boolean => {
  const { body } = request.wouldSay();
  return body.result === "error" && words.test(String(body.msg));
};

const done = /There is no member|is not a subgroup|already a (member|subgroup) of this/;
const changes = ["add", "delete", "add_subgroups", "delete_subgroups"];

/** The changes of a group without those of which the server says that they are made already. */
function leftToDo(request: InterceptedRequest): ReturnType<InterceptedRequest["with"]> {
  const none = Object.fromEntries(changes.map((name) => [name, undefined]));
  const isLeft = (name: string, id: unknown): boolean =>
    typeof id === "number" && !done.test(String(request.wouldSay(request.with({ ...none, [name]: [id] })).body.msg));
  const given = changes.filter((name) => request.json(name) !== undefined);
  return request.with(Object.fromEntries(given.map((name) => [name, request.list(name).filter((id) => isLeft(name, id))])));
}

const settings = ["can_add_members_group", "can_join_group", "can_leave_group", "can_mention_group", "can_remove_members_group"];
const nobody = { direct_members: [], direct_subgroups: [] };

/** Servers of groups. */
const ofGroups: readonly Mutant[] = [
  harmlessOn("POST /user_groups/{id}/members")(
    "removals-of-strangers-pass",
    "Removing somebody who is no member, and adding a member, changes nothing and succeeds.",
  ).takes((request) => isRefused(request, done) && leftToDo(request)),
  anywhere("group-names-twice", "Two groups may have one name.").with({
    request: (request) =>
      request.route === "POST /user_groups/create" &&
      isRefused(request, /already exists/) &&
      request.with({ name: `${request.field("name")}\u2060${request.count("names")}` }),
    answer: ({ body }) => {
      const added = listOf(body.events).flatMap(({ group }) => (group ? [group as MutableFields] : []));
      for (const group of [...listOf(body.realm_user_groups), ...listOf(body.user_groups), ...added])
        if (typeof group.name === "string") group.name = group.name.replace(/\u2060\d+$/, "");
      return undefined;
    },
  }),
  creating("groups-by-guests", "Guests make groups.").servesAs("cara", ({ caller }) => caller === "gus"),
  creating("creators-join", "Who makes a group is a member of it.").takes((request) => {
    const [own, listed] = [request.account?.user_id, request.json("members")];
    return own !== undefined && Array.isArray(listed) && !listed.includes(own) && request.with({ members: [...listed, own] });
  }),
  creating("other-default-settings", "Settings of a group that are left out let nobody in.").takes((request) => {
    const absent = settings.filter((name) => request.field(name) === undefined);
    return absent.length > 0 && request.with(Object.fromEntries(absent.map((name) => [name, nobody])));
  }),
];

/** Servers of messages and typing. */
const ofMessages: readonly Mutant[] = [
  anywhere("topic-before-subject", "Where a topic and a subject are sent, the topic counts.").takes(
    (request) => request.field("topic") !== undefined && request.field("subject") !== undefined && request.with({ subject: undefined }),
  ),
  anywhere("unstripped-topics", "White space around the topic of a message stays.").changes((said, request) => {
    const topic = request.field("topic") ?? request.field("subject") ?? "";
    const isKept = request.route === "POST /messages" && isSuccess(said) && topic.trim() !== topic && topic.trim() !== "";
    if (isKept) request.memory.set(`topic of ${String(said.body.id)}`, topic);
    return inMessages(({ id, subject }) => {
      const kept = request.memory.get(`topic of ${String(id)}`);
      return typeof kept === "string" && kept.trim() === subject && { subject: kept };
    })(said, request);
  }),
  sending("names-before-contents", "Of two faults of a message the unknown channel is told first.").replies((request) => {
    const said = request.isToChannel && isRefused(request, /must not be empty/) && request.wouldSay(request.with({ content: "a" }));
    return said && said.body.code === "STREAM_DOES_NOT_EXIST" && said;
  }),
  harmlessOn("PATCH /channel_folders/{id}")(
    "folders-before-permissions",
    "Of two faults of a change of a folder the unknown folder is told first.",
  ).replies((request) => {
    const said = isRefused(request, /administrator/) && request.wouldSay(request.by("owen"));
    return said && !isSuccess(said) && said;
  }),
  sending("deactivated-recipients", "A direct message to a deactivated account is sent to the others.").takes((request) => {
    const gone: readonly unknown[] = [request.served.cast.zoe?.user_id, request.served.cast.zoe?.email];
    const others = request.list("to").filter((one) => !gone.includes(one));
    return isRefused(request, /no longer using/) && request.with({ to: others.length > 0 ? others : [request.account?.user_id] });
  }),
  sending("blank-content-sent", "A message of white space is sent.").takes(
    (request) => isRefused(request, /must not be empty/) && request.with({ content: "&nbsp;" }),
  ),
  harmlessOn("POST /typing")("typing-to-nobody", "Typing to an empty list succeeds and tells nobody.").accepts((request) =>
    isRefused(request, /Empty 'to'/),
  ),
  anywhere(
    "unknown-field-by-message",
    "Messages have a field that the specification does not know, and that differs between messages.",
  ).shows(
    ({ sender_is_bot, id, content }) =>
      sender_is_bot === undefined && Number(id) % 2 === 0 && { x_reading_time: String(content ?? "").length },
  ),
];

/** Servers that answer in another way. */
const ofAnswers: readonly Mutant[] = [
  anywhere("other-codes-for-credentials", "Missing and wrong credentials have codes of the server's own.").changes(({ status, body }) => {
    if (status === 401) body.code = body.code === "UNAUTHORIZED" ? "AUTHENTICATION_REQUIRED" : "BAD_CREDENTIALS";
    return undefined;
  }),
  fetching("anchor-of-two-channels", "The anchor that a narrow of two terms about channels answers is nought.").answers((_, request) => {
    const channels = listOf(request.json("narrow")).filter(({ operator }) => /^(channel|stream)s?$/.test(String(operator)));
    return channels.length > 1 && { anchor: 0 };
  }),
  fetching("found-flags-of-ids", "The answer to message_ids says that both ends are found.").answers(
    (_, request) => request.field("message_ids") !== undefined && { found_oldest: true, found_newest: true, found_anchor: false },
  ),
  presence("old-presence", "Presence older than a fortnight is listed too.").answers((body, request) => {
    const presences = body.presences as MutableFields;
    const all = request.also("owen", request.route).body.presences as MutableFields;
    // Who sees less than an owner has limited access: nobody is added to that.
    if (Object.keys(all).some((email) => !(email in presences))) return undefined;
    const old = { client: "website", status: "idle", timestamp: Math.floor(Number(body.server_timestamp)) - 30 * 86_400 };
    for (const { email, is_active = true } of Object.values(request.served.cast) as { email: string; is_active?: boolean }[])
      if (is_active && !email.includes("zoe")) presences[email] ??= { aggregated: old, website: { ...old, pushable: false } };
    return undefined;
  }),
  presence("no-presence-of-yesterday", "Presence older than a day is not listed.").answers((body) => {
    const presences = body.presences as Record<string, { readonly website: { readonly timestamp: number } }>;
    for (const [email, { website }] of Object.entries(presences))
      if (website.timestamp < Number(body.server_timestamp) - 86_400) delete presences[email];
    return undefined;
  }),
  anywhere("other-attribute-order", "Attributes of HTML stand in another order, and links have a rel.").shows(
    ({ content_type, content }) =>
      content_type === "text/html" &&
      typeof content === "string" && {
        content: content
          .replace(/<span class="([^"]*)" (data-[\w-]+="[^"]*")>/g, '<span $2 class="$1">')
          .replace(/<a href="([^"]*)">/g, '<a rel="noopener" href="$1">'),
      },
  ),
];

/** A server whose polls are late. On a target in this process nothing can happen while a poll waits, so that scenarios alone wait for it. */
export const lateServer = harmlessOn("GET /events")("late-events", "Events come with the second poll that asks for them.").replies(
  (request) => {
    const key = `${request.field("queue_id")} ${request.field("last_event_id")}`;
    const isLate = listOf(request.wouldSay().body.events).length > 0 && request.field("dont_block") !== "true" && !request.memory.has(key);
    if (isLate) request.memory.set(key, true);
    return isLate && success({ events: [], queue_id: request.field("queue_id") });
  },
);

/** Correct servers that decide points otherwise that the specification leaves open: the suite may raise no alarm on any of them. */
export const openServers: readonly Mutant[] = [...ofGroups, ...ofMessages, ...ofAnswers];
