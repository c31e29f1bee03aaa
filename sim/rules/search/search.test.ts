import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../server/simulator.ts";
import { highlighted, Search } from "./search.ts";

const realm = {
  users: { una: {}, vic: {} },
  channels: { P: { subscribers: ["una", "vic"] } },
  messages: [
    { from: "vic", to: "P", topic: "lunch plans", content: "discuss lunch after **lunch**", at: "-9h" },
    { from: "vic", to: "P", topic: "links", content: "https://google.com" },
    { from: "vic", to: "P", topic: "R&D <x>", content: 'it\'s 100% done_ "quoted text" here' },
    { from: "vic", to: "P", topic: "", content: "empty lunches" },
    { from: "vic", to: ["una"], content: "private Lunch" },
  ],
};

interface Found {
  readonly content: string;
  readonly match_content: string;
  readonly match_subject: string;
}

function search(sim: Simulator, operand: string, fields: object = {}): Found[] {
  const narrow = [{ operator: "search", operand }];
  const { body } = sim.as("una").send("GET /messages", { narrow, anchor: "newest", num_before: 99, num_after: 0, ...fields });
  return body.messages as Found[];
}

const contents = (sim: Simulator, operand: string): string =>
  search(sim, operand, { apply_markdown: false })
    .map(({ content }) => content)
    .join(" | ");

test("all words must be there in some form, in the topic or in the text", () => {
  const sim = createSimulator({ realm });
  const [plans, link, done, empty, direct] = realm.messages.map(({ content }) => content);
  const rows: [string, string | undefined][] = [
    ["lunch", `${plans} | ${empty} | ${direct}`],
    ["LUNCHES planning", plans],
    ["plan lunch nosuch", ""],
    ["lun", ""],
    ["the lunch of plans", plans],
    ["after discussing", plans],
    ["the", ""],
    ["!!", ""],
    ["s t", ""],
    ["google.com", link],
    ["https://google.com", link],
    ["google", ""],
    ["href", ""],
    ["amp", ""],
    ["strong", ""],
    ["done", done],
    ["R&D", ""],
    ["private", direct],
  ];
  for (const [operand, found] of rows) assert.is(contents(sim, operand), found, operand);
});

test("what an address asks is part of it, in topics as in texts", () => {
  const sim = createSimulator({ realm });
  const address = "x.org/a?first=cats&c=2";
  for (const message of [
    { topic: "links", content: `see https://${address}` },
    { topic: address, content: "this one" },
  ]) {
    sim.as("vic").send("POST /messages", { type: "channel", to: "P", ...message });
  }
  const both = `see https://${address} | this one`;
  const rows = [
    [address, both],
    [`https://${address}`, both],
    ["x.org", both],
    ["cats", ""],
    ["x.org/a", ""],
  ] as const;
  for (const [operand, found] of rows) assert.is(contents(sim, operand), found, operand);
});

test("quoted parts must stand in the source or the topic to the letter", () => {
  const sim = createSimulator({ realm });
  const [plans, , done] = realm.messages.map(({ content }) => content);
  const rows: [string, string | undefined][] = [
    ['"lunch after"', plans],
    ['"after lunch"', ""],
    ['"after **LUNCH"', plans],
    ['"Lunch Plans"', plans],
    ['"lunch plans" discuss', plans],
    ['"100% done_"', done],
    ['"100_ done"', ""],
    ['"the" lunch', ""],
    ['"after', plans],
    ['"%"', ""],
  ];
  for (const [operand, found] of rows) assert.is(contents(sim, operand), found, operand);
});

test("found messages show where the words are, as HTML in any case", () => {
  const sim = createSimulator({ realm });
  const mark = (word: string) => `<span class="highlight">${word}</span>`;
  assert.equal(
    search(sim, "lunch", { apply_markdown: false }).map(({ match_content, match_subject }) => [match_content, match_subject]),
    [
      [`<p>discuss ${mark("lunch")} after <strong>${mark("lunch")}</strong></p>`, `${mark("lunch")} plans`],
      [`<p>empty ${mark("lunches")}</p>`, "general chat"],
      [`<p>private ${mark("Lunch")}</p>`, ""],
    ],
  );
  const [link] = search(sim, "https://google.com");
  assert.is(link!.match_content, `<p><a href="https://google.com">https://${mark("google.com")}</a></p>`);
  assert.is(link!.match_subject, "links");
  assert.is(search(sim, "done")[0]!.match_subject, "R&amp;D &lt;x&gt;");
  const plain = sim.as("una").send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
  assert.is("match_content" in (plain.body.messages as object[])[0]!, false);
});

test("of overlapping words the outermost is marked, of a hyphenated one its parts", () => {
  const marked = (html: string, query: string) => highlighted(html, new Search(query).keys);
  assert.is(marked("a well-known word", "well-known"), 'a <span class="highlight">well</span>-<span class="highlight">known</span> word');
  assert.is(marked("a well-known word", "known"), 'a well-<span class="highlight">known</span> word');
  assert.is(marked("x.org/y/z", "x.org"), '<span class="highlight">x.org</span>/y/z');
});

test("several search terms are one search beside the other terms", () => {
  const sim = createSimulator({ realm });
  const narrow = [
    { operator: "search", operand: "lunch" },
    { operator: "topic", operand: "LUNCH PLANS" },
    { operator: "search", operand: "discuss", negated: true },
  ];
  const { body } = sim.as("una").send("GET /messages", { narrow, anchor: "newest", num_before: 99, num_after: 0 });
  assert.equal(
    (body.messages as Found[]).map(({ match_subject }) => match_subject),
    ['<span class="highlight">lunch</span> plans'],
  );
});

test.run();
