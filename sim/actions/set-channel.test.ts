import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const idOf = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
const set = (sim: Simulator, channel: string, property: string, value: unknown) =>
  sim.act({ action: "set_channel", channel, property, value });

test("a new name and description are told to all who see the channel, and the name stands on messages sent before", () => {
  const sim = createSimulator();
  const [bob, cara] = [listener(sim, "bob", ["stream"]), listener(sim, "cara", ["stream"])];
  const stream_id = idOf(sim, "team");
  set(sim, "team", "name", "crew");
  set(sim, "crew", "description", "*Beds*");
  const common = { type: "stream", op: "update", stream_id };
  assert.equal(bob(), [
    { ...common, name: "team", property: "name", value: "crew" },
    { ...common, name: "crew", property: "description", value: "*Beds*", rendered_description: "<p><em>Beds</em></p>" },
  ]);
  assert.equal(cara(), []);
  assert.equal([sim.channels.team, sim.channels.crew], [undefined, { stream_id }]);
  const { id } = sim.as("bob").send("POST /messages", { type: "channel", to: "crew", topic: "x", content: "y" }).body;
  assert.is((sim.as("alice").send(`GET /messages/${id}`).body.message as Event).display_recipient, "crew");
});

test("those who no longer see a channel that becomes private are not told, and those who see it again are", () => {
  const sim = createSimulator();
  const [bob, alice] = [listener(sim, "bob", ["stream"]), listener(sim, "alice", ["stream"])];
  const stream_id = idOf(sim, "quiet");
  const update = { type: "stream", op: "update", stream_id, name: "quiet", property: "invite_only" };
  set(sim, "quiet", "invite_only", true);
  const closed = { ...update, value: true, history_public_to_subscribers: true, is_web_public: false };
  assert.equal(bob(), [closed]);
  assert.equal(alice(), []);
  set(sim, "quiet", "history_public_to_subscribers", false);
  assert.equal(bob(), [{ ...closed, history_public_to_subscribers: false }]);
  set(sim, "quiet", "is_web_public", true);
  assert.equal(bob(), [{ ...update, value: false, history_public_to_subscribers: true, is_web_public: true }]);
  const [created] = alice() as [Event];
  assert.equal([created.op, (created.streams as Event[])[0]!.is_web_public], ["create", true]);
});

test("archiving is an update for clients that know of it, and the end of the channel for others", () => {
  const sim = createSimulator();
  const [old, young] = [listener(sim, "bob", ["stream"]), listener(sim, "bob", ["stream"], ["archived_channels"])];
  const stream_id = idOf(sim, "quiet");
  set(sim, "quiet", "is_archived", true);
  assert.equal(old(), [{ type: "stream", op: "delete", streams: [{ stream_id }], stream_ids: [stream_id] }]);
  const update = { type: "stream", op: "update", stream_id, name: "quiet", property: "is_archived" };
  assert.equal(young(), [{ ...update, value: true }]);
  assert.is(sim.as("bob").send("POST /messages", { type: "channel", to: "quiet", topic: "x", content: "y" }).status, 400);
  set(sim, "quiet", "is_archived", false);
  assert.equal([old()[0]!.op, young()], ["create", [{ ...update, value: false }]]);
});

test("folders, policies, retention and permissions are told as they are", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["stream"]);
  const folder = [...sim.snapshot().world.folders.values()][0]!.id;
  const changes: [string, unknown, unknown?][] = [
    ["folder_id", folder],
    ["folder_id", null],
    ["topics_policy", "disable_empty_topic"],
    ["message_retention_days", 7],
    ["can_send_message_group", "role:nobody", 1],
  ];
  for (const [property, value] of changes) set(sim, "general", property, value);
  const common = { type: "stream", op: "update", stream_id: idOf(sim, "general"), name: "general" };
  assert.equal(
    hear(),
    changes.map(([property, value, told = value]) => ({ ...common, property, value: told })),
  );
  const { msg } = sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "x", content: "y" }).body;
  assert.is(msg, "You do not have permission to post in this channel.");
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["stream"]);
  const rename = { action: "set_channel", channel: "general", property: "name", value: "commons" };
  const ladder: [Event, RegExp][] = [
    [{ ...rename, channel: "General" }, /^channel: got "General", expected a channel: general, /],
    [{ ...rename, property: "colour" }, /^property: got "colour", expected name, description, invite_only, .*can_subscribe_group$/],
    [{ ...rename, value: 7 }, /^value: got 7, expected text of 1 to 60 characters$/],
    [{ ...rename, value: "Quiet" }, /^name: there is a channel "quiet" already$/],
    [{ ...rename, property: "description", value: "x".repeat(1025) }, /^value: got "x+…x+", expected text of 0 to 1024 characters$/],
    [{ ...rename, property: "invite_only" }, /^value: got "commons", expected true or false$/],
    [{ ...rename, property: "history_public_to_subscribers", value: false }, /^value: only a channel with invite_only hides its history$/],
    [{ ...rename, property: "folder_id", value: 4711 }, /^value: there is no folder with id 4711$/],
    [
      { ...rename, property: "topics_policy" },
      /^value: got "commons", expected "inherit", "allow_empty_topic", "disable_empty_topic" or "empty_topic_only"$/,
    ],
    [{ ...rename, property: "message_retention_days", value: 0 }, /^value: got 0, expected a whole number, 1 or more, or null$/],
    [
      { ...rename, property: "can_subscribe_group", value: true },
      /^value: got true, expected the id or name of a group, or an object with direct_members and direct_subgroups$/,
    ],
  ];
  for (const [action, line] of ladder) assert.match(refusal(sim, action).replace("set_channel: ", ""), line);
  assert.equal(hear(), []);
  assert.is(refusal(sim, rename), "done");
});

test.run();
