import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../../conformance/night.test.kit.ts";
import { type Flag, flagBits } from "../../core/flags.ts";
import { createSimulator, type Simulator } from "../../server/simulator.ts";

const realm = {
  users: { una: { role: "owner", alert_words: ["soup"] }, vic: {} },
  channels: { P: { subscribers: ["una", "vic"] } },
  messages: [
    { from: "vic", to: "P", topic: "t", content: "nothing {n}", times: 5 },
    { from: "vic", to: "P", topic: "t", content: "starred", starred_by: ["una"] },
    { from: "una", to: ["vic"], content: "@**vic** and @**una**" },
  ],
};

const contents = ["nothing", "soup", "@**vic**", "@**una** soup", "@**all** soup", "@**topic**"];
const step = fc.record({
  does: fc.constantFrom("send", "send", "direct", "edit", "move", "delete", "add", "remove", "fork", "swap"),
  as: fc.constantFrom("una", "vic"),
  flag: fc.constantFrom("starred", "read"),
  at: fc.nat(),
  content: fc.constantFrom(...contents),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes a step in the first of the simulators. */
function take(sims: Simulator[], { does, as, flag, at, content }: Step, n: number): void {
  const sim = sims[0]!;
  const all = [...sim.snapshot().world.messages.values()];
  const { id: message_id, sender } = all[at % all.length] ?? { id: 0, sender: 0 };
  const author = sender === sim.cast.una!.user_id ? "una" : "vic";
  const isDirect = all[at % all.length]?.place.channel === undefined;
  if (does === "send") sim.as(as).send("POST /messages", { type: "channel", to: "P", topic: "t", content });
  else if (does === "direct")
    sim.as(as).send("POST /messages", { type: "direct", to: ["una", "vic"].map((name) => sim.cast[name]!.user_id), content });
  else if (does === "delete") sim.as("una").send(`DELETE /messages/${message_id}`);
  else if (does === "fork") sims.unshift(sim.fork());
  else if (does === "swap") sims.reverse();
  else if (all.length === 0) return;
  else if (does === "edit") sim.act({ action: "edit_message", as: author, message_id, content: `${content} in edit ${n}` });
  else if (does === "move" && !isDirect) sim.act({ action: "edit_message", as: "una", message_id, topic: `t${n}` });
  else if (does === "add" || does === "remove") sim.act({ action: "set_flag", as, message_id, flag, op: does });
}

const marks: Readonly<Record<string, readonly Flag[]>> = {
  starred: ["starred"],
  mentioned: ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"],
  alerted: ["has_alert_word"],
};

/** Ids of the messages that have a mark in a user's row, by looking at all of them. */
function marked(sim: Simulator, name: string, flags: readonly Flag[]): number[] {
  const { user_id } = sim.cast[name]!;
  const has = (bits: number) => flags.some((flag) => bits & flagBits[flag]);
  return [...sim.snapshot().world.messages.values()].filter((message) => has(message.flagsOf(user_id as never))).map(({ id }) => id);
}

function found(sim: Simulator, name: string, terms: readonly object[], anchor: string): number[] {
  const counts = { num_before: anchor === "newest" ? 900 : 0, num_after: anchor === "newest" ? 0 : 900 };
  const { body } = sim.as(name).send("GET /messages" as string, { narrow: terms, anchor, ...counts });
  return (body.messages as { id: number }[]).map(({ id }) => id);
}

test("what is starred, mentioned or alerted is found as looking at all messages finds it, in every fork", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const sims = [createSimulator({ realm })];
      for (const [n, given] of steps.entries()) take(sims, given, n);
      for (const sim of sims) {
        for (const name of ["una", "vic"]) {
          for (const [mark, flags] of Object.entries(marks)) {
            for (const anchor of ["oldest", "newest"]) {
              const wanted = marked(sim, name, flags);
              const term = { operator: "is", operand: mark };
              assert.equal(found(sim, name, [term], anchor), wanted, `${mark} for ${name}`);
              const inP = wanted.filter((id) => sim.snapshot().world.messages.get(id as never)!.place.channel !== undefined);
              assert.equal(found(sim, name, [term, { operator: "channel", operand: "P" }], anchor), inP, `${mark} in P for ${name}`);
            }
          }
        }
      }
    }),
    { numRuns: byDay(60, 150) },
  );
});

test.run();
