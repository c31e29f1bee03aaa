import { exampleScope, linkifyingScope } from "./example-scope.test.kit.ts";
import { render } from "./index.ts";

const short = [
  "Hello there!",
  "Lunch at 12, or later? I don't mind; you choose.",
  "The soup is good today, try it with some bread and a little salt",
  "Done (it took 3 of the 5 hours)",
];

/** A message of about 2,000 characters as people write them in a busy week: every construct, most of the text plain. */
const mixed = [
  "Good morning @**King Hamlet** and @*support*, here is *where we stand* with the **second** release :tada:. Most of the " +
    "work is done, the rest is listed below; see #**Denmark>lunch** for how we got here, and #123 for what is left.",
  "- [the plan](https://example.com/plans/second?draft=2#steps) has been read by all of us\n" +
    "- `sim.advance(60)` moves the clock, **not** the queue\n  - heartbeats are sent *before* the end of a queue :rocket:\n" +
    "  - a poll that is held answers at once\n- ~~old keys~~ are gone, see https://example.com/keys/old.html (thanks!)",
  "1. Build it with `npm run build`\n2. Start the server & look at http://localhost:9991/api\n3. Tell @_**Cordelia, Lear's daughter**",
  "> I would rather wait until <time:2026-11-23T10:00:00Z>, there is no hurry.\n> The numbers are better then :smile:",
  "I see your point. On the other hand the people who asked for it have been waiting since the spring, and we promised " +
    "them an answer this month 👍. What we could do is to ship the *small* part first, without the new pages, and follow " +
    "with the rest once everybody has had a look. Mail me at hamlet@example.com or ask on #**Verona Beach** if unsure.",
  '```ts\nconst sim = createSimulator({ realm });\nconst alice = sim.as("alice");\nfor (const text of texts) {\n' +
    '  alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: text });\n}\n```',
  "| what | before | now |\n|---|--:|--:|\n| plain | 210,000 | *240,000* |\n| mixed | 2,900 | **5,100** |\n| worst | `48 ms` | 11 ms |",
  "### What comes next\nWe measure again on Friday; a < b && c > d must hold, as $$a^2 + b^2 = c^2$$ does. If it *does not*, then " +
    "T-42 and T-43 are the places to look, and ***nobody*** goes home. The chart is at example.com/charts/speed.png as always.",
  "Thank you all for the patience, and for the cake. It was a long week, and I think that we have earned a quiet weekend. Those " +
    "who want to help with the rest: the list is in #**Verona Beach**, take what you like and say so there. See you on *Friday*.",
].join("\n\n");

// Of each construct the text that asks most of it, to be repeated.
const worst = [
  ...["[", "[a](", "[](", "[a](b'", "![a](", "*", "*a", "**a ", "> ", "> a\n", "- a\n", "- > ", "a|", "a|b\n-|-\n"],
  ...["`", "``a", "\\`", "@**", "@**a", "@*", "#**", "$$", "$$a", ":a", ":a:", ":)", "👍", "<time:", "~~", "```quote\n"],
  ...["http://a/(", "a.com ", "a.", "a@", "https://a.com/x.png ", "#12 "],
];
const longest = 10_000;

/** Milliseconds for one call, the best of some rounds. */
function millis(rounds: number, calls: number, call: (i: number) => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < calls; i++) call(i);
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return best;
}

/** Rendering: rates for what people write, and the time for the worst that they may. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  const [rounds, calls, length] = tiny ? [1, 20, 200] : [5, 2000, longest];
  const plain = exampleScope();
  const linkifying = linkifyingScope({ translateEmoticons: true });
  const aSecond = (calls: number, call: (i: number) => unknown) => `${Math.round(1000 / millis(rounds, calls, call))}`;
  const slowest = worst.map((unit) => {
    const source = unit.repeat(length / unit.length);
    return { unit, took: millis(rounds, 1, () => render(source, linkifying)) };
  });
  const [first] = slowest.sort((a, b) => b.took - a.took);
  return [
    ["short plain messages rendered, a second", aSecond(10 * calls, (i) => render(short[i % short.length]!, plain)), "50000"],
    ["2000 characters of mixed markup rendered, a second", aSecond(calls, () => render(mixed, plain)), "5000"],
    ["the same with two linkifiers and emoticons, a second", aSecond(calls, () => render(mixed, linkifying)), "4000"],
    [
      `worst ${length} characters of ${worst.length} kinds`,
      `${first!.took.toFixed(1)} ms for ${JSON.stringify(first!.unit)}`,
      "under 50 ms",
    ],
  ];
}
