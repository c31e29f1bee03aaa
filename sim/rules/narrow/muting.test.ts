import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../simulator.ts";

/** Una has muted the channel `loud` and single topics in both; everything is unread. The names of topics say their policies. */
const realm = {
  users: { una: {}, vic: {} },
  channels: {
    calm: { subscribers: ["una", "vic"] },
    loud: { subscribers: ["una", "vic"], subscriptions: { una: { muted: true } } },
  },
  messages: [
    { from: "vic", to: "loud", topic: "none", content: "loud-none", at: "-9h", unread_by: ["una"] },
    { from: "vic", to: "loud", topic: "Muted", content: "loud-muted", unread_by: ["una"] },
    { from: "vic", to: "calm", topic: "MUTED", content: "calm-muted", unread_by: ["una"] },
    { from: "vic", to: "loud", topic: "unmuted", content: "loud-unmuted", unread_by: ["una"] },
    { from: "vic", to: "loud", topic: "followed", content: "loud-followed", unread_by: ["una"] },
    { from: "vic", to: "calm", topic: "none", content: "calm-none", unread_by: ["una"] },
    { from: "vic", to: "calm", topic: "followed", content: "calm-followed", unread_by: ["una"] },
    { from: "vic", to: ["una"], content: "direct", unread_by: ["una"] },
  ],
  topic_policies: ["loud", "calm"].flatMap((channel) =>
    (["muted", "unmuted", "followed"] as const).map((policy) => ({ user: "una", channel, topic: policy, policy })),
  ),
};

type Term = readonly [operator: string, operand: string | readonly number[], negated?: boolean];

const spelled = (terms: readonly Term[]) => terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }));

const fetch = (sim: Simulator, fields: object, ...terms: readonly Term[]) =>
  sim.as("una").send("GET /messages", { narrow: spelled(terms), apply_markdown: false, num_before: 0, ...fields }).body as {
    anchor: number;
    messages: { id: number; content: string }[];
  };

const found = (sim: Simulator, ...terms: readonly Term[]): string =>
  fetch(sim, { anchor: "oldest", num_after: 100 }, ...terms)
    .messages.map(({ content }) => content)
    .join(" ");

/** The content of the first unread message, which is the anchor. */
function firstUnread(sim: Simulator, ...terms: readonly Term[]): string | number {
  const { anchor, messages } = fetch(sim, { anchor: "first_unread", num_after: 0 }, ...terms);
  return messages.find(({ id }) => id === anchor)?.content ?? anchor;
}

const everything = "loud-none loud-muted calm-muted loud-unmuted loud-followed calm-none calm-followed direct";
const muted = "loud-none loud-muted calm-muted";
const heard = "loud-unmuted loud-followed calm-none calm-followed direct";

test("a topic's policy overrules the mute of its channel", () => {
  const sim = createSimulator({ realm });
  assert.is(found(sim), everything);
  assert.is(found(sim, ["in", "home"]), heard);
  assert.is(found(sim, ["in", "home", true]), muted);
  assert.is(found(sim, ["is", "muted"]), muted);
  assert.is(found(sim, ["is", "muted", true]), heard);
  assert.is(found(sim, ["is", "followed"]), "loud-followed calm-followed");
  assert.is(found(sim, ["is", "followed", true]), "loud-none loud-muted calm-muted loud-unmuted calm-none direct");
});

test("what is muted is the same in the narrow to its channel", () => {
  const sim = createSimulator({ realm });
  assert.is(found(sim, ["channel", "loud"], ["in", "home"]), "loud-unmuted loud-followed");
  assert.is(found(sim, ["channel", "loud"], ["is", "muted"]), "loud-none loud-muted");
});

test("the first unread message is one that is not muted, unless its channel is named", () => {
  const sim = createSimulator({ realm });
  const dm = sim.cast.vic!.user_id;
  assert.is(firstUnread(sim), "loud-unmuted");
  assert.is(firstUnread(sim, ["channel", "loud"]), "loud-none");
  assert.is(firstUnread(sim, ["channel", "calm"]), "calm-none");
  assert.is(firstUnread(sim, ["channel", "calm", true]), "loud-none");
  assert.is(firstUnread(sim, ["channel", "loud", true]), "calm-muted");
  assert.is(firstUnread(sim, ["topic", "muted"]), 10_000_000_000_000_000);
  assert.is(firstUnread(sim, ["channel", "loud"], ["topic", "muted"]), 10_000_000_000_000_000);
  assert.is(firstUnread(sim, ["dm", [dm]]), "direct");
});

test("by another ruling muted messages count as unread", () => {
  const options: SimulatorOptions = { realm, rulings: { mutedFirstUnread: "counted" } };
  assert.is(firstUnread(createSimulator(options)), "loud-none");
  assert.is(firstUnread(createSimulator(options), ["topic", "muted"]), "loud-muted");
});

test("a policy set now counts at once", () => {
  const sim = createSimulator({ realm });
  const { stream_id } = sim.channels.calm!;
  sim.as("una").send("POST /user_topics", { stream_id, topic: "NONE", visibility_policy: 1 });
  assert.is(found(sim, ["is", "muted"]), `${muted} calm-none`);
});

test.run();
