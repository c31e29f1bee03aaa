import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, RealmFileError } from "../index.ts";

/** Returns the mistake in a realm file, or undefined where it loads. */
function complaint(realm: unknown): string | undefined {
  try {
    createSimulator({ realm });
  } catch (error) {
    if (error instanceof RealmFileError) return error.message;
    throw error;
  }
  return undefined;
}

const users = { alice: {}, bob: {} };
const channels = { general: { subscribers: ["alice", "bob"] } };
const hello = { from: "alice", to: "general", topic: "hi", content: "hello" };
const instants = 'expected an instant not after the start: ISO 8601, or a time before the start such as "-90m", "-1d12h" or "-3w"';
const userKeys =
  "id, full_name, email, role, password, api_key, bot, active, avatar, settings, alert_words, muted_users, timezone, joined, video_token, " +
  "presence, devices, profile and navigation_views";

const withUser = (alice: object) => ({ users: { alice, bob: {} } });
const withChannel = (general: object) => ({ users, channels: { general } });
const withMessages = (...messages: object[]) => ({ users, channels, messages: messages.map((message) => ({ ...hello, ...message })) });

const unknownUser = (path: string, given: string): string =>
  `${path}: got "${given}", expected a user: alice, bob, emailgateway, notification-bot or welcome-bot`;
const badKey = (path: string, given: string): string =>
  `${path}: got "${given}", expected a name of letters, digits, dots, hyphens and underscores that starts with a letter`;

const rows: readonly (readonly [unknown, string])[] = [
  ["medium", 'realm: got "medium", expected small, crowded, quiet or zulip-dev, or the content of a realm file'],
  ["__proto__", 'realm: got "__proto__", expected small, crowded, quiet or zulip-dev, or the content of a realm file'],
  [null, "realm file: got null, expected an object"],
  [7, "realm file: got 7, expected an object"],
  [[], "realm file: got [], expected an object"],
  [() => 1, "realm file: got a function, expected an object"],
  [{}, "users: missing, expected an object with a key for each"],
  [
    { users, chanels: {} },
    "chanels: no such key; known here are $schema, about, copied, settings, first_ids, users, groups, linkifiers, emoji, folders, channels, default_channels, profile_fields, domains, " +
      "messages and topic_policies",
  ],
  [{ users: [] }, "users: got [], expected an object with a key for each"],
  [JSON.parse('{ "users": { "__proto__": {} } }'), badKey("users.__proto__", "__proto__")],
  [{ users: { "1st": {} } }, badKey('users["1st"]', "1st")],
  [
    { users: { "notification-bot": {} } },
    'users.notification-bot: got "notification-bot", expected another name: this is a bot of the server itself',
  ],
  [withUser({ rol: "guest" }), `users.alice.rol: no such key; known here are ${userKeys}`],
  [
    JSON.parse('{ "users": { "alice": { "__proto__": { "role": "owner" } } } }'),
    `users.alice.__proto__: no such key; known here are ${userKeys}`,
  ],
  [withUser({ constructor: 1 }), `users.alice.constructor: no such key; known here are ${userKeys}`],
  [withUser({ role: "boss" }), 'users.alice.role: got "boss", expected "owner", "administrator", "moderator", "member" or "guest"'],
  [withUser({ role: null }), 'users.alice.role: got null, expected "owner", "administrator", "moderator", "member" or "guest"'],
  [withUser({ full_name: "" }), 'users.alice.full_name: got "", expected text of 1 to 100 characters'],
  [withUser({ full_name: " Al" }), 'users.alice.full_name: got " Al", expected no white space at its ends'],
  [withUser({ full_name: "A\nl" }), 'users.alice.full_name: got "A\\nl", expected printable characters only'],
  [withUser({ email: "alice" }), 'users.alice.email: got "alice", expected an address such as "alice@example.com"'],
  [
    withUser({ email: "BOB@example.com" }),
    'users.bob.email: got "bob@example.com", expected an address that no other user has; alice has this one',
  ],
  [withUser({ api_key: "short" }), 'users.alice.api_key: got "short", expected 32 letters and digits'],
  [
    { users: { alice: { api_key: "a".repeat(32) }, bob: { api_key: "a".repeat(32) } } },
    `users.bob.api_key: got "${"a".repeat(32)}", expected a key that no other user has; alice has this one`,
  ],
  [withUser({ active: "yes" }), 'users.alice.active: got "yes", expected true or false'],
  [withUser({ bot: { type: 5, owner: "bob" } }), "users.alice.bot.type: got 5, expected 1, 2, 3 or 4"],
  [withUser({ bot: {} }), "users.alice.bot.owner: missing, expected the name of a user"],
  [
    withUser({ bot: { owner: "zed" } }),
    'users.alice.bot.owner: got "zed", expected a user: alice, bob, emailgateway, notification-bot or welcome-bot',
  ],
  [withUser({ bot: { owner: "alice" } }), 'users.alice.bot.owner: got "alice", expected a user who is no bot: bots own none'],
  [
    { users: { alice: { bot: { owner: "bob" } }, bob: { bot: { owner: "alice" } } } },
    'users.alice.bot.owner: got "bob", expected a user who is no bot: bots own none',
  ],
  [
    withUser({ timezone: "Mars/Base" }),
    'users.alice.timezone: got "Mars/Base", expected a name of the IANA database such as "Europe/Vienna", or ""',
  ],
  [withUser({ bot: { owner: "bob" }, password: "x" }), 'users.alice.password: got "x", expected none: bots do not log in'],
  [
    withUser({ muted_users: ["bob", "toString"] }),
    'users.alice.muted_users[1]: got "toString", expected a user: alice, bob, emailgateway, notification-bot or welcome-bot',
  ],
  [withUser({ settings: { translate_emoticons: 1 } }), "users.alice.settings.translate_emoticons: got 1, expected true or false"],
  [
    withUser({ settings: { email_address_visibility: 6 } }),
    "users.alice.settings.email_address_visibility: got 6, expected 1, 2, 3, 4 or 5",
  ],
  [withUser({ joined: "+1d" }), `users.alice.joined: got "+1d", ${instants}`],
  [withUser({ joined: "2026-02-30" }), `users.alice.joined: got "2026-02-30", ${instants}`],
  [withUser({ joined: "2099-01-01" }), `users.alice.joined: got "2099-01-01", ${instants}`],
  [withUser({ presence: {} }), 'users.alice.presence: got {}, expected an object with "active", "connected" or both'],
  [withUser({ devices: -1 }), "users.alice.devices: got -1, expected a whole number from 0 to 1000"],
  [withUser({ devices: 1.5 }), "users.alice.devices: got 1.5, expected a whole number from 0 to 1000"],
  [withUser({ profile: { Phone: "1" } }), 'users.alice.profile.Phone: got "1", expected no value here, for the profile fields are none'],
  [
    { users: { alice: { profile: { Born: "soon" } } }, profile_fields: { Born: { type: 4 } } },
    'users.alice.profile.Born: got "soon", expected what fits the field (Born is not a date)',
  ],
  [
    { users: { alice: { profile: { Peer: ["zed"] } } }, profile_fields: { Peer: { type: 6 } } },
    'users.alice.profile.Peer[0]: got "zed", expected a user: alice, emailgateway, notification-bot or welcome-bot',
  ],
  [
    withUser({ navigation_views: [{ pinned: true }] }),
    "users.alice.navigation_views[0].fragment: missing, expected a text that is not blank",
  ],
  [
    { users, settings: { message_content_delete_limit_seconds: -1 } },
    "settings.message_content_delete_limit_seconds: got -1, expected a whole number, 0 or more, or null",
  ],
  [{ users, settings: { topics_policy: "x" } }, 'settings.topics_policy: got "x", expected "allow_empty_topic" or "disable_empty_topic"'],
  [
    { users, settings: { can_create_groups: 7 } },
    'settings.can_create_groups: got 7, expected the name of a group, or an object with "members" and "groups"',
  ],
  [{ users, settings: { can_create_groups: { members: ["eve"] } } }, unknownUser("settings.can_create_groups.members[0]", "eve")],
  [
    { users, settings: { can_create_groups: "role:all" } },
    'settings.can_create_groups: got "role:all", expected a group: role:administrators, role:everyone, role:fullmembers, role:internet, ' +
      "role:members, role:moderators, role:nobody or role:owners",
  ],
  [{ users, groups: { "role:nobody": {} } }, 'groups["role:nobody"]: got "role:nobody", expected a name that no system group has'],
  [{ users, groups: { a: { members: ["eve"] } } }, unknownUser("groups.a.members[0]", "eve")],
  [
    { users, groups: { a: { subgroups: ["b"] }, b: { subgroups: ["a"] } } },
    'groups.a.subgroups[0]: got "b", expected a group that does not contain this one',
  ],
  [{ users, emoji: { Ship: {} } }, 'emoji.Ship: got "Ship", expected a name of small letters, digits, hyphens and underscores'],
  [
    { users, domains: { [`${"long-".repeat(60)}x.example.com`]: {} } },
    'domains["long-long-long-long-long-long…long-long-long-x.example.com"]: got "long-long-long-long-long-long…long-long-long-x.example.com", expected a domain in small letters with at least one dot, of at most 255 characters',
  ],
  [
    { users, domains: { localhost: {} } },
    'domains.localhost: got "localhost", expected a domain in small letters with at least one dot, of at most 255 characters',
  ],
  [
    { users, linkifiers: [{ pattern: "#(?P<id>\\d+)", url_template: "https://x.example/{no}" }] },
    'linkifiers[0].pattern: got "#(?P<id>\\\\d+)", expected a pattern that goes with its templates and its example ' +
      "(Group 'no' in URL template is not present in linkifier pattern.)",
  ],
  [
    {
      users,
      linkifiers: [{ pattern: "T-(?P<id>\\d+)", url_template: "https://x.example/{id}", reverse_template: "T-{id}" }],
    },
    'linkifiers[0].pattern: got "T-(?P<id>\\\\d+)", expected a pattern that goes with its templates and its example ' +
      "(Reverse linkifiers need an example input.)",
  ],
  [
    { users, groups: { crew: { can_manage_group: "role:everyone" } } },
    'groups.crew.can_manage_group: got "role:everyone", expected a group that can_manage_group can be: neither role:internet nor role:everyone',
  ],
  [
    { users: { ada: { full_name: "Ada", navigation_views: [{ fragment: " " }] } } },
    'users.ada.navigation_views[0].fragment: got " ", expected a text that is not blank',
  ],
  [{ users, profile_fields: { A: { type: 9 } } }, "profile_fields.A.type: got 9, expected 1, 2, 3, 4, 5, 6, 7 or 8"],
  [
    { users, profile_fields: { A: { type: 3 } } },
    'profile_fields.A.field_data: missing, expected an object of options such as {"1": {"text": "Tea", "order": "1"}}',
  ],
  [{ users, profile_fields: { A: { type: 7 } } }, 'profile_fields.A.field_data: missing, expected an object such as {"subtype": "github"}'],
  [
    { users, profile_fields: { A: { type: 1, field_data: {} } } },
    "profile_fields.A.field_data: got {}, expected none: only fields of type 3 and 7 have data",
  ],
  [
    withChannel({ privacy: "hidden" }),
    'channels.general.privacy: got "hidden", expected "public", "web-public", "private" or "private-protected"',
  ],
  [withChannel({ folder: "Projects" }), 'channels.general.folder: got "Projects", expected a folder: none'],
  [withChannel({ subscribers: "all" }), 'channels.general.subscribers: got "all", expected "everyone", "members" or a list of users'],
  [withChannel({ subscribers: ["eve"] }), unknownUser("channels.general.subscribers[0]", "eve")],
  [
    withChannel({ subscriptions: { bob: {} } }),
    'channels.general.subscriptions.bob: got "bob", expected the name of a subscriber of this channel',
  ],
  [
    withChannel({ subscribers: ["bob"], subscriptions: { bob: { color: "red" } } }),
    'channels.general.subscriptions.bob.color: got "red", expected a colour such as "#76ce90", in lower case',
  ],
  [
    { users, channels: { general: {}, General: {} } },
    'channels.General: got "General", expected a name that differs from those above by more than capitals',
  ],
  [
    { users, channels: { attic: { privacy: "private" } }, default_channels: ["attic"] },
    'default_channels[0]: got "attic", expected a channel that is not private: new accounts get none of those',
  ],
  [withMessages({ from: "eve" }), unknownUser("messages[0].from", "eve")],
  [withMessages({ from: ["alice", "bob"] }), 'messages[0].from: got ["alice","bob"], expected one user; a list goes with "times"'],
  [withMessages({ from: [], times: 2 }), "messages[0].from: got [], expected at least one user"],
  [withMessages({}, { to: "genral" }), 'messages[1].to: got "genral", expected a channel: general'],
  [withMessages({ to: "General" }), 'messages[0].to: got "General", expected a channel: general'],
  [withMessages({ to: 41 }), "messages[0].to: got 41, expected the name of a channel, or a list of users"],
  [withMessages({ to: [] }), "messages[0].to: got [], expected at least one user"],
  [withMessages({ to: ["bob", "eve"], topic: undefined }), unknownUser("messages[0].to[1]", "eve")],
  [withMessages({ to: ["bob"] }), 'messages[0].topic: got "hi", expected none: this is a direct message'],
  [withMessages({ topic: undefined }), "messages[0].topic: missing, expected the topic of a message to a channel"],
  [
    withMessages({ topic: "x".repeat(61) }),
    `messages[0].topic: got "${"x".repeat(29)}…${"x".repeat(28)}", expected text of 0 to 60 characters`,
  ],
  [withMessages({ content: " \n" }), 'messages[0].content: got " \\n", expected text that is not just white space'],
  [withMessages({ content: "a\0b" }), 'messages[0].content: got "a\\u0000b", expected text without NUL and without halves of characters'],
  [withMessages({ content: undefined }), "messages[0].content: missing, expected text of 0 to 10000 characters"],
  [
    withMessages({ at: "-2h" }, { at: "-3h" }),
    'messages[1].at: got "-3h", which is 2026-01-01T09:00:00.000Z, expected an instant not before the message above was sent, 2026-01-01T10:00:00.000Z',
  ],
  [
    withMessages({ at: "-2h" }, { at: "2026-01-01T09:00:00Z" }),
    'messages[1].at: got "2026-01-01T09:00:00Z", expected an instant not before the message above was sent, 2026-01-01T10:00:00.000Z',
  ],
  [
    { ...withMessages({ at: "-2d" }), settings: { date_created: "-1d" } },
    'messages[0].at: got "-2d", which is 2025-12-30T12:00:00.000Z, expected an instant not before the realm was made, 2025-12-31T12:00:00.000Z',
  ],
  [withMessages({ at: "soon" }), `messages[0].at: got "soon", ${instants}`],
  [
    withMessages({ at: "-1h", times: 3, every: "40m" }),
    "messages[0].times: got 3, expected so few that the last one, at 2026-01-01T12:20:00.000Z, is not after the start",
  ],
  [withMessages({ every: "1y" }), 'messages[0].every: got "1y", expected a time span such as "90m", "1d12h" or "3w"'],
  [withMessages({ unread_by: "all" }), 'messages[0].unread_by: got "all", expected "nobody" or "everyone"'],
  [
    { ...withMessages({ unread_by: ["carl"] }), users: { ...users, carl: {} } },
    'messages[0].unread_by[0]: got "carl", expected a user who receives this message',
  ],
  [
    { ...withMessages({ to: ["bob"], topic: undefined, starred_by: ["carl"] }), users: { ...users, carl: {} } },
    'messages[0].starred_by[0]: got "carl", expected a user who can see this message',
  ],
  [
    withMessages({ reactions: [{ by: "bob", emoji: "no_such" }] }),
    'messages[0].reactions[0].emoji: got "no_such", expected the name of a Unicode emoji, such as "tada"',
  ],
  [
    withMessages({ reactions: [{ by: "bob", emoji: "ship", type: "realm_emoji" }] }),
    'messages[0].reactions[0].emoji: got "ship", expected an emoji of this realm: none',
  ],
  [
    withMessages({
      reactions: [
        { by: "bob", emoji: "+1" },
        { by: "bob", emoji: "thumbs_up" },
      ],
    }),
    'messages[0].reactions[1]: got "thumbs_up", expected a reaction that is not there yet',
  ],
  [withMessages({ edits: [{ by: "bob" }] }), `messages[0].edits[0].at: missing, ${instants}`],
  [
    withMessages({ at: "-1h", edits: [{ by: "bob", at: "-2h", content: "x" }] }),
    'messages[0].edits[0].at: got "-2h", which is 2026-01-01T10:00:00.000Z, expected an instant not before that of the message, 2026-01-01T11:00:00.000Z',
  ],
  [
    withMessages({ to: ["bob"], topic: undefined, edits: [{ by: "bob", at: "-2h", topic: "x" }] }),
    'messages[0].edits[0].topic: got "x", expected none: this is a direct message',
  ],
  [
    withMessages({ edits: [{ by: "bob", at: "-2h", channel: "attic" }] }),
    'messages[0].edits[0].channel: got "attic", expected a channel: general',
  ],
  [
    { users, channels, topic_policies: [{ user: "bob", channel: "general", topic: "x", policy: "loud" }] },
    'topic_policies[0].policy: got "loud", expected "muted", "unmuted" or "followed"',
  ],
];

for (const [realm, message] of rows) test(`says: ${message}`, () => assert.is(complaint(realm), message));

test("what the rows are made of loads", () => {
  assert.is(complaint(withMessages({})), undefined);
  assert.is(complaint(withUser({ full_name: "Alice" })), undefined);
});

test("a wrong file changes nothing for the simulators that are there", () => {
  const sim = createSimulator({ realm: { users } });
  const before = JSON.stringify([sim.cast, sim.channels]);
  assert.is(complaint(withMessages({ to: "nowhere" })), 'messages[0].to: got "nowhere", expected a channel: general');
  assert.is(JSON.stringify([sim.cast, sim.channels]), before);
});

test("an error knows its path", () => {
  try {
    createSimulator({ realm: withUser({ role: 1 }) });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, RealmFileError);
    assert.is((error as RealmFileError).path, "users.alice.role");
  }
});

test.run();
