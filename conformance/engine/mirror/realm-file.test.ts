import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, RealmFileError } from "../../../sim/index.ts";
import type { Body } from "../../expect.ts";
import { embedded } from "../../targets/embedded.ts";
import { altered } from "../altered.test.kit.ts";
import { realmFileOf } from "./realm-file.ts";
import { verified } from "./verified.ts";

/** Returns the line that says why no realm file is made of a server, some lists of whose answers have a changed first record. */
async function problemOf(change: (name: string, first: Body) => unknown): Promise<string> {
  const target = altered(embedded({ realm: "crowded" }), (reply) => {
    const changed = Object.entries(reply.body).map(([name, value]) =>
      Array.isArray(value) ? [name, value.map((one, i) => (i === 0 ? change(name, one as Body) : one))] : [name, value],
    );
    return { ...reply, body: Object.fromEntries(changed) };
  });
  try {
    await realmFileOf(target, 10);
    return "";
  } catch (thrown) {
    assert.instance(thrown, RealmFileError, (thrown as Error).stack);
    return (thrown as Error).message;
  }
}

const field = (field_data: unknown) => (name: string, first: Body) =>
  name === "custom_profile_fields" ? { ...first, type: 3, field_data } : first;

for (const data of ["{", "", "null", "[]", "7", '{"a":null}', '{"a":{"text":"A"}}', null, 7, ["a"], { a: 1 }, "[".repeat(100_000)]) {
  test(`field_data ${JSON.stringify(data).slice(0, 30)} is told of in one line that names the place`, async () => {
    assert.match(await problemOf(field(data)), /^what the server says of itself: profile_fields\..*field_data.*(expected|missing)/);
  });
}

test("a copy has the ids, settings, default channels, dates and notices of its server, and tells what differs", async () => {
  const whole = embedded({ realm: "zulip-dev", brand: "zulip", level: 372, rulings: "observed" });
  const { desdemona, hamlet } = whole.cast;
  const target = Object.assign(whole, { cast: { desdemona, hamlet } });
  const { realm, notes } = await realmFileOf(target, 20);
  assert.not.ok(
    notes.some((note) => note.includes("ids are the simulator's own")),
    notes.join("\n"),
  );
  const { differences, compared } = await verified(target, realm, 20);
  assert.ok(compared > 20, `${compared} compared`);
  // What the notes say is not copied.
  const known = /date_created|is_recently_active/;
  assert.equal(
    differences.filter(({ path }) => !known.test(path)).map(({ route, path }) => `${route} ${path}`),
    [],
  );
  const other = await verified(target, { ...realm, settings: { ...(realm.settings as Body), description: "Another." } }, 10);
  assert.ok(other.differences.some(({ path, ours }) => path === "realm_description" && ours === "Another."));
});

test("a copy lets nobody read what was before their time in a channel with protected history", async () => {
  const at = (hour: number): string => `2025-12-01T0${hour}:00:00Z`;
  const say = (hour: number, content: string) => ({ from: "owen", to: "closed", topic: "t", content, at: at(hour) });
  const users = { owen: { role: "owner" }, alice: {}, bob: {} };
  const subscriptions = { alice: { since: at(2) }, bob: { since: at(4) } };
  const closed = { privacy: "private-protected", subscribers: ["owen", "alice", "bob"], subscriptions };
  const target = embedded({ realm: { users, channels: { closed }, messages: [say(1, "one"), say(3, "two"), say(5, "three")] } });
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

test("null in place of a record is passed over", async () => {
  assert.is(await problemOf((name, first) => (name === "realm_user_groups" || name === "messages" ? null : first)), "");
});

test("a message of no time is named", async () => {
  const problem = await problemOf((name, first) => (name === "messages" ? { ...first, timestamp: 1e20 } : first));
  assert.match(problem, /^the message \d+, timestamp: got 100000000000000000000, expected seconds since 1970$/);
});

test.run();
