import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const remove = (sim: Simulator, as: string, id: number) => {
  const { status, body } = sim.as(as).send(`DELETE /messages/${id}`);
  return { status, body };
};

const ok = { status: 200, body: { result: "success", msg: "" } };
const refused = (msg: string) => ({ status: 400, body: { result: "error", msg, code: "BAD_REQUEST" } });
const invalid = refused("Invalid message(s)");
const noPermission = refused("You don't have permission to delete this message");
const tooLate = refused("The time limit for deleting this message has passed");

function sent(sim: Simulator, as: string, fields: Fields): number {
  const { status, body } = sim.as(as).send("POST /messages" as string, { content: "hello", ...fields });
  assert.is(status, 200, String(body.msg));
  return Number(body.id);
}
const inChannel = (to: string, topic = "lunch"): Fields => ({ type: "stream", to, topic });

const capable = { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true };

function watch(sim: Simulator, names: readonly string[], client_capabilities: Record<string, boolean> = capable) {
  const event_types = ["delete_message", "stream"];
  const queues = names.map((name) => [name, sim.as(name).send("POST /register", { event_types, client_capabilities }).body.queue_id]);
  return () =>
    Object.fromEntries(
      queues.map(([name, queue_id]) => [
        name,
        sim.as(String(name)).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events,
      ]),
    );
}

const users = {
  alice: {},
  bob: {},
  cara: {},
  dana: { role: "administrator" },
  mod: { role: "moderator" },
  gus: { role: "guest" },
  robo: { bot: { owner: "alice" } },
};
const channels = {
  general: { subscribers: ["alice", "bob", "cara", "gus", "robo"] },
  moderated: { subscribers: ["alice", "mod"], can_delete_any_message_group: "role:moderators" },
  own: { subscribers: ["alice", "gus"], can_delete_own_message_group: "role:everyone" },
  secret: { privacy: "private-protected", subscribers: ["alice", "bob"], subscriptions: { bob: { since: "-1h" } } },
  attic: { archived: true, subscribers: ["alice", "dana"] },
};
const messages = [
  { from: ["alice"], to: "secret", topic: "plans", content: "before Bob", at: "-2h" },
  { from: ["alice"], to: "attic", topic: "boxes", content: "old", at: "-1m" },
];
const simulator = (settings: Fields = {}, options: SimulatorOptions = {}): Simulator =>
  createSimulator({ realm: { settings, users, channels, messages }, ...options });

const idIn = (sim: Simulator, channel: string): number => {
  const { channels, byRecipient } = sim.snapshot().world;
  return byRecipient.oldest([...channels.values()].find(({ name }) => name === channel)!.recipient_id)!;
};

test("a deleted message is gone for everybody, and the channel begins with the next one", () => {
  const sim = simulator();
  const { stream_id } = sim.channels.general!;
  const [first, second] = [sent(sim, "bob", inChannel("general", "")), sent(sim, "alice", inChannel("general"))];
  const events = watch(sim, ["alice", "bob", "dana", "mod"]);
  const legacy = watch(sim, ["cara"], { notification_settings_null: true });
  assert.equal(remove(sim, "bob", first), ok);
  assert.equal(remove(sim, "bob", first), invalid);
  assert.is(sim.as("alice").send(`GET /messages/${first}`).body.msg, "Invalid message(s)");
  assert.equal(remove(sim, "dana", second), ok);

  const begins = (value: number | null) => ({
    type: "stream",
    op: "update",
    property: "first_message_id",
    value,
    stream_id,
    name: "general",
  });
  const gone = (what: Fields, topic: string) => ({ type: "delete_message", ...what, message_type: "stream", stream_id, topic });
  const numbered = (...list: Fields[]) => list.map((event, id) => ({ ...event, id }));
  const [one, two] = [gone({ message_ids: [first] }, ""), gone({ message_ids: [second] }, "lunch")];
  const all = numbered(begins(second), one, begins(null), two);
  assert.equal(events(), { alice: all, bob: all, dana: numbered(begins(null), two), mod: [] });
  const apart = [gone({ message_id: first }, "general chat"), gone({ message_id: second }, "lunch")] as const;
  assert.equal(legacy(), { cara: numbered(begins(second), apart[0], begins(null), apart[1]) });
  assert.is([...sim.snapshot().world.channels.values()][0]!.first_message_id, null);
  assert.ok(sent(sim, "bob", inChannel("general")) > second);
});

test("deleting another than the first message leaves the channel's beginning alone", () => {
  const sim = simulator();
  const [first, second] = [sent(sim, "bob", inChannel("general")), sent(sim, "bob", inChannel("general"))];
  const events = watch(sim, ["cara"]);
  assert.equal(remove(sim, "bob", second), ok);
  assert.equal(
    (events().cara as Fields[]).map(({ type }) => type),
    ["delete_message"],
  );
  assert.is([...sim.snapshot().world.channels.values()][0]!.first_message_id, first);
  const page = { anchor: "newest", num_before: 9, num_after: 0, narrow: [{ operator: "channel", operand: "general" }] };
  assert.equal(
    (sim.as("cara").send("GET /messages", page).body.messages as { id: number }[]).map(({ id }) => id),
    [first],
  );
});

test("a direct message goes for all participants", () => {
  const sim = simulator();
  const id = sent(sim, "alice", { type: "direct", to: [sim.cast.bob!.user_id] });
  const events = watch(sim, ["alice", "bob", "cara"]);
  assert.equal(remove(sim, "dana", id), invalid);
  assert.equal(remove(sim, "bob", id), noPermission);
  assert.equal(remove(sim, "alice", id), ok);
  const gone = [{ type: "delete_message", message_ids: [id], message_type: "private", id: 0 }];
  assert.equal(events(), { alice: gone, bob: gone, cara: [] });
  assert.equal(remove(sim, "bob", id), invalid);
});

test("a ladder of refusals", () => {
  const sim = simulator({ can_delete_own_message_group: { members: ["bob"] } });
  const id = sent(sim, "alice", inChannel("general"));
  const events = watch(sim, ["cara"]);
  assert.is(sim.as("alice").send("DELETE /messages/last" as string).status, 404);
  assert.equal(remove(sim, "alice", 9999), invalid);
  assert.equal(remove(sim, "dana", idIn(sim, "secret")), invalid);
  assert.equal(remove(sim, "bob", idIn(sim, "secret")), invalid);
  assert.equal(remove(sim, "alice", idIn(sim, "attic")), invalid);
  assert.equal(remove(sim, "dana", idIn(sim, "attic")), invalid);
  assert.equal(remove(sim, "bob", id), noPermission);
  assert.equal(remove(sim, "alice", id), noPermission);
  const bobs = sent(sim, "bob", inChannel("general"));
  assert.equal(events(), { cara: [] });
  sim.advance({ ms: 600_001 });
  assert.equal(remove(sim, "bob", bobs), tooLate);
  assert.equal(remove(sim, "dana", bobs), ok);
});

test("a message of an archived channel is deleted where the ruling lets it be, by those who may delete it", () => {
  const kept = simulator();
  for (const as of ["alice", "dana"]) assert.equal(remove(kept, as, idIn(kept, "attic")), invalid, as);
  const sim = simulator({}, { rulings: { deletionInArchived: "allowed" } });
  const id = idIn(sim, "attic");
  const events = watch(sim, ["alice"]);
  assert.equal(remove(sim, "bob", id), noPermission);
  assert.equal(remove(sim, "alice", id), ok);
  assert.equal(
    (events().alice as Fields[]).map(({ type }) => type),
    ["stream", "delete_message"],
  );
  assert.equal(remove(sim, "dana", id), invalid);
  const older = simulator({}, { level: 359, rulings: { deletionInArchived: "allowed" } });
  assert.equal(remove(older, "dana", idIn(older, "attic")), invalid);
});

test("the time limit is strict, for authors only, and none where the realm has none", () => {
  const sim = simulator();
  const id = sent(sim, "alice", inChannel("general"));
  sim.advance({ ms: 600_001 });
  assert.equal(remove(sim, "alice", id), tooLate);
  const again = sent(sim, "alice", inChannel("general"));
  sim.advance({ ms: 600_000 });
  assert.equal(remove(sim, "alice", again), ok);
  assert.equal(remove(sim, "dana", id), ok);
  const free = simulator({ message_content_delete_limit_seconds: null });
  const old = sent(free, "alice", inChannel("general"));
  free.advance({ ms: 86_400_000 });
  assert.equal(remove(free, "alice", old), ok);
});

test("people delete for their bots, not bots for them, and guests their own", () => {
  const sim = simulator();
  assert.equal(remove(sim, "alice", sent(sim, "robo", inChannel("general"))), ok);
  assert.equal(remove(sim, "robo", sent(sim, "alice", inChannel("general"))), noPermission);
  assert.equal(remove(sim, "robo", sent(sim, "robo", inChannel("general"))), ok);
  assert.equal(remove(sim, "gus", sent(sim, "gus", inChannel("general"))), ok);
});

test("a channel's own groups allow more than the realm's, from level 407 on", () => {
  const settings = { can_delete_own_message_group: "role:nobody" };
  for (const [level, answer] of [
    [407, ok],
    [406, noPermission],
  ] as const) {
    const sim = simulator(settings, { level });
    const old = sent(sim, "alice", inChannel("moderated"));
    const own = sent(sim, "gus", inChannel("own"));
    assert.equal(remove(sim, "gus", own), answer);
    sim.advance({ ms: 86_400_000 });
    assert.equal(remove(sim, "mod", old), answer);
  }
});

test("before level 281 only administrators delete, and of running servers also authors", () => {
  const answers = (level: number, rulings: SimulatorOptions["rulings"]) => {
    const sim = simulator({ can_delete_any_message_group: "role:moderators" }, { level, ...(rulings && { rulings }) });
    return ["alice", "mod", "dana"].map((name) => remove(sim, name, sent(sim, "alice", inChannel("general"))));
  };
  assert.equal(answers(281, undefined), [ok, ok, ok]);
  assert.equal(answers(280, undefined), [noPermission, noPermission, ok]);
  assert.equal(answers(280, "observed"), [ok, noPermission, ok]);
});

test("who hears of a deletion follows the level", () => {
  const heard = (level: number) => {
    const sim = simulator({ message_content_delete_limit_seconds: null }, { level, rulings: "observed" });
    const first = sent(sim, "cara", inChannel("general"));
    const events = watch(sim, ["bob", "dana"]);
    assert.equal(remove(sim, "dana", first), ok);
    assert.equal(remove(sim, "alice", idIn(sim, "secret")), ok);
    const { bob, dana } = events() as Record<string, Fields[]>;
    return [bob!, dana!].map((list) => list.map(({ type, stream_id }) => `${type} ${stream_id === sim.channels.secret!.stream_id}`));
  };
  const [begins, gone, hiddenBegins, hiddenGone] = ["stream false", "delete_message false", "stream true", "delete_message true"];
  assert.equal(heard(457), [
    [begins, gone],
    [begins, gone],
  ]);
  assert.equal(heard(456), [
    [begins, gone, hiddenBegins, hiddenGone],
    [begins, gone],
  ]);
  assert.equal(heard(273), [[begins, gone, hiddenBegins, hiddenGone], []]);
  assert.equal(heard(255), [[gone, hiddenGone], []]);
});

test.run();
