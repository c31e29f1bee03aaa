import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../server/simulator.ts";
import { automaticPolicy } from "./topics.ts";

interface Case {
  readonly follow?: 1 | 2 | 3 | 4;
  readonly unmute?: 1 | 2 | 3 | 4;
  readonly muted?: boolean;
  readonly current?: 0 | 1 | 2 | 3;
  /** Whether the topic has a message already. */
  readonly begun?: boolean;
}

/** A realm with one sender of these settings, and what sending to the topic makes of its policy. */
function policyAfter({ follow = 3, unmute = 2, muted = false, current = 0, begun = false }: Case, options: SimulatorOptions = {}) {
  const settings = { automatically_follow_topics_policy: follow, automatically_unmute_topics_in_muted_streams_policy: unmute };
  const sim = createSimulator({
    ...options,
    realm: {
      users: { alice: { settings }, bob: {} },
      channels: { general: { subscribers: ["alice", "bob"], subscriptions: { alice: { muted } } } },
      messages: begun ? [{ from: ["bob"], to: "general", topic: "Lunch", content: "hello", at: "-1d" }] : [],
    },
  });
  const { stream_id } = sim.channels.general!;
  sim.as("alice").send("POST /user_topics", { stream_id, topic: "LUNCH", visibility_policy: current });
  const { world } = sim.snapshot();
  const alice = world.users.get(world.usersByKey.get("alice")!)!;
  const { body } = sim.as("alice").send("POST /messages", { type: "stream", to: "general", topic: "lunch", content: "hello" });
  assert.is(automaticPolicy(world, alice, [...world.channels.values()][0]!, "lunch"), body.automatic_new_visibility_policy);
  return body.automatic_new_visibility_policy;
}

test("with default settings starting a topic follows it, and writing to one in a muted channel unmutes it", () => {
  assert.is(policyAfter({}), 3);
  assert.is(policyAfter({ begun: true }), undefined);
  assert.is(policyAfter({ muted: true }), 3);
  assert.is(policyAfter({ muted: true, begun: true }), 2);
});

test("a followed topic stays as it is", () => {
  assert.is(policyAfter({ current: 3, follow: 2, muted: true }), undefined);
});

test("following by sending does so whatever the policy was", () => {
  for (const follow of [1, 2] as const) {
    for (const current of [0, 1, 2] as const) assert.is(policyAfter({ follow, current, begun: true }), 3);
  }
});

test("a policy that was set before gives way only to unmuting in a muted channel", () => {
  assert.is(policyAfter({ current: 1 }), undefined);
  assert.is(policyAfter({ current: 1, muted: true }), 2);
  assert.is(policyAfter({ current: 1, muted: true, unmute: 3 }), undefined);
  assert.is(policyAfter({ current: 2, muted: true }), undefined);
});

test("unmuting by starting a topic needs a muted channel and a new topic", () => {
  assert.is(policyAfter({ follow: 4, unmute: 3, muted: true }), 2);
  assert.is(policyAfter({ follow: 4, unmute: 3, muted: true, begun: true }), undefined);
  assert.is(policyAfter({ follow: 4, unmute: 3 }), undefined);
});

test("never means never, and before level 219 nothing is followed", () => {
  assert.is(policyAfter({ follow: 4, unmute: 4, muted: true }), undefined);
  assert.is(policyAfter({}, { level: 219 }), 3);
  assert.is(policyAfter({}, { level: 218 }), undefined);
  assert.is(policyAfter({ muted: true }, { level: 218 }), 2);
});

const say = (sim: Simulator, as: string, content: string, topic = "lunch") =>
  sim.as(as).send("POST /messages", { type: "channel", to: "general", topic, content }).body;

test("a topic is new to one who may not see what was written in it before", () => {
  const sim = createSimulator();
  const write = { type: "channel", to: "secret", topic: "gifts", content: "hush" };
  assert.is(sim.as("cara").send("POST /messages" as string, write).body.automatic_new_visibility_policy, 3);
  const hidden = createSimulator({
    realm: {
      users: { alice: {}, cara: {} },
      channels: {
        secret: { privacy: "private-protected", subscribers: ["alice", "cara"], subscriptions: { alice: { since: "-1h" } } },
      },
      messages: [{ from: ["cara"], to: "secret", topic: "gifts", content: "hush", at: "-2h" }],
    },
  });
  assert.is(hidden.as("alice").send("POST /messages" as string, write).body.automatic_new_visibility_policy, 3);
  assert.is(hidden.as("cara").send("POST /messages" as string, write).body.automatic_new_visibility_policy, undefined);
});

test("bots have no policies", () => {
  const sim = createSimulator();
  assert.is(say(sim, "robo", "hello").automatic_new_visibility_policy, undefined);
});

test("subscribed people follow a topic in which they are mentioned, unless they muted it or said otherwise", () => {
  const realm = {
    users: {
      alice: {},
      bob: {},
      cara: { settings: { automatically_follow_topics_where_mentioned: false } },
      dana: {},
      eve: {},
      robo: { bot: { owner: "alice" } },
    },
    groups: { support: { members: ["bob", "cara"] } },
    channels: { general: { subscribers: ["alice", "bob", "cara", "dana", "robo"] } },
  };
  const sim = createSimulator({ realm });
  const { stream_id } = sim.channels.general!;
  sim.as("dana").send("POST /user_topics", { stream_id, topic: "lunch", visibility_policy: 1 });
  const queue_id = sim.as("bob").send("POST /register", { event_types: ["message", "user_topic"] }).body.queue_id;
  assert.is(say(sim, "alice", "@*support* @**Dana** @**Eve** @**Robo** @_**Alice**").automatic_new_visibility_policy, 3);
  const followers = [...sim.snapshot().world.policies.values()].map(({ user_id, visibility_policy }) => [user_id, visibility_policy]);
  const { alice, bob, dana } = sim.cast;
  assert.equal(followers, [
    [alice!.user_id, 3],
    [bob!.user_id, 3],
    [dana!.user_id, 1],
  ]);
  const { events } = sim.as("bob").send("GET /events", { queue_id, last_event_id: -1 }).body as { events: { type: string }[] };
  assert.equal(
    events.map(({ type }) => type),
    ["user_topic", "message"],
  );
});

test.run();
