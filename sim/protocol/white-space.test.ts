import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";

/** The separators among the control characters are white space, the byte order mark is none. */
const [around, mark] = ["\x1c\x1d\x1e\x1f\x85\u2003 ", "\ufeff"];
const word = "narrowly";

const sim = (): Simulator =>
  createSimulator({ realm: { users: { alice: {}, dana: { role: "owner" } }, channels: { [word]: { subscribers: ["alice"] } } } });

/** A text as a route stores it, or the code of its refusal. */
const rows: [name: string, made: (text: string) => unknown][] = [
  [
    "topic",
    (topic) => {
      const alice = sim().as("alice");
      const { id, code } = alice.send("POST /messages", { type: "channel", to: word, topic, content: "x" }).body;
      return id === undefined ? code : alice.send(`GET /messages/${id}`).body.message.subject;
    },
  ],
  [
    "channel",
    (to) => {
      const { id, code } = sim().as("alice").send("POST /messages", { type: "channel", to, topic: "x", content: "x" }).body;
      return id === undefined ? code : word;
    },
  ],
  [
    "fragment",
    (fragment) => {
      const alice = sim().as("alice");
      const { code } = alice.send("POST /navigation_views", { fragment, is_pinned: true, name: "x" }).body;
      return code ?? alice.send("POST /register", { fetch_event_types: ["navigation_views"] }).body.navigation_views?.[0]?.fragment;
    },
  ],
  [
    "domain",
    (domain) => {
      const { code, new_domain } = sim().as("dana").send("POST /realm/domains", { domain, allow_subdomains: false }).body;
      return code ?? new_domain[1];
    },
  ],
  [
    "operand",
    (operand) => {
      const fields = { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "channel", operand }] };
      return sim().as("alice").send("GET /messages", fields).body.code ?? word;
    },
  ],
];

test("white space goes from both ends of what names something, and what is none stays", () => {
  const made = (text: string) => Object.fromEntries(rows.map(([name, one]) => [name, one(text)]));
  const domain = `${word}.example`;
  const ofDomain = rows.find(([name]) => name === "domain")![1];
  assert.equal(made(`${around}${word}${around}`), { topic: word, channel: word, fragment: word, domain: "BAD_REQUEST", operand: word });
  assert.is(ofDomain(`${around}${domain}${around}`), domain);
  const marked = mark + word;
  const unknown = { channel: "STREAM_DOES_NOT_EXIST", operand: "BAD_NARROW" };
  assert.equal(made(marked), { ...unknown, topic: marked, fragment: marked, domain: "BAD_REQUEST" });
});

test("a text of white space alone is blank, a byte order mark is not", () => {
  const answers = (text: string) => {
    const [alice, dana] = ["alice", "dana"].map((who) => sim().as(who)) as [ReturnType<Simulator["as"]>, ReturnType<Simulator["as"]>];
    return [
      alice.send("POST /navigation_views", { fragment: text, is_pinned: true, name: "x" }).body.msg,
      alice.send("POST /user_groups/create", { name: text, description: "", members: [] }).body.msg,
      dana.send("POST /channel_folders/create", { name: text, description: "" }).body.msg,
    ];
  };
  const blank = ["fragment cannot be blank", "User group name can't be empty!", "Channel folder name can't be empty."];
  for (const text of [" ", "\x85", "\x1f\u3000"]) assert.equal(answers(text), blank, JSON.stringify(text));
  assert.equal(answers(mark), ["", "", ""]);
});

test.run();
