import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Event, listener, refusal } from "./hearing.test.kit.ts";

const sent = (sim: Simulator, channel = "general"): number =>
  Number(sim.as("bob").send("POST /messages", { type: "channel", to: channel, topic: "soup", content: "hot" }).body.id);
const fetched = (sim: Simulator, name: string, id: number): Event => sim.as(name).send(`GET /messages/${id}`).body.message as Event;

test("a name stands for a custom emoji, the brand's, or one of the table, in this order", () => {
  const sim = createSimulator();
  const message_id = sent(sim);
  const hear = listener(sim, "cara", ["reaction"]);
  const custom = sim.act({ action: "add_emoji", name: "tada" }).id;
  for (const emoji_name of ["tada", "zulip", "octopus"]) sim.act({ action: "react", as: "alice", message_id, emoji_name });
  const user_id = sim.cast.alice!.user_id;
  const made = [
    { emoji_name: "tada", emoji_code: String(custom), reaction_type: "realm_emoji" },
    { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" },
    { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" },
  ];
  assert.equal(
    hear(),
    made.map((emoji) => ({ type: "reaction", op: "add", user_id, message_id, ...emoji })),
  );
  assert.equal(
    fetched(sim, "cara", message_id).reactions,
    made.map((emoji) => ({ ...emoji, user_id })),
  );
});

test("a code and a type choose among emoji of one name, and a reaction goes under any name of its code", () => {
  const sim = createSimulator();
  const message_id = sent(sim);
  sim.act({ action: "add_emoji", name: "tada" });
  const unicode = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" } as const;
  sim.act({ action: "react", as: "alice", message_id, ...unicode });
  sim.act({ action: "react", as: "bob", message_id, emoji_name: "thumbs_up" });
  const hear = listener(sim, "cara", ["reaction"]);
  sim.act({ action: "unreact", as: "alice", message_id, ...unicode });
  sim.act({ action: "unreact", as: "bob", message_id, emoji_name: "+1" });
  assert.equal(
    hear().map(({ op, emoji_code }) => [op, emoji_code]),
    [
      ["remove", "1f389"],
      ["remove", "1f44d"],
    ],
  );
  assert.equal(fetched(sim, "cara", message_id).reactions, []);
});

test("the user object is in the event at the levels that had it", () => {
  const has = (level: number): boolean => {
    const sim = createSimulator({ level });
    const hear = listener(sim, "bob", ["reaction"]);
    sim.act({ action: "react", as: "alice", message_id: sent(sim), emoji_name: "octopus" });
    const [event] = hear();
    const { user_id, email } = sim.cast.alice!;
    if (event!.user !== undefined) assert.equal(event!.user, { user_id, email, full_name: "Alice Arbour" });
    return event!.user !== undefined;
  };
  assert.equal([327, 328, 338, 339, 483, 484, newestLevel].map(has), [true, false, false, true, true, false, false]);
});

test("who reacts to a message from before their time gets a row for it and hears of it from then on", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "quiet");
  const hear = listener(sim, "alice", ["reaction"]);
  sim.act({ action: "react", as: "cara", message_id, emoji_name: "octopus" });
  sim.act({ action: "react", as: "alice", message_id, emoji_name: "octopus" });
  sim.act({ action: "unreact", as: "cara", message_id, emoji_name: "octopus" });
  assert.equal(
    hear().map(({ op, user_id }) => [op, user_id]),
    [
      ["add", sim.cast.alice!.user_id],
      ["remove", sim.cast.cara!.user_id],
    ],
  );
  assert.equal(fetched(sim, "alice", message_id).flags, ["read", "historical"]);
});

test("refusals name the field, and nothing happens", () => {
  const sim = createSimulator();
  const message_id = sent(sim, "team");
  const react = { action: "react", as: "alice", message_id, emoji_name: "octopus" } as const;
  sim.act(react);
  const before = fetched(sim, "alice", message_id);
  const ladder: [Event, string][] = [
    [{ ...react, emoji_name: undefined }, "react: emoji_name: missing, expected text that is not empty"],
    [{ ...react, as: "cara" }, `react: cara does not see message ${message_id}`],
    [{ ...react, emoji_name: "nope_xyz" }, "react: Emoji 'nope_xyz' does not exist"],
    [{ ...react, emoji_code: "1f44d" }, 'react: emoji_name "octopus" does not go with unicode_emoji "1f44d"'],
    [
      { ...react, reaction_type: "smiley" },
      'react: reaction_type: got "smiley", expected "unicode_emoji", "realm_emoji" or "zulip_extra_emoji"',
    ],
    [{ ...react, reaction_type: "realm_emoji" }, 'react: emoji_name "octopus" does not go with realm_emoji "1f419"'],
    [
      { ...react, reaction_type: "zulip_extra_emoji", emoji_code: "octopus" },
      'react: emoji_name "octopus" does not go with zulip_extra_emoji "octopus"',
    ],
    [react, "react: Reaction already exists."],
    [{ ...react, action: "unreact", emoji_name: "tada" }, "unreact: Reaction doesn't exist."],
    [{ ...react, action: "unreact", as: "bob" }, "unreact: Reaction doesn't exist."],
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), line);
  assert.equal(fetched(sim, "alice", message_id), before);
  assert.is(refusal(sim, { ...react, action: "unreact" }), "done");
});

test.run();
