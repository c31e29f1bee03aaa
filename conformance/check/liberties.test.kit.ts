import { present } from "../client/json.ts";
import type { Body } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";
import { type AlterReply, bodies, isTo, withEvents, withMessages, withRecords } from "./altered.test.kit.ts";

/** A liberty of a server, since no sentence says otherwise, with properties that saw a difference in it, and with how they end where that is not in agreement. */
export type Liberty = readonly [what: string, change: () => AlterReply, addresses: readonly string[], end?: "untestable"];

/** Liberties of a server, since no sentence says otherwise, each with properties that saw a difference in it. */
export const liberties: readonly Liberty[] = [
  [
    "count requests in a field of each answer",
    () => {
      let count = 0;
      return bodies((body) => ({ ...body, requests_so_far: ++count }));
    },
    [
      "messages-id.get/markdown",
      "messages.get.anchors/firstUnread",
      "visibility.interference/personal",
      "server_settings.get/forAnyone",
      "events.delete/ends",
    ],
  ],
  [
    "tell messages in HTML whatever a registration asks for",
    () => {
      const rendered = (message: Body, source: unknown): Body => ({ ...message, content: `<p>${source}</p>`, content_type: "text/html" });
      const told = withEvents((event) => {
        const message = event.message as Body | undefined;
        return message?.content_type === "text/x-markdown" ? { ...event, message: rendered(message, message.content) } : event;
      });
      const shown = bodies(({ message, ...body }) => {
        const isHtml = (message as Body | undefined)?.content_type === "text/html";
        return message === undefined ? body : { ...body, message: isHtml ? rendered(message as Body, body.raw_content) : message };
      });
      return (reply, request) => told(shown(reply, request), request);
    },
    ["messages.post.sender/sentAgain", "messages.post.to/senderAlone"],
  ],
  [
    "tell all events but messages in words of its own",
    () => withEvents(({ id, type, ...event }) => (type === "message" ? { id, type, ...event } : { id, type, told: event })),
    ["calls.vc.create.post/hasTokenEvent", "messages.post.sender/automaticPolicy", "messages.post.sender/bySettings"],
  ],
  [
    "tell flags of a message in it, not beside it, and have read what one sends oneself",
    () => {
      const { cast } = embedded();
      const readBy = (as: string | null, message: Body): Body =>
        message.sender_id === cast[as ?? ""]?.user_id ? { ...message, flags: [...(message.flags as string[]), "read"] } : message;
      const within = ({ flags, ...event }: Body): Body =>
        event.type === "message" ? { ...event, message: { ...(event.message as Body), flags } } : event;
      const told = withEvents(within);
      const read = bodies((body, { as }) => ({
        ...body,
        ...(Array.isArray(body.messages) && { messages: (body.messages as Body[]).map((message) => readBy(as, message)) }),
        ...(Array.isArray(body.events) && {
          events: (body.events as Body[]).map(({ message, ...event }) =>
            message ? { ...event, message: readBy(as, message as Body) } : event,
          ),
        }),
      }));
      return (reply, request) => read(told(reply, request), request);
    },
    ["events.replica/folded"],
  ],
  [
    "tell of deletions in events of its own",
    () => withEvents(({ type, ...event }) => ({ type: type === "delete_message" ? "message_deleted" : type, ...event })),
    ["events.replica/folded"],
  ],
  [
    "tell the client in small letters",
    () =>
      bodies((body) => {
        const message = body.message as Body | undefined;
        return message ? { ...body, message: { ...message, client: String(message.client).toLowerCase() } } : body;
      }),
    ["message.shape/client"],
  ],
  [
    "take a setting of a group that has one of its lists",
    () => (reply, request) =>
      /^POST \/user_groups/.test(`${request.method} ${request.path}`) && /"direct_members":\[\]\}/.test(JSON.stringify(request.fields))
        ? { ...reply, status: 200, body: { result: "success", msg: "", group_id: 4_000_000 } }
        : reply,
    ["user-group/otherShapes"],
  ],
  [
    "list no ignored parameters by an empty list",
    () => bodies((body) => (body.result === "success" ? { ignored_parameters_unsupported: [], ...body } : body)),
    ["conventions.supportedNotListed/messages.get"],
  ],
  [
    "leave out of the settings what they need not have, and have names that are no addresses without a directory",
    () =>
      bodies(({ realm_uri: _, service_feature_level: __, ...body }, request) => {
        if (!isTo("GET", "/server_settings", request)) return { ...body, ...(_ !== undefined && { realm_uri: _ }) };
        const methods = { ...(body.authentication_methods as Body), ldap: false };
        return { ...body, require_email_format_usernames: false, authentication_methods: methods };
      }),
    ["server_settings.get/alias", "server_settings.get/directoryNames", "versioning/level"],
  ],
  [
    "refuse a channel that is named by an id with no name",
    () => bodies(({ stream, ...body }) => (/^-?\d+$/.test(String(stream)) ? body : { ...body, ...(stream !== undefined && { stream }) })),
    ["messages.post.errors/unknownChannelId"],
  ],
  [
    "say of a policy in an event the topic alone, and null in queues that no client named",
    () =>
      withEvents(({ stream_id, visibility_policy, ...event }) => {
        if (event.type === "message") return { local_message_id: null, ...event };
        const isPolicy = event.type === "user_topic";
        return { ...event, ...(stream_id !== undefined && !isPolicy && { stream_id }), ...(!isPolicy && { visibility_policy }) };
      }),
    ["messages.post.sender/automaticPolicy", "messages.post.sender/localIdUntouched"],
  ],
  [
    "tell what is hidden from what is missing by status and words",
    () => {
      const ids = new Set<number>();
      return (reply, { method, path }) => {
        if (method === "POST" && path === "/messages") ids.add(Number(reply.body.id));
        const isHidden = method === "GET" && reply.body.result === "error" && ids.has(Number(/^\/messages\/(\d+)$/.exec(path)?.[1]));
        return isHidden ? { ...reply, status: 403, body: { ...reply.body, msg: "Not for you." } } : reply;
      };
    },
    ["messages-id.get/invisible", "visibility/direct", "visibility/privateChannel", "visibility/protectedHistory"],
  ],
  [
    "tell typing by ids, without the one who types, and to that one with a mark",
    () =>
      withEvents((event) => {
        if (event.type !== "typing" || !Array.isArray(event.recipients)) return event;
        const { user_id: sender } = event.sender as Body;
        const ids = (event.recipients as Body[]).map(({ user_id }) => user_id);
        return { ...event, recipients: ids.filter((id) => id !== sender), told_at: 7 };
      }),
    ["typing.post/people"],
  ],
  [
    "count the sender of a message among its recipients no more than its text does",
    () => {
      const ids = new Map<string, number>();
      const own = (message: Body): Body => {
        if (message.type !== "private" || !Array.isArray(message.display_recipient)) return message;
        const others = (message.display_recipient as Body[]).filter(({ id }) => id !== message.sender_id);
        const display_recipient = others.length > 0 ? others : message.display_recipient;
        const key = JSON.stringify((display_recipient as Body[]).map(({ id }) => id));
        ids.set(key, ids.get(key) ?? 9_000_000 + ids.size);
        return { ...message, display_recipient, recipient_id: ids.get(key) };
      };
      const told = withEvents((event) => (event.type === "message" ? { ...event, message: own(event.message as Body) } : event));
      const shown = bodies((body) => ({
        ...body,
        ...(body.message !== undefined && { message: own(body.message as Body) }),
        ...(Array.isArray(body.messages) && { messages: (body.messages as Body[]).map(own) }),
      }));
      return (reply, request) => told(shown(reply, request), request);
    },
    ["messages.post.to/toPeople"],
  ],
  [
    "let new linkifiers stand first",
    () =>
      bodies((body) => {
        const turned = ["linkifiers", "realm_linkifiers"].filter((name) => Array.isArray(body[name]));
        return { ...body, ...Object.fromEntries(turned.map((name) => [name, (body[name] as unknown[]).toReversed()])) };
      }),
    ["realm.linkifiers.get/newest"],
  ],
  [
    "refuse a link of another scheme than http in small letters",
    () => (reply, request) =>
      isTo("PATCH", "/users/me/profile_data", request) && JSON.stringify(request.fields).match(/ftp:|HTTPS?:/)
        ? { ...reply, status: 400, body: { result: "error", msg: "That is no link.", code: "BAD_REQUEST" } }
        : reply,
    ["users.me.profile_data.patch/link"],
  ],
  [
    "mention nobody where a text has the name of a group",
    () =>
      bodies((body) => {
        const { flags, ...message } = (body.message ?? {}) as Body;
        return Array.isArray(flags) ? { ...body, message: { ...message, flags: flags.filter((flag) => flag !== "mentioned") } } : body;
      }),
    ["user-group.permissions/followed"],
  ],
  [
    "tell typing in words of its own",
    () =>
      withEvents(({ sender, recipients, ...event }) =>
        event.type === "typing" ? { ...event, who: (sender as Body).user_id, people: recipients } : { ...event, sender, recipients },
      ),
    ["typing.post/op", "typing.post.text/op-required", "typing.post/outsiders", "typing.post/sender"],
  ],
  [
    "go on showing topics whose policy was removed, with the policy 0",
    () => {
      const removed: Body[] = [];
      return bodies((body, request) => {
        const { stream_id, topic, visibility_policy } = request.fields;
        if (isTo("POST", "/user_topics", request) && visibility_policy === 0)
          removed.push({ stream_id, topic_name: topic, visibility_policy: 0 });
        return Array.isArray(body.user_topics) ? { ...body, user_topics: [...body.user_topics, ...removed] } : body;
      });
    },
    ["user_topics.post/sequence"],
  ],
  [
    "tell topics with a policy in small letters",
    () => {
      const small = (policy: Body): Body => ({ ...policy, topic_name: String(policy.topic_name).toLowerCase() });
      return bodies((body) => (Array.isArray(body.user_topics) ? { ...body, user_topics: body.user_topics.map(small) } : body));
    },
    ["user_topics.post/capitals", "user_topics.post.text/topic-bound"],
  ],
  [
    "tell a refusal by the envelope alone",
    () => (reply) => (reply.status === 405 ? { ...reply, status: 200 } : reply),
    ["conventions.wrongMethod/typing.post"],
  ],
  [
    "anchor a window that does not list its anchor at the newest message of all, of which there are ever more",
    () => {
      let newest = 1_000_000;
      return bodies((body) => (body.found_anchor === false ? { ...body, anchor: ++newest } : body));
    },
    ["messages.get.anchors/firstUnread", "messages.get.anchors/absent"],
  ],
  [
    "take a count below 0",
    () => (reply, request) =>
      isTo("GET", "/messages", request) && [request.fields.num_before, request.fields.num_after].includes("-1")
        ? { ...reply, status: 200, body: { result: "success", msg: "", messages: [], anchor: 1 } }
        : reply,
    ["messages.get.text/counts-wrong"],
  ],
  [
    "refuse the deletion of somebody else's queue with a code of its own",
    () => bodies((body) => (body.code === "BAD_EVENT_QUEUE_ID" ? { result: "error", msg: "Not yours.", code: "BAD_REQUEST" } : body)),
    ["events.delete/ofOthers"],
  ],
  [
    "take a second view with a fragment",
    () => (reply, request) =>
      isTo("POST", "/navigation_views", request) && reply.status === 400
        ? { ...reply, status: 200, body: { result: "success", msg: "" } }
        : reply,
    ["navigation_views.post/sameFragment"],
  ],
  [
    "tell everybody the empty topic by its display name",
    () => {
      const named = (event: Body): Body => (event.type === "typing" && event.topic === "" ? { ...event, topic: "general chat" } : event);
      return bodies((body) => (Array.isArray(body.events) ? { ...body, events: (body.events as Body[]).map(named) } : body));
    },
    ["typing.post/noTopic", "typing.post/displayName", "typing.post/emptyTopicTold"],
  ],
  [
    "show the policy of the empty topic under its display name",
    () => {
      const named = (policy: Body): Body => (policy.topic_name === "" ? { ...policy, topic_name: "general chat" } : policy);
      return bodies((body) => (Array.isArray(body.user_topics) ? { ...body, user_topics: body.user_topics.map(named) } : body));
    },
    ["user_topics.post/emptyTopic"],
  ],
  [
    "take a registration that does not say client_gravatar for one that says true",
    () => {
      const undeclared = new Set<unknown>();
      const computed = (event: Body): Body => {
        const message = event.message as Body | undefined;
        return /gravatar/.test(String(message?.avatar_url)) ? { ...event, message: { ...message, avatar_url: null } } : event;
      };
      return bodies((body, { fields }) => {
        if (body.queue_id !== undefined && fields.client_gravatar === undefined) undeclared.add(body.queue_id);
        return undeclared.has(fields.queue_id) && Array.isArray(body.events) ? { ...body, events: body.events.map(computed) } : body;
      });
    },
    ["message.addresses/avatarAlone"],
  ],
  [
    "show the presence of a deactivated account",
    () => {
      const gone = present(embedded().cast.zoe, "zoe").email;
      return bodies((body, request) => {
        const [any] = isTo("GET", "/realm/presence", request) ? Object.values(body.presences ?? {}) : [];
        return any === undefined ? body : { ...body, presences: { ...(body.presences as Body), [gone]: any } };
      });
    },
    ["realm.presence.get/entries"],
  ],
  [
    "take policies for an archived channel, and none for one that is closed to the caller",
    () => (reply, request) =>
      isTo("POST", "/user_topics", request) && request.as === "cara" && request.fields.stream_id === embedded().channels.team
        ? { ...reply, status: 400, body: { result: "error", msg: "No such channel.", code: "BAD_REQUEST" } }
        : reply,
    ["user_topics.post/closedChannels"],
  ],
  [
    "sign addresses of avatars anew, number paragraphs, and list flags in any order",
    () => {
      let count = 0;
      return withMessages(({ flags, ...message }) => ({
        ...message,
        ...(Array.isArray(flags) && { flags: ++count % 2 === 0 ? flags : flags.toReversed() }),
        ...(typeof message.avatar_url === "string" && { avatar_url: `${message.avatar_url}?signed=${++count}` }),
        ...(message.content_type === "text/html" && { content: String(message.content).replace("<p>", `<p id="p${++count}">`) }),
      }));
    },
    ["messages-id.get/markdown", "messages.get.form/gravatar", "messages.get.ids/byIds", "visibility.interference/direct"],
  ],
  [
    "number events in a field of its own, too",
    () => {
      let count = 0;
      return withEvents((event) => ({ ...event, sequence: ++count }));
    },
    ["typing.post/channelAlias", "typing.post/defaultType", "visibility.interference/direct"],
  ],
  [
    "compose characters, and have no two spaces in a row in names",
    () =>
      bodies((body, { path }) => {
        const composed = JSON.stringify(body).normalize("NFC");
        return path === "/events" ? body : JSON.parse(path === "/register" ? composed.replace(/ {2,}/g, " ") : composed);
      }),
    [
      ...["channel_folders.create.post.text/succeeds", "user_groups.create.post.text/members-initial", "messages.post.to/toChannel"],
      ...["user_topics.post.text/no-messages-needed", "navigation_views.post.text/adds", "users.me.profile_data.patch/shortText"],
    ],
  ],
  [
    "make the address of its logo anew, or have it within the answer",
    () => {
      let count = 0;
      return bodies((body) => ({ ...body, ...(body.realm_icon !== undefined && { realm_icon: `data:image/png;base64,AAAA?${++count}` }) }));
    },
    ["server_settings.get/forAnyone"],
  ],
  [
    "leave archived folders out of a registration",
    () => withRecords("channel_folders", (folders) => folders.filter(({ is_archived }) => is_archived !== true)),
    ["channel_folders-id.patch.text/together", "channel_folders-id.patch.text/name-bound"],
  ],
  [
    "show groups in a registration in words of its own",
    () => withRecords("realm_user_groups", (groups) => groups.map(({ id, name }) => ({ id, title: name }))),
    ["user_groups.create.post.text/members-initial", "user_groups-id.members.post.text/bots", "user_groups.create.post/settings"],
    "untestable",
  ],
  [
    "tell of a message its id alone",
    () => withEvents((event) => (event.type === "message" ? { ...event, message: { id: (event.message as Body).id } } : event)),
    ["messages.post.sender/sentAgain", "messages.post.to/toChannel", "message.addresses/avatarAlone"],
  ],
  [
    "number the events of a queue as it likes",
    () => withEvents((event) => ({ ...event, id: 1_000_000 - Number(event.id) })),
    ["events/idsAscend"],
    "untestable",
  ],
  [
    "not tell of typing in a topic to those who muted it",
    () => {
      const muted = new Set<unknown>();
      return (reply, request) => {
        if (isTo("POST", "/user_topics", request)) muted.add(request.fields.topic);
        const events = (reply.body.events ?? []) as readonly Body[];
        const isTold = ({ type, topic }: Body): boolean => type !== "typing" || !muted.has(topic);
        return reply.body.events ? { ...reply, body: { ...reply.body, events: events.filter(isTold) } } : reply;
      };
    },
    ["typing.post/subscribers"],
  ],
  [
    "find several words only side by side",
    () =>
      bodies((body, { fields: { narrow } }) => {
        const [, phrase = ""] =
          /"search","operand":"([^"]*)"/.exec(typeof narrow === "string" ? narrow : JSON.stringify(narrow ?? "")) ?? [];
        const has = (found: unknown): boolean => JSON.stringify(found).replaceAll(/<.*?>/g, "").includes(phrase);
        if (Array.isArray(body.messages)) return { ...body, messages: body.messages.filter(has) };
        const found = Object.entries((body.messages ?? {}) as Body).filter(([, match]) => has(match));
        return phrase === "" || !body.messages ? body : { ...body, messages: Object.fromEntries(found) };
      }),
    ["messages.matches_narrow.get.search/highlights"],
  ],
];
