import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../index.ts";

type Body = Record<string, unknown>;
type MessageEvent = { message: Record<string, unknown>; flags: string[] };

const registered = (sim: Simulator, who: string, fields: Body = {}): Body => sim.as(who).send("POST /register", fields).body;
const snapshot = (fields: Body, options: SimulatorOptions = {}, who = "alice"): Body => registered(createSimulator(options), who, fields);
const eventsOf = (sim: Simulator, who: string, queue_id: unknown): MessageEvent[] =>
  sim.as(who).send("GET /events", { queue_id: queue_id as string, last_event_id: -1, dont_block: true }).body.events as MessageEvent[];

const bare = ["result", "msg", "queue_id", "last_event_id", "service_version", "service_feature_level", "service_merge_base"];
const always = [...bare, "idle_queue_timeout_secs"];
const capabilities = (...names: string[]) => ({
  client_capabilities: { notification_settings_null: true, ...Object.fromEntries(names.map((name) => [name, true])) },
});

/** Keys that one or another of the well-known clients cannot do without. */
const neededByClients = `alert_words custom_profile_fields max_stream_name_length max_topic_length max_message_length
  server_presence_ping_interval_seconds server_presence_offline_threshold_seconds muted_users presences realm_emoji realm_user_groups
  recent_private_conversations subscriptions unsubscribed never_subscribed unread_msgs streams user_status user_settings user_topics
  realm_wildcard_mention_policy realm_mandatory_topics realm_name realm_waiting_period_threshold realm_allow_message_editing
  realm_enable_read_receipts realm_icon_url realm_presence_disabled realm_default_external_accounts max_file_upload_size_mib
  server_emoji_data_url realm_users realm_non_active_users cross_realm_bots muted_topics starred_messages max_message_id
  realm_message_retention_days twenty_four_hour_time pm_content_in_desktop_notifications realm_date_created server_generation user_id
  email full_name max_channel_folder_name_length max_channel_folder_description_length realm_empty_topic_display_name
  server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds channel_folders navigation_views
  server_typing_started_wait_period_milliseconds event_queue_longpoll_timeout_seconds realm_can_delete_any_message_group
  realm_can_delete_own_message_group realm_can_set_delete_message_policy_group realm_domains realm_linkifiers realm_filters devices
  has_zoom_token has_vc_token realm_bots realm_playgrounds drafts saved_snippets scheduled_messages server_timestamp`.split(/\s+/);

test("a registration without wishes gets a fresh queue and everything that clients need", () => {
  const body = snapshot({});
  assert.equal(
    neededByClients.filter((key) => body[key] === undefined || body[key] === null),
    [],
  );
  assert.is(body.last_event_id, -1);
  assert.is(body.service_feature_level, newestLevel);
  assert.is(body.idle_queue_timeout_secs, 600);
  assert.not("ignored_parameters_unsupported" in body);
});

test("null stands for what is left out, and days before now for nobody", () => {
  const gravatars = (client_gravatar: unknown) =>
    (snapshot({ client_gravatar, fetch_event_types: ["realm_user"] }).realm_users as Body[]).some(({ avatar_url }) => avatar_url === null);
  assert.equal([gravatars("null"), gravatars(false)], [gravatars(undefined), false]);
  const present = (days?: number) =>
    Object.keys(snapshot({ presence_history_limit_days: days, slim_presence: true, fetch_event_types: ["presence"] }).presences as Body)
      .length;
  assert.ok(present() > 0);
  assert.is(present(-1), 0);
});

test("fetch_event_types picks the snapshot; without it event_types does", () => {
  const keys = (fields: Body) => Object.keys(snapshot(fields)).filter((key) => !always.includes(key));
  assert.equal(keys({ fetch_event_types: [] }), []);
  assert.equal(keys({ event_types: [] }), []);
  assert.equal(keys({ event_types: ["message", "alert_words"] }), ["max_message_id", "alert_words"]);
  assert.equal(keys({ event_types: ["message"], fetch_event_types: ["starred_messages", "no such key"] }), ["starred_messages"]);
  assert.equal(keys({ event_types: "null", fetch_event_types: ["user_status"] }), ["user_status"]);
  assert.equal(keys({ fetch_event_types: ["message", "update_message_flags"] }), ["max_message_id", "unread_msgs"]);
  assert.equal(keys({ fetch_event_types: ["muted_topics"] }), ["muted_topics"]);
  for (const key of ["giphy", "gif"])
    assert.equal(keys({ fetch_event_types: [key] }), ["giphy_api_key", "tenor_api_key", "klipy_api_key"], key);
  assert.equal(keys({ fetch_event_types: ["muted_topics", "user_topic"] }), ["user_topics"]);
});

test("what one has starred stays starred in a channel that one leaves, as long as it is open", () => {
  const sim = createSimulator();
  const starred = () => registered(sim, "bob", { fetch_event_types: ["starred_messages"] }).starred_messages;
  const send = (to: string) => sim.as("bob").send("POST /messages", { type: "channel", to, topic: "stars", content: "hi" }).body.id;
  const [inGeneral, inTeam] = [send("general"), send("team")];
  sim.as("bob").send("POST /messages/flags", { messages: [inTeam, inGeneral], op: "add", flag: "starred" });
  assert.equal(starred(), [114, inGeneral, inTeam]);
  sim.as("bob").send("DELETE /users/me/subscriptions", { subscriptions: ["general", "team"] });
  const narrow = [["is", "starred"]];
  const { messages } = sim.as("bob").send("GET /messages", { anchor: "newest", num_before: 10, num_after: 0, narrow }).body;
  assert.equal(
    starred(),
    (messages as Body[]).map(({ id }) => id),
  );
  assert.equal(starred(), [114, inGeneral]);
});

test("fetch_event_types alone leaves the queue unfiltered", () => {
  const sim = createSimulator();
  const { queue_id } = registered(sim, "alice", { fetch_event_types: ["alert_words"] });
  sim.as("bob").send("POST /messages", { type: "direct", to: [sim.cast.alice!.user_id], content: "hi" });
  assert.is(eventsOf(sim, "alice", queue_id).length, 1);
});

test("unread messages are grouped by conversation and topic, and muted ones are not counted", () => {
  const sim = createSimulator();
  const channel = (name: string) => sim.channels[name]!.stream_id;
  const [alice, bob, cara] = ["alice", "bob", "cara"].map((name) => sim.cast[name]!.user_id) as [number, number, number];
  const send = (who: string, fields: Body) => sim.as(who).send("POST /messages", fields).body.id as number;
  const before = registered(sim, "alice").unread_msgs as { count: number };
  const direct = send("bob", { type: "direct", to: [alice], content: "hi" });
  const three = send("bob", { type: "direct", to: [alice, cara], content: "hi both" });
  const empty = send("bob", { type: "channel", to: "general", topic: "", content: "without a topic" });
  sim.as("alice").send("POST /user_topics", { stream_id: channel("general"), topic: "hidden", visibility_policy: 1 });
  const muted = send("bob", { type: "channel", to: "general", topic: "hidden", content: "nobody hears" });
  const named = send("bob", { type: "channel", to: "general", topic: "Hidden", content: "@**Alice Arbour** hears" });
  const unread = registered(sim, "alice", capabilities("empty_topic_name")).unread_msgs as Record<string, Body[]>;
  assert.equal(unread.pms, [{ other_user_id: bob, sender_id: bob, unread_message_ids: [direct] }]);
  assert.equal(unread.huddles, [{ user_ids_string: `${alice},${bob},${cara}`, unread_message_ids: [115, three] }]);
  assert.equal(unread.streams, [
    { topic: "", stream_id: channel("general"), unread_message_ids: [empty] },
    { topic: "compost", stream_id: channel("general"), unread_message_ids: [123, 124] },
    { topic: "hidden", stream_id: channel("general"), unread_message_ids: [muted, named] },
    { topic: "surprise", stream_id: channel("secret"), unread_message_ids: [122] },
  ]);
  assert.equal(unread.mentions, [123, named]);
  assert.equal([unread.count, unread.old_unreads_missing], [before.count + 4, false]);
  const legacy = registered(sim, "alice").unread_msgs as Record<string, Body[]>;
  assert.is(legacy.streams![0]!.topic, "general chat");
});

test("direct-message conversations are listed by their newest message", () => {
  const sim = createSimulator();
  const [alice, bob, cara, zoe] = ["alice", "bob", "cara", "zoe"].map((name) => sim.cast[name]!.user_id);
  const { id } = sim.as("bob").send("POST /messages" as string, { type: "direct", to: [alice], content: "hi" }).body;
  assert.equal(registered(sim, "alice", { fetch_event_types: ["recent_private_conversations"] }).recent_private_conversations, [
    { max_message_id: id, user_ids: [bob] },
    { max_message_id: 117, user_ids: [zoe] },
    { max_message_id: 116, user_ids: [] },
    { max_message_id: 115, user_ids: [bob, cara] },
  ]);
  assert.equal(snapshot({}, {}, "bob").starred_messages, [114]);
});

test("channels are those the caller is in, and those the caller knows of", () => {
  const names = (who: string, fields: Body = {}) => {
    const body = snapshot({ fetch_event_types: ["subscription", "stream"], ...fields }, {}, who) as Record<string, { name: string }[]>;
    return ["subscriptions", "never_subscribed", "streams"].map((key) => body[key]!.map(({ name }) => name));
  };
  assert.equal(names("alice"), [
    ["general", "secret", "team", "town-square"],
    ["quiet"],
    ["general", "quiet", "secret", "team", "town-square"],
  ]);
  assert.equal(names("gus"), [["general", "town-square"], [], ["general", "town-square"]]);
  assert.equal(names("bob")[1], ["town-square"]);
  assert.equal(names("dana")[1], ["quiet", "secret", "team", "town-square"]);
  assert.equal(names("dana", capabilities("archived_channels"))[0], ["attic", "general"]);
});

test("a subscription has the fields of its channel and the caller's own", () => {
  const sim = createSimulator();
  const own = (fields: Body) => (registered(sim, "alice", fields).subscriptions as Body[]).find(({ name }) => name === "team")!;
  const team = own(capabilities());
  const group = (name: string) => (registered(sim, "alice").realm_user_groups as Body[]).find((each) => each.name === name)!.id;
  assert.equal(team, {
    stream_id: sim.channels.team!.stream_id,
    name: "team",
    description: "Plans for the *new beds*",
    rendered_description: "<p>Plans for the <em>new beds</em></p>",
    date_created: team.date_created,
    creator_id: sim.cast.alice!.user_id,
    invite_only: true,
    is_web_public: false,
    history_public_to_subscribers: true,
    stream_post_policy: 1,
    is_announcement_only: false,
    message_retention_days: null,
    first_message_id: 109,
    stream_weekly_traffic: null,
    is_archived: false,
    is_recently_active: true,
    folder_id: 61,
    topics_policy: "inherit",
    subscriber_count: 2,
    can_add_subscribers_group: group("role:nobody"),
    can_administer_channel_group: team.can_administer_channel_group,
    can_create_topic_group: group("role:everyone"),
    can_delete_any_message_group: group("role:nobody"),
    can_delete_own_message_group: group("role:nobody"),
    can_move_messages_out_of_channel_group: group("role:nobody"),
    can_move_messages_within_channel_group: group("role:nobody"),
    can_remove_subscribers_group: group("role:administrators"),
    can_resolve_topics_group: group("role:nobody"),
    can_send_message_group: group("role:everyone"),
    can_subscribe_group: group("role:nobody"),
    color: team.color,
    pin_to_top: false,
    is_muted: false,
    in_home_view: true,
    audible_notifications: null,
    desktop_notifications: null,
    email_notifications: null,
    push_notifications: null,
    wildcard_mentions_notify: null,
  });
  assert.match(team.color as string, /^#[0-9a-f]{6}$/);
  assert.equal([own({}).audible_notifications, own({}).wildcard_mentions_notify], [false, null]);
  const both = [sim.cast.alice!.user_id, sim.cast.bob!.user_id];
  assert.equal([own({ include_subscribers: true }).subscribers, own({ include_subscribers: "partial" }).subscribers], [both, both]);
});

test("people come as active, deactivated and of the server, and the caller's own account beside them", () => {
  const body = snapshot({ fetch_event_types: ["realm_user"] }) as Record<string, Body[]>;
  assert.equal(
    body.realm_users!.map(({ full_name }) => full_name),
    ["Alice Arbour", "Bob Birch", "Cara Clover", "Dana Dill", "Owen Oak", "Gus Gorse", "Robo Rake"],
  );
  assert.equal(
    body.realm_non_active_users!.map(({ full_name }) => full_name),
    ["Zoe Zinnia"],
  );
  assert.equal(
    body.cross_realm_bots!.map(({ email, is_system_bot, is_bot }) => [email, is_system_bot, is_bot]),
    ["emailgateway", "welcome-bot", "notification-bot"].map((name) => [`${name}@service.com`, true, true]),
  );
  const { profile_data, ...robo } = body.realm_users!.at(-1)!;
  assert.equal([profile_data, robo.is_bot, robo.bot_type, robo.bot_owner_id], [undefined, true, 1, body.user_id]);
  assert.equal(body.realm_users![1], {
    user_id: 13,
    email: "bob@example.com",
    delivery_email: "bob@example.com",
    full_name: "Bob Birch",
    role: 400,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    is_imported_stub: false,
    is_bot: false,
    timezone: "",
    date_joined: "2025-01-01T12:00+00:00",
    avatar_url: null,
    avatar_version: 1,
    profile_data: { "82": { value: "Builds raised beds.", rendered_value: "<p>Builds raised beds.</p>" } },
  });
  assert.equal([body.full_name, body.is_admin, body.is_guest, body.can_create_streams], ["Alice Arbour", false, false, true]);
});

test("an address that is hidden from the viewer is null, and the avatar is then a URL", () => {
  const sim = createSimulator();
  sim.act({ action: "set_user", as: "bob", property: "email_address_visibility", value: 3 });
  const bobFor = (who: string) => (registered(sim, who).realm_users as Body[]).find(({ full_name }) => full_name === "Bob Birch")!;
  assert.equal([bobFor("alice").delivery_email, bobFor("dana").delivery_email], [null, "bob@example.com"]);
  assert.equal(bobFor("bob").delivery_email, "bob@example.com");
  assert.match(bobFor("alice").avatar_url as string, /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/);
});

test("presences are keyed by address, or by user id in the slim form, and reach back as far as asked", () => {
  const presences = (fields: Body) => snapshot({ fetch_event_types: ["presence"], ...fields }).presences as Body;
  assert.equal(Object.keys(presences({})), ["alice@example.com", "bob@example.com", "cara@example.com", "dana@example.com"]);
  assert.equal(presences({ slim_presence: true })["12"], { active_timestamp: 1767268770, idle_timestamp: 1767268785 });
  assert.equal(Object.keys(presences({ presence_history_limit_days: 1 })), ["alice@example.com", "bob@example.com", "dana@example.com"]);
  assert.equal(Object.keys(presences({ presence_history_limit_days: 30 })).at(-1), "owen@example.com");
  assert.equal(presences({ presence_history_limit_days: 0 }), {});
});

test("linkifiers need their capability, legacy settings go with theirs", () => {
  const body = snapshot(capabilities("linkifier_url_template", "user_settings_object"));
  assert.equal([(body.realm_linkifiers as unknown[]).length, (snapshot({}).realm_linkifiers as unknown[]).length], [2, 0]);
  assert.equal([body.twenty_four_hour_time, snapshot({}).twenty_four_hour_time], [undefined, false]);
  assert.is((body.user_settings as Body).twenty_four_hour_time, false);
});

test("only the owner of a bot and administrators see its key", () => {
  const sim = createSimulator({ level: 372 });
  const { user_id, api_key } = sim.cast.robo!;
  for (const who of ["alice", "dana", "owen"]) {
    const [{ avatar_url, ...robo }, ...others] = registered(sim, who).realm_bots as [Body];
    assert.match(String(avatar_url), /^https:/);
    assert.equal(
      [robo, others],
      [
        {
          email: "robo-bot@example.com",
          user_id,
          full_name: "Robo Rake",
          bot_type: 1,
          is_active: true,
          api_key,
          default_sending_stream: null,
          default_events_register_stream: null,
          default_all_public_streams: false,
          owner_id: sim.cast.alice!.user_id,
          services: [],
        },
        [],
      ],
    );
  }
  assert.equal(registered(sim, "bob").realm_bots, []);
});

test("message events follow apply_markdown, client_gravatar and empty_topic_name of their queue", () => {
  const seen = (options: SimulatorOptions) => {
    const sim = createSimulator(options);
    const declared = { apply_markdown: true, client_gravatar: true, ...capabilities("empty_topic_name") };
    const queues = [{}, declared, { client_gravatar: false }].map(
      (fields) => registered(sim, "alice", { event_types: ["message"], ...fields }).queue_id,
    );
    sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "", content: "**hi**" });
    return queues.map((queue) => {
      const [{ message, flags }] = eventsOf(sim, "alice", queue) as [MessageEvent];
      return [message.content, message.content_type, message.subject, message.avatar_url === null, flags];
    });
  };
  const events = (undeclared: boolean) => [
    ["**hi**", "text/x-markdown", "general chat", undeclared, []],
    ["<p><strong>hi</strong></p>", "text/html", "", true, []],
    ["**hi**", "text/x-markdown", "general chat", false, []],
  ];
  assert.equal(seen({}), events(false));
  assert.equal(seen({ rulings: "observed" }), events(true));
});

test("a narrow holds back message events and nothing else", () => {
  const sim = createSimulator();
  const alice = sim.cast.alice!.user_id;
  const contents = (narrow: unknown) => {
    const { queue_id } = registered(sim, "alice", { event_types: ["message", "typing"], narrow });
    sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "Weather", content: "rain @**Alice Arbour**" });
    sim.as("cara").send("POST /messages", { type: "channel", to: "general", topic: "✔ weather", content: "sun" });
    sim.as("cara").send("POST /messages", { type: "direct", to: [alice], content: "wind" });
    sim.as("cara").send("POST /typing", { op: "start", to: [alice] });
    return eventsOf(sim, "alice", queue_id).map(({ message }) => (message?.content as string)?.split(" ")[0] ?? "typing");
  };
  const ladder: [unknown, string[]][] = [
    [[], ["rain", "sun", "wind", "typing"]],
    [[["stream", "GENERAL"]], ["rain", "sun", "typing"]],
    [
      [
        ["channel", "general"],
        ["topic", "weather"],
      ],
      ["rain", "typing"],
    ],
    [[["sender", "Cara@example.com"]], ["sun", "wind", "typing"]],
    [[["is", "private"]], ["wind", "typing"]],
    [
      [
        ["is", "dm"],
        ["sender", "bob@example.com"],
      ],
      ["typing"],
    ],
    [[["is", "mentioned"]], ["rain", "typing"]],
    [[["is", "unread"]], ["rain", "sun", "wind", "typing"]],
    [[["is", "resolved"]], ["sun", "typing"]],
    [[["is", "__proto__"]], ["rain", "sun", "wind", "typing"]],
  ];
  for (const [narrow, expected] of ladder) assert.equal(contents(narrow), expected, JSON.stringify(narrow));
});

test("all_public_streams brings messages of public channels that the caller is not in, without flags", () => {
  const sim = createSimulator();
  const { queue_id } = registered(sim, "alice", { event_types: ["message"], all_public_streams: true });
  const other = registered(sim, "alice", { event_types: ["message"] }).queue_id;
  sim.as("bob").send("POST /messages", { type: "channel", to: "quiet", topic: "noise", content: "@**Alice Arbour** psst" });
  assert.equal(
    eventsOf(sim, "alice", queue_id).map(({ message, flags }) => [message.display_recipient, flags]),
    [["quiet", []]],
  );
  assert.equal(eventsOf(sim, "alice", other), []);
});

test("a queue lives as long as it asks for, a week at most", () => {
  const lives = (fields: Body) => snapshot({ event_types: [], ...fields }).idle_queue_timeout_secs;
  assert.equal(
    [{}, { queue_lifespan_secs: 0 }, { queue_lifespan_secs: 1200 }, { queue_lifespan_secs: 10_000_000 }].map(lives),
    [600, 600, 1200, 604_800],
  );
  assert.equal([{ idle_queue_timeout: 900 }, { idle_queue_timeout: '"mobile"' }].map(lives), [900, 43_200]);
});

test("names carry the brand, and what is newer than the server is left out", () => {
  const branded = snapshot({ fetch_event_types: ["video_calls"] }, { brand: "zulip" });
  assert.equal(
    Object.keys(branded).filter((key) => /zulip|webex|vc/.test(key)),
    ["zulip_version", "zulip_feature_level", "zulip_merge_base", "has_webex_token"],
  );
  assert.equal([branded.zulip_feature_level, branded.has_webex_token], [newestLevel, true]);
  const old = snapshot({ idle_queue_timeout: 900 }, { level: 247 });
  const newer = ["channel_folders", "navigation_views", "devices", "has_vc_token", "max_channel_folder_name_length"];
  assert.equal(
    [...newer, "idle_queue_timeout_secs", "realm_empty_topic_display_name", "realm_topics_policy"].filter((key) => key in old),
    [],
  );
  assert.equal(old.ignored_parameters_unsupported, ["idle_queue_timeout"]);
});

test("a refused registration says what is wrong, one fault after the other, and leaves no queue", () => {
  const sim = createSimulator();
  const start = sim.due;
  const ladder: [Body, string][] = [
    [{ all_public_streams: 1, narrow: "x" }, "all_public_streams is not a boolean"],
    [{ all_public_streams: true, apply_markdown: "True" }, "apply_markdown is not valid JSON"],
    [{ all_public_streams: true, client_capabilities: [] }, "client_capabilities is not a dict"],
    [
      { all_public_streams: true, client_capabilities: { bulk_message_deletion: 1 } },
      'client_capabilities["notification_settings_null"] field is missing: Field required',
    ],
    [
      { all_public_streams: true, client_capabilities: { notification_settings_null: true, bulk_message_deletion: 1 } },
      'client_capabilities["bulk_message_deletion"] is not a boolean',
    ],
    [{ ...capabilities("no such thing"), all_public_streams: true, event_types: "message" }, "event_types is not valid JSON"],
    [{ all_public_streams: true, event_types: ["message", 1] }, "event_types[1] is not a string"],
    [{ all_public_streams: true, idle_queue_timeout: '"desktop"' }, "idle_queue_timeout is not an integer"],
    [{ all_public_streams: true, narrow: ["is", "dm"] }, "narrow[0] is not a list"],
    [{ all_public_streams: true, narrow: [["is"]] }, "narrow[0] should have exactly 2 items"],
    [{ all_public_streams: true, narrow: [["is", "dm", "starred"]] }, "narrow[0] should have exactly 2 items"],
    [{ all_public_streams: true, narrow: [["near", "1"]], queue_lifespan_secs: -1 }, "queue_lifespan_secs is too small"],
    [{ all_public_streams: true, narrow: [["near", "1"]], include_subscribers: '"some"' }, "include_subscribers is not a boolean"],
    [{ all_public_streams: true, narrow: [["near", "1"]] }, "User not authorized for this query"],
    [{ narrow: [["near", "1"]] }, "Operator near not supported."],
    [{ narrow: [["toString", "1"]] }, "Operator toString not supported."],
    [{ narrow: [["is", "followed"]] }, "Operand followed not supported."],
  ];
  for (const [fields, msg] of ladder) {
    const refused = sim.as("gus").send("POST /register", fields);
    assert.equal([refused.status, refused.body], [400, { result: "error", msg, code: "BAD_REQUEST" }], JSON.stringify(fields));
  }
  assert.is(sim.due, start);
  assert.is(sim.as("gus").send("POST /register", { narrow: [["topic", "1"]], all_public_streams: false }).status, 200);
  assert.is(sim.due, sim.now() + 600_000);
});

test.run();
