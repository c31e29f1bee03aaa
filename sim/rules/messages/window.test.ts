import { test } from "uvu";
import * as assert from "uvu/assert";
import type { MessageId } from "../../core/ids.ts";
import { limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { createSimulator } from "../../server/simulator.ts";
import { narrowOf } from "../narrow/narrow.ts";
import { windowOf } from "./window.ts";

/** Counts how many messages are looked at to take 100 around the middle of a place that holds one in ten of a realm's messages. */
function looksFor(times: number, operand: (ids: { channel: number; una: number }) => object[]): number {
  const people = { una: {}, vic: {} };
  const busy = {
    users: people,
    channels: { P: { subscribers: ["una", "vic"] }, Q: { subscribers: ["una", "vic"] } },
    messages: Array.from({ length: 10 }, () => [
      { from: "una", to: "P", topic: "here", content: "{n}", times: times / 100, at: "-1h" },
      { from: "una", to: ["vic"], content: "{n}", times: times / 100 },
      { from: "una", to: "Q", topic: "there", content: "{n}", times: (8 * times) / 100 },
    ]).flat(),
  };
  const sim = createSimulator({ realm: busy });
  const { world } = sim.snapshot();
  let looks = 0;
  const messages = Object.assign(Object.create(world.messages) as typeof world.messages, {
    get: (id: MessageId) => {
      looks++;
      return world.messages.get(id);
    },
    ascending: () => assert.unreachable("all messages are walked"),
    descending: () => assert.unreachable("all messages are walked"),
  });
  const watched: Realm = Object.assign(Object.create(world) as typeof world, { messages });
  const ids = { channel: sim.channels.P!.stream_id, una: sim.cast.una!.user_id };
  const user = world.users.get(world.usersByKey.get("vic")!)!;
  const terms = operand(ids).map((term) => ({ negated: false, isPair: false, ...term })) as never;
  const anchor = 101 + times / 2;
  const extent = { before: 50, after: 50, includeAnchor: true };
  const around = windowOf(watched, narrowOf({ realm: watched, user }, terms), anchor, extent).messages.filter(({ id }) => id !== anchor);
  assert.is(around.length, 100);
  return looks;
}

test("a topic, a conversation and a channel are walked to one message beyond each end of the window, however large the realm", () => {
  const narrows = [
    ({ channel }: { channel: number }) => [
      { operator: "channel", operand: channel },
      { operator: "topic", operand: "HERE" },
    ],
    ({ una }: { una: number }) => [{ operator: "dm", operand: [una] }],
    ({ channel }: { channel: number }) => [{ operator: "channel", operand: channel }],
  ];
  for (const narrow of narrows) {
    assert.is(looksFor(2000, narrow), 103);
    assert.is(looksFor(20_000, narrow), 103);
  }
});

/** Every window of up to three messages to each side, around every id of a realm, before and behind all of them. */
function* everyExtent(newest: number) {
  for (const anchor of [...Array(newest + 3).keys(), limits.newestAnchor])
    for (const before of [0, 1, 2, 3])
      for (const after of [0, 1, 2, 3])
        for (const includeAnchor of [true, false]) yield { anchor, extent: { before, after, includeAnchor } };
}

test("a window has the oldest and the newest message of its narrow if they are in it, an empty one if there is none", () => {
  const messages = ["here", "there", "here", "here", "there"].map((topic, i) => ({ from: "una", to: "P", topic, content: `${i}` }));
  const sim = createSimulator({ realm: { users: { una: {} }, channels: { P: { subscribers: ["una"] } }, messages } });
  const { world } = sim.snapshot();
  const user = world.users.get(world.usersByKey.get("una")!)!;
  const channel = sim.channels.P!.stream_id;
  for (const topic of ["here", "there", "nowhere"]) {
    const terms = [
      { operator: "channel", operand: channel, negated: false, isPair: false },
      { operator: "topic", operand: topic, negated: false, isPair: false },
    ];
    const narrow = narrowOf({ realm: world, user }, terms as never);
    const [oldest, newest] = [narrow.oldest(), narrow.newest()];
    for (const { anchor, extent } of everyExtent(world.counters.message)) {
      const { messages, found_oldest, found_newest } = windowOf(world, narrow, anchor, extent);
      const expected =
        messages.length === 0
          ? [oldest === undefined, oldest === undefined]
          : [messages[0] === oldest, messages[messages.length - 1] === newest];
      assert.equal([found_oldest, found_newest], expected, `${topic}, around ${anchor}: ${JSON.stringify(extent)}`);
    }
  }
});

test("a date finds both ends of a narrow without messages; with the rulings of running servers it finds none", () => {
  for (const foundEnds of ["literal", "observed"] as const) {
    const sim = createSimulator({ rulings: { foundEnds } });
    const { world } = sim.snapshot();
    const user = world.users.get(world.usersByKey.get("alice")!)!;
    const narrow = narrowOf({ realm: world, user }, [{ operator: "topic", operand: "nowhere", negated: false, isPair: false }] as never);
    const ends = { found_oldest: foundEnds === "literal", found_newest: foundEnds === "literal" };
    const empty = { anchor: limits.newestAnchor, messages: [], found_anchor: false, ...ends };
    assert.equal(windowOf(world, narrow, undefined, { before: 9, after: 9, includeAnchor: true }), empty);
    const range = { anchor: "date", anchor_date: "2026-01-01", num_before: 9, num_after: 9 };
    const { body } = sim.as("alice").send("GET /messages", { ...range, narrow: [["topic", "nowhere"]] });
    assert.equal(body, { result: "success", msg: "", ...empty, history_limited: false });
  }
});

test.run();
