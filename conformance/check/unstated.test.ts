import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { present } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import type { Body } from "../expect.ts";
import { ChoicesSeen } from "../results/choices.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { type AlterReply, altered, bodies } from "./altered.test.kit.ts";
import { check } from "./check.ts";
import { replay } from "./replay.ts";

/** A server whose answers are changed on their way, held to the specification alone or also to what is only seen on running servers. */
function served(change: AlterReply, like?: "zulip"): Target {
  const inner = altered(embedded(), change);
  const server: Target = { ...inner, kind: "live", like, isolated: () => server };
  return server;
}

const isTo = (method: string, path: string, request: { readonly method: string; readonly path: string }): boolean =>
  request.method === method && request.path === path;

/** A change of each event that is told. */
const withEvents = (change: (event: Body) => Body): AlterReply =>
  bodies((body) => (Array.isArray(body.events) ? { ...body, events: (body.events as Body[]).map(change) } : body));

/** Liberties of a server, since no sentence says otherwise, each with properties that saw a difference in it. */
const liberties: readonly [what: string, change: () => AlterReply, addresses: readonly string[]][] = [
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
    "refuse a link of another scheme than http",
    () => (reply, request) =>
      isTo("PATCH", "/users/me/profile_data", request) && JSON.stringify(request.fields).includes("ftp:")
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
];

for (const [what, change, addresses] of liberties)
  for (const address of addresses)
    test(`a server may ${what}: ${address}`, async () => {
      const verdictOn = async (like?: "zulip"): Promise<string> =>
        (
          await runProperty(address, present(properties.get(address), address), served(change(), like), {
            seed: 1,
            tries: 2,
            choices: new ChoicesSeen(),
          })
        ).verdict;
      assert.is(await verdictOn("zulip"), "differs");
      assert.ok(["agrees", "silent"].includes(await verdictOn()), await verdictOn());
    });

test("who is deactivated may have a presence where a registration tells nothing of such accounts, too", async () => {
  const [, showing] = present(
    liberties.find(([what]) => what.startsWith("show the presence")),
    "liberty",
  );
  const shown = showing();
  const server = served((reply, request) => {
    const { realm_non_active_users: _, ...body } = shown(reply, request).body;
    return { ...reply, body };
  });
  const address = "realm.presence.get/entries";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 2 });
  assert.not.equal(verdict, "differs", reason);
});

test("a registration need not tell what is unread", async () => {
  const server = served(bodies((body) => (body.unread_msgs === undefined ? body : { ...body, unread_msgs: null })));
  for (const [address, property] of properties)
    if (address.startsWith("message.reads/")) {
      const { verdict, reason } = await runProperty(address, property, server, { seed: 1, tries: 1 });
      assert.is(verdict, "agrees", `${address}: ${reason}`);
    }
});

test("a registration need not tell what the server settings say", async () => {
  const untold = { service_version: null, realm_name: {}, realm_url: [], realm_uri: null };
  const server = served(bodies((body, { path }) => (path === "/register" ? { ...body, ...untold } : body)));
  const address = "server_settings.get/asRegistered";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.is(verdict, "agrees", reason);
});

test("a limit of deletions that is none after it was set is no fault of the suite", async () => {
  const server = altered(
    embedded(),
    bodies((body) =>
      body.realm_message_content_delete_limit_seconds === undefined ? body : { ...body, realm_message_content_delete_limit_seconds: 1 },
    ),
  );
  const address = "messages-id.delete.settings/timeLimit";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.match(`${verdict}: ${reason}`, /^untestable: a registration tells a limit of 1 seconds/);
});

test("an event that the state of a token changed need not tell the state", async () => {
  const server = served(withEvents((event) => (event.type === "has_vc_token" ? { ...event, value: null } : event)));
  const address = "calls.vc.create.post/hasTokenEvent";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.is(verdict, "agrees", reason);
});

test("what counts as a link no sentence says: that to a channel need not be one", async () => {
  const isLinked = (message: unknown): boolean => !/class=."stream."/.test(JSON.stringify(message));
  const unlinked = bodies((body, { path, fields }) => {
    const isAsked = path === "/messages/matches_narrow" && JSON.stringify(fields.narrow ?? "").includes("has") && body.result === "success";
    return isAsked
      ? { ...body, messages: Object.fromEntries(Object.entries(body.messages as Body).filter(([, match]) => isLinked(match))) }
      : body;
  });
  const to = { ref: "channel name", of: "general" };
  const sent = { type: "stream", to, topic: { ref: "fresh", of: "lunch" }, content: { ref: "text", of: ["see #**", to, "**"] } };
  const asked = { msg_ids: [{ ref: "message", at: 1 }], narrow: [{ operator: "has", operand: "link" }] };
  const steps = [
    { as: "alice", op: "messages.post", fields: sent },
    { as: "alice", op: "messages.matches_narrow.get", fields: asked },
  ];
  const reasonOn = async (like?: "zulip"): Promise<string | undefined> =>
    (await replay(served(unlinked, like), { format: "touchstone-scenario", version: 1, steps })).reason;
  assert.match((await reasonOn("zulip")) ?? "", /^messages\./);
  assert.is(await reasonOn(), undefined);
});

test("narrows to a channel are asked for by that word, not by its former one", async () => {
  const refusal = { result: "error", msg: "No such operator.", code: "BAD_NARROW", desc: "stream" };
  const strict = served((reply, { fields }) =>
    JSON.stringify(fields.narrow ?? "").includes('"stream"') ? { ...reply, status: 400, body: refusal } : reply,
  );
  for (const address of [
    ...["messages.post.to/toChannel", "visibility/privateFetched", "messages.get.anchors/mutedTopic", "message.flags/mutedUnread"],
    "message.reads/found",
  ]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), strict, { seed: 1, tries: 2 });
    assert.ok(["agrees", "silent"].includes(verdict), `${address}: ${verdict}: ${reason}`);
  }
});

test("the sender need not be among the recipients of a message, nor those of a typing event be records", async () => {
  const withoutSender = (message: Body): Body =>
    Array.isArray(message.display_recipient)
      ? { ...message, display_recipient: (message.display_recipient as Body[]).filter(({ id }) => id !== message.sender_id) }
      : message;
  const told = withEvents((event) => {
    if (event.type === "message") return { ...event, message: withoutSender(event.message as Body) };
    return event.type === "typing" && Array.isArray(event.recipients)
      ? { ...event, recipients: (event.recipients as Body[]).map(({ user_id }) => user_id) }
      : event;
  });
  const only = ["messages.post.sender/sentAgain", "typing.post/defaultType", "monitor/direct-messages"];
  const { properties: results } = await check({ target: served(told), only, seed: 1, tries: 1, runs: 0, shrink: false });
  assert.equal(
    results.filter(({ address, verdict }) => address.startsWith("monitor/") && verdict === "differs"),
    [],
  );
});

test("a method that no sentence gives to a path may be there", async () => {
  const address = "conventions.wrongMethod/navigation_views.post";
  const other: AlterReply = (reply, { method }) =>
    method === "PUT" ? { ...reply, status: 200, body: { result: "success", msg: "" } } : reply;
  const verdictOn = async (like?: "zulip"): Promise<string> =>
    (await runProperty(address, present(properties.get(address), address), served(other, like), { seed: 1, tries: 0 })).verdict;
  assert.equal([await verdictOn("zulip"), await verdictOn()], ["differs", "untestable"]);
});

test("the keys of an object may have any order", async () => {
  const turned = bodies((body, request) => {
    if (!isTo("GET", "/messages/matches_narrow", request) || body.result !== "success") return body;
    return { ...body, messages: new Proxy(body.messages as Body, { ownKeys: (matches) => Reflect.ownKeys(matches).reverse() }) };
  });
  for (const address of ["narrow/intersection", "messages.matches_narrow.get/onlyMatching"]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), served(turned), {
      seed: 1,
      tries: 2,
    });
    assert.is(verdict, "agrees", `${address}: ${reason}`);
  }
});

test("a server of a brand of its own has its names in the settings", async () => {
  const inner = altered(
    embedded({ brand: "acme" }),
    bodies((body) => ({ ...body, requests_so_far: 1 })),
  );
  const server: Target = { ...inner, kind: "live", like: undefined, isolated: () => server };
  assert.is(server.brand, "acme");
  for (const address of [
    "versioning/level",
    "server_settings.get.fields/service_feature_level",
    "server_settings.get.fields/service_version",
  ]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 2 });
    assert.is(verdict, "agrees", `${address}: ${reason}`);
  }
});

test.run();
