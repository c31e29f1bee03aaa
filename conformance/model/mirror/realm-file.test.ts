import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, RealmFileError } from "../../../sim/index.ts";
import { altered } from "../../check/altered.test.kit.ts";
import type { Body } from "../../expect.ts";
import { embedded } from "../../targets/embedded.ts";
import { holdable } from "./holdable.ts";
import { realmFileOf } from "./realm-file.ts";
import { verified } from "./verified.ts";

/** A copy starts at this second, and nothing in it may be later. */
const now = "2026-01-01T12:00:00Z";

/** Returns a server some lists of whose answers have a changed first record. */
function changed(change: (name: string, first: Body) => unknown) {
  return altered(embedded({ now, realm: "crowded" }), (reply) => {
    const entries = Object.entries(reply.body).map(([name, value]) =>
      Array.isArray(value) ? [name, value.map((one, i) => (i === 0 ? change(name, one as Body) : one))] : [name, value],
    );
    return { ...reply, body: Object.fromEntries(entries) };
  });
}

/** Returns what is left out of the copy of a server, in lines. */
async function leftOut(target: ReturnType<typeof changed>): Promise<readonly string[]> {
  const { realm, notes } = await realmFileOf(target, 10);
  assert.not.throws(() => createSimulator({ realm }));
  return notes.filter((note) => note.startsWith("left out "));
}

const field = (field_data: unknown) => (name: string, first: Body) =>
  name === "custom_profile_fields" ? { ...first, type: 3, field_data } : first;

for (const data of ["{", "", "null", "[]", "7", '{"a":null}', '{"a":{"text":"A"}}', null, 7, ["a"], { a: 1 }, "[".repeat(100_000)]) {
  test(`field_data ${JSON.stringify(data).slice(0, 30)} leaves the field out of a copy, in one line that names the place`, async () => {
    const [line, ...more] = await leftOut(changed(field(data)));
    assert.match(line ?? "", /^left out is profile_fields\.\w+: profile_fields\..*field_data.*(expected|missing)/);
    // Values of a field that is not there go too.
    for (const other of more) assert.match(other, /^left out is users\.\w+\.profile/);
  });
}

test("a copy has the ids, settings, default channels, dates and notices of its server, and tells what differs", async () => {
  const whole = embedded({ now, realm: "zulip-dev", brand: "zulip", level: 372, rulings: "observed" });
  const { desdemona, hamlet } = whole.cast;
  const target = Object.assign(whole, { cast: { desdemona, hamlet } });
  // What a copy forgets of an instant is that of its own start: on a server that has just started the two are one.
  await target.steering.advance(3_600_000);
  const { realm, notes } = await realmFileOf(target, 20);
  assert.not.ok(
    notes.some((note) => note.includes("ids are the simulator's own")),
    notes.join("\n"),
  );
  const { differences, compared } = await verified(target, realm, 20);
  assert.ok(compared > 20, `${compared} compared`);
  // It says to be newer than its messages.
  const known = /^realm_date_created$/;
  assert.equal(
    differences.filter(({ path }) => !known.test(path)).map(({ route, path }) => `${route} ${path}`),
    [],
  );
  const other = await verified(target, { ...realm, settings: { ...(realm.settings as Body), description: "Another." } }, 10);
  assert.ok(other.differences.some(({ path, ours }) => path === "realm_description" && ours === "Another."));
});

test("in a copy nobody has uploaded an avatar whose address is hidden from some", async () => {
  const users = { owen: { role: "owner" }, alice: { settings: { email_address_visibility: 3 } }, bob: { avatar: "uploaded" } };
  const { realm } = await realmFileOf(embedded({ now, realm: { users, channels: {} } }), 10);
  const avatars = Object.values(realm.users as Record<string, Body>).map(({ avatar }) => avatar);
  assert.equal(avatars, ["gravatar", "gravatar", "uploaded"]);
});

test("a copy lets nobody read what was before their time in a channel with protected history", async () => {
  const at = (hour: number): string => `2025-12-01T0${hour}:00:00Z`;
  const say = (hour: number, content: string) => ({ from: "owen", to: "closed", topic: "t", content, at: at(hour) });
  const users = { owen: { role: "owner" }, alice: {}, bob: {} };
  const subscriptions = { alice: { since: at(2) }, bob: { since: at(4) } };
  const closed = { privacy: "private-protected", subscribers: ["owen", "alice", "bob"], subscriptions };
  const target = embedded({ now, realm: { users, channels: { closed }, messages: [say(1, "one"), say(3, "two"), say(5, "three")] } });
  const { realm } = await realmFileOf(target, 100);
  const { differences } = await verified(target, realm, 100);
  assert.equal(
    differences.filter(({ route }) => route === "GET /messages"),
    [],
  );
  const copy = createSimulator({ realm });
  const read = (as: string) => copy.as(as).send("GET /messages", { anchor: "newest", num_before: 10, num_after: 0 }).body.messages?.length;
  assert.equal(["owen", "alice", "bob"].map(read), [3, 2, 1]);
  // Of whom no key is given reads nothing that was written before.
  const id = target.cast.bob?.user_id;
  const keyless = Object.assign(target, { cast: { owen: target.cast.owen } });
  const part = createSimulator({ realm: (await realmFileOf(keyless, 100)).realm });
  const bob = Object.entries(part.cast).find(([, { user_id }]) => user_id === id)?.[0] ?? "";
  assert.equal(part.as(bob).send("GET /messages", { anchor: "newest", num_before: 10, num_after: 0 }).body.messages, []);
});

test("a copy sends newcomers to a public channel nothing of what was said in the second in which they came", async () => {
  const say = (content: string, at: string) => ({ from: "owen", to: "open", topic: "t", content, at: `2025-12-01T01:00:00${at}Z` });
  const subscriptions = { alice: { since: "2025-12-01T01:00:00.500Z" } };
  const channels = { open: { subscribers: ["owen", "alice"], subscriptions } };
  const users = { owen: { role: "owner" }, alice: {} };
  const messages = [say("one", ""), say("two", ".100"), say("three", ".600")];
  const target = embedded({ now, realm: { users, channels, messages } });
  const { realm } = await realmFileOf(target, 100);
  const { differences } = await verified(target, realm, 100);
  assert.equal(
    differences.filter(({ route }) => route === "GET /messages"),
    [],
  );
  const read = { anchor: "newest", num_before: 10, num_after: 0 };
  assert.is(createSimulator({ realm }).as("alice").send("GET /messages", read).body.messages?.length, 1);
});

test("null in place of a record is passed over", async () => {
  const notes = await leftOut(changed((name, first) => (name === "realm_user_groups" || name === "messages" ? null : first)));
  // One system group less, and another group has the id of the last.
  assert.is(notes.length, 1);
  assert.match(notes[0] ?? "", /^left out is groups\.\w+\.id: .* expected an id that nothing else has; .* has this one$/);
});

test("a message of no time is named", async () => {
  const target = changed((name, first) => (name === "messages" ? { ...first, timestamp: 1e20 } : first));
  const problem = await leftOut(target).catch((thrown: unknown) => thrown);
  assert.instance(problem, RealmFileError);
  assert.match((problem as Error).message, /^the message \d+, timestamp: got 100000000000000000000, expected seconds since 1970$/);
});

test("a copy of a realm with odd texts answers as its server does", async () => {
  const navigation_views = [{ fragment: "recent", pinned: true }];
  const odd = {
    copied: true,
    users: {
      owen: { role: "owner", full_name: " Owen  O " },
      alice: { alert_words: [" tab\tword "], navigation_views },
      robo: { bot: { owner: "owen" } },
    },
    groups: { " a  b ": { description: "x\ny" }, "12": {}, constructor: {} },
    emoji: { party: {}, gone: { name: "party", deactivated: true, author: "alice" } },
    folders: { " f\t": { order: 7, made: "-20d" }, old: { name: " f\t", archived: true, creator: "owen" } },
    channels: {
      " odd  one ": { subscribers: ["owen", "alice"], folder: " f\t", made: "-10d", creator: "alice" },
      other: { subscribers: ["owen"] },
    },
    messages: [
      {
        ...{ from: "owen", to: " odd  one ", topic: "a\tb ", content: "first", at: "-9d", unread_by: ["owen", "alice"] },
        edits: [
          { by: "owen", at: "-5d", content: "second" },
          { by: "alice", at: "-4d", topic: " moved" },
          { by: "owen", at: "-3d", channel: "other", topic: "there", content: "third" },
        ],
        submessages: [{ id: 9, by: "alice", content: "{}" }],
      },
      { from: "owen", to: ["alice"], content: "@**Robo** is told", at: "-9d", unread_by: ["robo", "alice"] },
    ],
  };
  const whole = embedded({ now, realm: odd, level: 496, brand: "zulip", rulings: "observed" });
  await whole.steering.advance(3_600_000);
  const { realm, notes } = await realmFileOf(whole, 20);
  assert.equal(
    notes.filter((note) => note.startsWith("left out ")),
    [],
  );
  const { differences } = await verified(whole, realm, 20);
  // A default bot that is mentioned is told by some servers only.
  assert.equal(createSimulator({ realm, now: "2026-01-01T13:00:00Z" }).as("owen").send("GET /users").body.result, "success");
  assert.equal(
    differences.map(({ route, path }) => `${route} ${path}`),
    [],
  );
});

test("what a simulator cannot hold is left out one by one, and the rest is copied", async () => {
  const users = { owen: { role: "owner" }, alice: {} };
  const say = (content: string) => ({ from: "owen", to: "c", topic: "t", content });
  const realm = {
    users: { ...users, bob: { settings: { color_scheme: 9, enter_sends: true } } },
    groups: { "role:members": {}, kept: { members: ["alice"] } },
    channels: { c: { subscribers: ["owen"], subscriptions: { bob: { muted: true } } } },
    messages: [
      { ...say("one"), unread_by: ["alice", "owen"] },
      { ...say("two"), id: 5 },
      { ...say("three"), id: 4 },
      { ...say("four"), from: "nobody" },
    ],
  };
  const { held, leftOut } = holdable(realm, {});
  assert.equal(
    leftOut.map(({ place }) => place),
    [
      "users.bob.settings.color_scheme",
      'groups["role:members"]',
      "channels.c.subscriptions.bob",
      "messages[0].unread_by[0]",
      "messages[].id",
      "messages[3]",
    ],
  );
  assert.equal(held, {
    users: { ...users, bob: { settings: { enter_sends: true } } },
    groups: { kept: { members: ["alice"] } },
    channels: { c: { subscribers: ["owen"], subscriptions: {} } },
    messages: [{ ...say("one"), unread_by: ["owen"] }, say("two"), say("three")],
  });
  assert.throws(
    () => holdable({ channels: {} }, {}),
    (thrown: unknown) => thrown instanceof RealmFileError && thrown.path === "users",
  );
});

test("a record with a long name is left out alone", () => {
  const long = `${"long-".repeat(12)}x_y.example.com`;
  const users = { owen: { role: "owner" } };
  const { held, leftOut } = holdable({ users, domains: { [long]: {}, "a.example.com": {} } }, {});
  assert.equal(held, { users, domains: { "a.example.com": {} } });
  assert.equal(
    leftOut.map(({ place, record, problem }) => [place, record, problem.message]),
    [
      [
        `domains["${long}"]`,
        {},
        'domains["long-long-long-long-long-long…ng-long-long-x_y.example.com"]: got "long-long-long-long-long-long…ng-long-long-x_y.example.com", expected a domain in small letters with at least one dot, of at most 255 characters',
      ],
    ],
  );
});

test.run();
