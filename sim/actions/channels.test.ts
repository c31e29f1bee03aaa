import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const types = ["stream", "subscription"];
const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
/** The parts of an event that say what happened. */
const brief = ({ type, op, property, value, stream_ids, user_ids, streams, subscriptions }: Event): string =>
  [type, op, property, value, stream_ids, user_ids, names(streams), names(subscriptions)]
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" ");
const names = (list: unknown): unknown => (list as Event[] | undefined)?.map(({ name, stream_id }) => name ?? stream_id);

test("a public channel comes to everybody but guests, then its first subscriber", () => {
  const sim = createSimulator();
  const [alice, bob, gus] = ["alice", "bob", "gus"].map((name) => listener(sim, name, types));
  const { stream_id } = sim.act({ action: "create_channel", name: "harvest", as: "alice", description: "**Baskets** here" });
  assert.is(stream_id, idOf(sim, "harvest"));
  assert.equal(alice!().map(brief), ['stream create ["harvest"]', 'subscription add ["harvest"]']);
  const heard = bob!();
  assert.equal(heard.map(brief), ['stream create ["harvest"]', `subscription peer_add [${stream_id}] [${sim.cast.alice!.user_id}]`]);
  const [made] = heard[0]!.streams as [Event];
  assert.is(made.rendered_description, "<p><strong>Baskets</strong> here</p>");
  assert.is(made.creator_id, sim.cast.alice!.user_id);
  assert.equal(
    [made.invite_only, made.history_public_to_subscribers, made.is_web_public, made.first_message_id],
    [false, true, false, null],
  );
  assert.equal(gus!(), []);
});

test("a private channel comes to its subscribers and to administrators, and hides its history by default", () => {
  const sim = createSimulator();
  const [bob, cara, dana] = ["bob", "cara", "dana"].map((name) => listener(sim, name, types));
  const { stream_id } = sim.act({ action: "create_channel", name: "surprises", invite_only: true, subscribers: ["bob"] });
  const [bobs, caras, danas] = [bob!(), cara!(), dana!()];
  assert.equal(danas.map(brief), ['stream create ["surprises"]', `subscription peer_add [${stream_id}] [${sim.cast.bob!.user_id}]`]);
  assert.equal(bobs.map(brief), ['stream create ["surprises"]', 'subscription add ["surprises"]']);
  assert.equal(caras, []);
  const [made] = bobs[0]!.streams as [Event];
  assert.equal([made.invite_only, made.history_public_to_subscribers, made.creator_id], [true, false, null]);
  const [subscription] = bobs[1]!.subscriptions as [Event];
  assert.equal([subscription.subscribers, subscription.is_muted, subscription.color], [[sim.cast.bob!.user_id], false, "#76ce90"]);
});

test("who subscribes receives what is sent from then on, and who unsubscribes no longer", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", [...types, "message"]);
  const quiet = idOf(sim, "quiet");
  const send = () => sim.as("bob").send("POST /messages", { type: "channel", to: quiet, topic: "mornings", content: "Fog" }).body.id;
  send();
  sim.act({ action: "subscribe", as: "alice", channel: "quiet" });
  const second = send();
  sim.act({ action: "unsubscribe", as: "alice", channel: "quiet" });
  send();
  const heard = hear();
  assert.equal(heard.map(brief), ['subscription add ["quiet"]', "message", 'subscription remove ["quiet"]']);
  assert.is((heard[1]!.message as Event).id, second);
  assert.equal(heard[2], { type: "subscription", op: "remove", subscriptions: [{ name: "quiet", stream_id: quiet }] });
});

test("a private channel appears to those who come in, and disappears for those who leave", () => {
  const sim = createSimulator();
  const [cara, bob] = [listener(sim, "cara", types), listener(sim, "bob", types)];
  const team = idOf(sim, "team");
  const id = sim.cast.cara!.user_id;
  sim.act({ action: "subscribe", as: "cara", channel: "team" });
  sim.act({ action: "unsubscribe", as: "cara", channel: "team" });
  assert.equal(cara().map(brief), [
    'stream create ["team"]',
    'subscription add ["team"]',
    'subscription remove ["team"]',
    `stream delete [${team}] [${team}]`,
  ]);
  assert.equal(bob().map(brief), [`subscription peer_add [${team}] [${id}]`, `subscription peer_remove [${team}] [${id}]`]);
});

test("muting a channel is told in the new way and in the old one, to the subscriber alone", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  sim.act({ action: "mute_channel", as: "alice", channel: "general", value: true });
  sim.act({ action: "mute_channel", as: "alice", channel: "general", value: true });
  const common = { type: "subscription", op: "update", stream_id: idOf(sim, "general") };
  assert.equal(alice(), [
    { ...common, property: "in_home_view", value: false },
    { ...common, property: "is_muted", value: true },
  ]);
  assert.equal(bob(), []);
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const before = sim.as("owen").send("POST /register", { fetch_event_types: ["stream", "subscription"] }).body.streams;
  const create = { action: "create_channel", name: "harvest" };
  const ladder: [Record<string, unknown>, string][] = [
    [{ action: "create_channel" }, "name: missing, expected text of 1 to 60 characters"],
    [
      { ...create, colour: "red" },
      "colour: no such key; known here are name, as, description, invite_only, history_public_to_subscribers, is_web_public and subscribers",
    ],
    [{ ...create, name: 7 }, "name: got 7, expected text of 1 to 60 characters"],
    [{ ...create, name: "" }, 'name: got "", expected text of 1 to 60 characters'],
    [{ ...create, name: "   " }, "name cannot be blank"],
    [{ ...create, name: "x".repeat(61) }, `name: got "${"x".repeat(29)}…${"x".repeat(28)}", expected text of 1 to 60 characters`],
    [{ ...create, name: "a\nb" }, "name has an invalid character at position 2"],
    [{ ...create, name: "GENERAL" }, 'name: there is a channel "general" already'],
    [{ ...create, as: "zoe" }, 'as: got "zoe", expected a cast member whose account is active'],
    [{ ...create, invite_only: "yes" }, 'invite_only: got "yes", expected true or false'],
    [{ ...create, invite_only: true, is_web_public: true }, "is_web_public and invite_only exclude each other"],
    [
      { ...create, history_public_to_subscribers: false },
      "history_public_to_subscribers: only a channel with invite_only hides its history",
    ],
    [{ ...create, subscribers: "alice" }, 'subscribers: got "alice", expected a list'],
    [
      { ...create, subscribers: ["alice", "mallory"] },
      'subscribers[1]: got "mallory", expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe',
    ],
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), `create_channel: ${line}`);
  const pairs: [Record<string, unknown>, string][] = [
    [
      { action: "subscribe", as: "alice", channel: "nowhere" },
      'subscribe: channel: got "nowhere", expected a channel: general, quiet, team, secret, town-square or attic',
    ],
    [{ action: "subscribe", as: "alice", channel: "general" }, "subscribe: alice is subscribed to general already"],
    [{ action: "subscribe", as: "bob", channel: "attic" }, "subscribe: the channel attic is archived"],
    [{ action: "unsubscribe", as: "alice", channel: "quiet" }, "unsubscribe: alice is not subscribed to quiet"],
    [{ action: "mute_channel", as: "alice", channel: "quiet", value: true }, "mute_channel: alice is not subscribed to quiet"],
    [{ action: "mute_channel", as: "alice", channel: "general", value: 1 }, "mute_channel: value: got 1, expected true or false"],
  ];
  for (const [action, line] of pairs) assert.is(refusal(sim, action), line);
  assert.equal(sim.as("owen").send("POST /register", { fetch_event_types: ["stream", "subscription"] }).body.streams, before);
  assert.is(refusal(sim, create), "done");
});

test.run();
