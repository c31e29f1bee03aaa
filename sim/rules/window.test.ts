import { test } from "uvu";
import * as assert from "uvu/assert";
import type { MessageId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { createSimulator, type SimulatorOptions } from "../simulator.ts";
import { narrowOf } from "./narrow/narrow.ts";
import { windowOf } from "./window.ts";

/** Of six messages the fourth is in another topic, so that the narrow to `here` holds 1, 2, 3, 5 and 6. */
const realm = {
  users: { una: {} },
  channels: { P: { subscribers: ["una"] } },
  messages: ["here", "here", "here", "there", "here", "here"].map((topic, i) => ({
    from: "una",
    to: "P",
    topic,
    content: `m${i + 1}`,
    at: `-${9 - i}m`,
  })),
};

const narrow = [{ operator: "topic", operand: "here" }];
const newest = 10_000_000_000_000_000;

/** Fetches around a message by its number; 0 and 10^16 are the anchors that they always are. */
function fetch(options: SimulatorOptions, anchor: number, num_before: number, num_after: number, include_anchor?: boolean) {
  const sim = createSimulator({ realm, ...options });
  const first = sim.as("una").send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 1 }).body.messages as { id: number }[];
  const shift = first[0]!.id - 1;
  const real = anchor === 0 || anchor === newest ? anchor : anchor + shift;
  const { body } = sim.as("una").send("GET /messages", { narrow, anchor: String(real), num_before, num_after, include_anchor });
  assert.is(body.anchor, real);
  assert.is(body.history_limited, false);
  const ids = (body.messages as { id: number }[]).map(({ id }) => id - shift).join(",");
  const flags = [body.found_anchor, body.found_oldest, body.found_newest].map((flag) => (flag ? "T" : "F")).join("");
  return `${ids} ${flags}`;
}

type Row = readonly [anchor: number, before: number, after: number, seen: string, includeAnchor?: boolean];

const rows: readonly Row[] = [
  [newest, 2, 0, "5,6 FFT"],
  [newest, 2, 2, "5,6 FFT"],
  [newest, 10, 0, "1,2,3,5,6 FTT"],
  [newest, 0, 0, " FFT"],
  [newest, 0, 5, " FFT"],
  [0, 0, 2, "1,2 FTF"],
  [0, 2, 2, "1,2 FTF"],
  [0, 0, 10, "1,2,3,5,6 FTT"],
  [0, 0, 0, " FTF"],
  [3, 2, 2, "1,2,3,5,6 TFF"],
  [3, 5, 5, "1,2,3,5,6 TTT"],
  [3, 0, 0, "3 TFF"],
  [4, 0, 0, " FFF"],
  [4, 1, 1, "3,5 FFF"],
  [4, 2, 0, "2,3 FFF"],
  [4, 0, 2, "5,6 FFF"],
  [3, 2, 0, "1,2,3 TFF"],
  [3, 2, 0, "1,2 FFF", false],
  [3, 3, 0, "1,2 FTF", false],
  [3, 0, 2, "5,6 FFF", false],
  [3, 0, 3, "5,6 FFT", false],
  [6, 2, 0, "3,5,6 TFF"],
  [6, 2, 1, "3,5,6 TFT"],
  [1, 0, 2, "1,2,3 TFF"],
  [1, 1, 2, "1,2,3 TTF"],
  [100, 3, 3, "3,5,6 FFT"],
];

test("a window has the counts asked for on both sides, and says which ends it found", () => {
  for (const [anchor, before, after, seen, includeAnchor] of rows) {
    assert.is(fetch({}, anchor, before, after, includeAnchor), seen, JSON.stringify([anchor, before, after, includeAnchor]));
  }
});

test("read to the letter, the flags say whether the list has the message at that end", () => {
  const options: SimulatorOptions = { rulings: { foundEnds: "literal" } };
  assert.is(fetch(options, 3, 2, 2), "1,2,3,5,6 TTT");
  assert.is(fetch(options, 6, 2, 0), "3,5,6 TFT");
  assert.is(fetch(options, newest, 5, 0), "1,2,3,5,6 FTT");
  assert.is(fetch(options, 0, 0, 0), " FFF");
  assert.is(fetch(options, 3, 0, 0), "3 TFF");
});

test("an anchor that is excluded and alone is returned by servers, not by the text", () => {
  assert.is(fetch({}, 3, 0, 0, false), " FFF");
  assert.is(fetch({ rulings: { excludedAnchorAlone: "observed" } }, 3, 0, 0, false), "3 TFF");
  assert.is(fetch({ rulings: { excludedAnchorAlone: "observed" } }, 3, 2, 0, false), "1,2 FFF");
});

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
  const range = { anchor: 101 + times / 2, before: 50, after: 50, includeAnchor: true };
  const around = windowOf(watched, narrowOf({ realm: watched, user }, terms), range).messages.filter(({ id }) => id !== range.anchor);
  assert.is(around.length, 100);
  return looks;
}

test("a topic, a conversation and a channel are walked no further than the window is wide, however large the realm", () => {
  const narrows = [
    ({ channel }: { channel: number }) => [
      { operator: "channel", operand: channel },
      { operator: "topic", operand: "HERE" },
    ],
    ({ una }: { una: number }) => [{ operator: "dm", operand: [una] }],
    ({ channel }: { channel: number }) => [{ operator: "channel", operand: channel }],
  ];
  for (const narrow of narrows) {
    assert.is(looksFor(2000, narrow), 101);
    assert.is(looksFor(20_000, narrow), 101);
  }
});

test.run();
