import { ofGroups } from "./harmless.groups.ts";
import { harmless, says } from "./harmless.kit.ts";
import { inMessages, isSuccess, type MutableFields, success } from "./kit/bodies.ts";
import type { Mutant } from "./kit/mutant.ts";

const sending = "POST /messages";

/** Servers of messages and typing. */
const ofMessages: readonly Mutant[] = [
  harmless("topic-before-subject", "Where a topic and a subject are sent, the topic counts.", {
    request: (request) =>
      request.field("topic") !== undefined && request.field("subject") !== undefined ? request.with({ subject: undefined }) : undefined,
  }),
  harmless("unstripped-topics", "White space around the topic of a message stays.", {
    answer: (said, request) => {
      const topic = request.field("topic") ?? request.field("subject") ?? "";
      const isKept = request.route === sending && isSuccess(said) && topic.trim() !== topic && topic.trim() !== "";
      if (isKept) request.memory.set(`topic of ${String(said.body.id)}`, topic);
      inMessages((message) => {
        const kept = request.memory.get(`topic of ${String(message.id)}`);
        if (typeof kept === "string" && kept.trim() === message.subject) message.subject = kept;
      })(said, request);
    },
  }),
  harmless("names-before-contents", "Of two faults of a message the unknown channel is told first.", {
    on: sending,
    instead: (request) => {
      if (!/^(stream|channel)$/.test(request.field("type") ?? "") || !says(request, /must not be empty/)) return undefined;
      const said = request.wouldSay(request.with({ content: "a" }));
      return said.body.code === "STREAM_DOES_NOT_EXIST" ? said : undefined;
    },
  }),
  harmless("folders-before-permissions", "Of two faults of a change of a folder the unknown folder is told first.", {
    on: "PATCH /channel_folders/{id}",
    instead: (request) => {
      if (!says(request, /administrator/)) return undefined;
      const said = request.wouldSay(request.by("owen"));
      return isSuccess(said) ? undefined : said;
    },
  }),
  harmless("deactivated-recipients", "A direct message to a deactivated account is sent to the others.", {
    on: sending,
    request: (request) => {
      if (!says(request, /no longer using/)) return undefined;
      const listed = request.json("to");
      const gone = [request.served.cast.zoe?.user_id, request.served.cast.zoe?.email];
      const others = Array.isArray(listed) ? listed.filter((one) => !gone.includes(one as never)) : [];
      const own = request.caller === undefined ? undefined : request.served.cast[request.caller]?.user_id;
      return request.with({ to: others.length > 0 ? others : [own] });
    },
  }),
  harmless("blank-content-sent", "A message of white space is sent.", {
    on: sending,
    request: (request) => (says(request, /must not be empty/) ? request.with({ content: "&nbsp;" }) : undefined),
  }),
  harmless("typing-to-nobody", "Typing to an empty list succeeds and tells nobody.", {
    on: "POST /typing",
    instead: (request) => (says(request, /Empty 'to'/) ? success() : undefined),
  }),
  harmless("unknown-field-by-message", "Messages have a field that the specification does not know, and that differs between messages.", {
    answer: inMessages((message) => {
      if (message.sender_is_bot === undefined && Number(message.id) % 2 === 0)
        message.x_reading_time = String(message.content ?? "").length;
    }),
  }),
];

/** Servers that answer in another way. */
const ofAnswers: readonly Mutant[] = [
  harmless("other-codes-for-credentials", "Missing and wrong credentials have codes of the server's own.", {
    answer: (said) => {
      if (said.status === 401) said.body.code = said.body.code === "UNAUTHORIZED" ? "AUTHENTICATION_REQUIRED" : "BAD_CREDENTIALS";
    },
  }),
  harmless("anchor-of-two-channels", "The anchor that a narrow of two terms about channels answers is nought.", {
    on: "GET /messages",
    answer: (said, request) => {
      const terms = request.json("narrow");
      const channels = Array.isArray(terms) ? terms.filter(({ operator }) => /^(channel|stream)s?$/.test(String(operator))) : [];
      if (isSuccess(said) && channels.length > 1) said.body.anchor = 0;
    },
  }),
  harmless("found-flags-of-ids", "The answer to message_ids says that both ends are found.", {
    on: "GET /messages",
    answer: (said, request) => {
      if (isSuccess(said) && request.field("message_ids") !== undefined)
        Object.assign(said.body, { found_oldest: true, found_newest: true, found_anchor: false });
    },
  }),
  harmless("old-presence", "Presence older than a fortnight is listed too.", {
    on: "GET /realm/presence",
    answer: (said, request) => {
      if (!isSuccess(said)) return;
      const presences = said.body.presences as MutableFields;
      const all = request.also("owen", request.route).body.presences as MutableFields;
      // Who sees less than an owner has limited access: nobody is added to that.
      if (Object.keys(all).some((email) => !(email in presences))) return;
      const old = { client: "website", status: "idle", timestamp: Math.floor(Number(said.body.server_timestamp)) - 30 * 86_400 };
      for (const { email, is_active = true } of Object.values(request.served.cast) as { email: string; is_active?: boolean }[])
        if (is_active && !email.includes("zoe")) presences[email] ??= { aggregated: old, website: { ...old, pushable: false } };
    },
  }),
  harmless("no-presence-of-yesterday", "Presence older than a day is not listed.", {
    on: "GET /realm/presence",
    answer: (said) => {
      if (!isSuccess(said)) return;
      const presences = said.body.presences as Record<string, { readonly website: { readonly timestamp: number } }>;
      for (const [email, { website }] of Object.entries(presences))
        if (website.timestamp < Number(said.body.server_timestamp) - 86_400) delete presences[email];
    },
  }),
  harmless("other-attribute-order", "Attributes of HTML stand in another order, and links have a rel.", {
    answer: inMessages((message) => {
      if (message.content_type !== "text/html" || typeof message.content !== "string") return;
      message.content = message.content
        .replace(/<span class="([^"]*)" (data-[\w-]+="[^"]*")>/g, '<span $2 class="$1">')
        .replace(/<a href="([^"]*)">/g, '<a rel="noopener" href="$1">');
    }),
  }),
];

/** A server whose polls are late. On a target in this process nothing can happen while a poll waits, so that scenarios alone wait for it. */
export const lateServer = harmless("late-events", "Events come with the second poll that asks for them.", {
  on: "GET /events",
  instead: (request) => {
    const said = request.wouldSay();
    const key = `${request.field("queue_id")} ${request.field("last_event_id")}`;
    if (
      !Array.isArray(said.body.events) ||
      said.body.events.length === 0 ||
      request.field("dont_block") === "true" ||
      request.memory.has(key)
    )
      return undefined;
    request.memory.set(key, true);
    return success({ events: [], queue_id: request.field("queue_id") });
  },
});

/** Correct servers that decide points otherwise that the specification leaves open: the suite may raise no alarm on any of them. */
export const openServers: readonly Mutant[] = [...ofGroups, ...ofMessages, ...ofAnswers];
