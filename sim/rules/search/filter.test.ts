import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../server/simulator.ts";
import { Search, wordsOf } from "./search.ts";

/** Whether more is tried than by day, as `npm run nightly` asks. */
const isNight = process.env.NIGHTLY === "1";

const shown = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Taken {
  readonly id: number;
  readonly topic: string;
  readonly held: ReadonlySet<string | undefined>;
}

/** All messages, taken apart. */
const takenApart = (sim: Simulator): Taken[] =>
  [...sim.snapshot().world.messages.values()].map(({ id, topic, rendered }) => {
    const words = [...wordsOf(shown(topic)), ...wordsOf(rendered)];
    return { id, topic: topic.toLowerCase(), held: new Set(words.map(({ key }) => key)) };
  });

/** Ids of the messages that hold every word of a query. */
function heldBy(all: readonly Taken[], query: string, isWanted: (topic: string) => boolean): number[] {
  const keys = [...new Search(query).keys];
  const found = all.filter(({ topic, held }) => isWanted(topic) && keys.length > 0 && keys.every((key) => held.has(key)));
  return found.map(({ id }) => id);
}

const channel = { operator: "channel", operand: "P" };
const narrows = [
  { terms: [], isWanted: () => true },
  { terms: [channel], isWanted: () => true },
  { terms: [channel, { operator: "topic", operand: "often" }], isWanted: (topic: string) => topic === "often" },
];

/** Ids that the server finds from one end of the narrow on, or around an id. */
function found(sim: Simulator, query: string, terms: readonly object[], anchor: string | number): number[] {
  const counts = { num_before: anchor === "oldest" ? 0 : 900, num_after: anchor === "newest" ? 0 : 900 };
  const narrow = [...terms, { operator: "search", operand: query }];
  const { body } = sim.as("una").send("GET /messages" as string, { narrow, anchor, ...counts });
  return (body.messages as { id: number }[]).map(({ id }) => id);
}

const vocabulary =
  "soup soups Soup yoga yogi zinc plan plans planning lunch well-known known 42 1234 12345 12399 x1 naïve NAÏVE cafe\u0301 İstanbul istanbul " +
  "K kelvin \u212Aelvin ΟΔΟΣ ΟΔΟΣ'Α οδος ΣΑΣ 日本語 𠮷野 😀soup “soup” 日本。soup a-b\u0301cd foo_bar R&D <b> **bold** x.org x.org/a/b.html me@Example.org " +
  "http://lunch.example.org/Plan happy happily ugly ugliest die dying sky skies stable stability the it abcdefghij abcdefghiz";
const text = fc.array(fc.constantFrom(...vocabulary.split(" ")), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const topic = fc.oneof(fc.constant("often"), text);

const step = fc.record({ does: fc.constantFrom("send", "edit", "delete", "fork", "swap"), at: fc.nat(), content: text, topic });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const realm = (contents: readonly string[]) => ({
  users: { una: { role: "owner" } },
  channels: { P: { subscribers: ["una"] } },
  messages: contents.flatMap((content) => [
    { from: "una", to: "P", topic: "often", content },
    { from: "una", to: "P", topic: "filling", content: "nothing {n}", times: 100 },
  ]),
});

/** Simulators that come from one by steps, each in some of them. */
function after(start: Simulator, steps: readonly Step[]): Simulator[] {
  const sims = [start];
  for (const [n, { does, at, content, topic }] of steps.entries()) {
    const sim = sims[0]!;
    const una = sim.as("una");
    const ids = [...sim.snapshot().world.messages.keys()];
    const message_id = ids[at % ids.length]!;
    if (does === "send") assert.is(una.send("POST /messages", { type: "channel", to: "P", topic, content }).status, 200);
    else if (does === "edit") sim.act({ action: "edit_message", as: "una", message_id, topic, content: `${content} ${n}` });
    else if (does === "delete") assert.is(una.send(`DELETE /messages/${message_id}`).status, 200);
    else if (does === "fork") sims.unshift(sim.fork());
    else sims.reverse();
  }
  return sims;
}

test("a search finds what taking all messages apart finds, after edits and deletions and in every fork", () => {
  const lists = fc.array(text, { minLength: 2, maxLength: 7 });
  fc.assert(
    fc.property(lists, fc.array(step, { maxLength: 12 }), fc.array(text, { minLength: 5, maxLength: 5 }), (contents, steps, queries) => {
      for (const sim of after(createSimulator({ realm: realm(contents) }), steps)) {
        const all = takenApart(sim);
        for (const query of queries) {
          for (const { terms, isWanted } of narrows) {
            const held = heldBy(all, query, isWanted);
            for (const anchor of ["oldest", "newest", 350]) assert.equal(found(sim, query, terms, anchor), held, `${query}, ${anchor}`);
          }
        }
      }
    }),
    { numRuns: isNight ? 60 : 25 },
  );
});

test.run();
