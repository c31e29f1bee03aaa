import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z

test("saved snippets are kept for their owner, changed and thrown away, and the owner's other clients hear of it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["saved_snippets"]);
  const snippets = () => sim.as("alice").send("GET /saved_snippets").body.saved_snippets;
  const { saved_snippet_id: id, ...rest } = sim
    .as("alice")
    .send("POST /saved_snippets", { title: " Thanks ", content: " **thanks** " }).body;
  assert.equal(rest, ok);
  const first = { id, title: "Thanks", content: "**thanks**", date_created: seconds };
  assert.equal(snippets(), [first]);
  assert.equal(sim.as("alice").send("POST /register", { fetch_event_types: ["saved_snippets"] }).body.saved_snippets, [first]);
  assert.equal(sim.as("alice").send(`PATCH /saved_snippets/${id}`, { title: "Ta" }).body, ok);
  const second = { ...first, title: "Ta" };
  assert.equal([snippets(), sim.as("bob").send("GET /saved_snippets").body.saved_snippets], [[second], []]);
  assert.equal(sim.as("alice").send(`DELETE /saved_snippets/${id}`).body, ok);
  assert.equal(snippets(), []);
  assert.equal(hear(), [
    { type: "saved_snippets", op: "add", saved_snippet: first },
    { type: "saved_snippets", op: "update", saved_snippet: second },
    { type: "saved_snippets", op: "remove", saved_snippet_id: id },
  ]);
});

test("a snippet needs a title and a content, and is its owner's alone", () => {
  const sim = createSimulator();
  const { saved_snippet_id: id } = sim.as("bob").send("POST /saved_snippets", { title: "t", content: "c" }).body;
  const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  const long = "😀".repeat(61);
  const rows: [string, Event, object, number][] = [
    ["POST /saved_snippets", {}, missing("title"), 400],
    ["POST /saved_snippets", { title: " " }, failure("title cannot be blank"), 400],
    ["POST /saved_snippets", { title: long }, failure("title is too long (limit: 60 characters)"), 400],
    ["POST /saved_snippets", { title: "t" }, missing("content"), 400],
    ["POST /saved_snippets", { title: "t", content: "\n" }, failure("content cannot be blank"), 400],
    ["POST /saved_snippets", { title: "t", content: "c".repeat(10_001) }, failure("content is too long (limit: 10000 characters)"), 400],
    [`PATCH /saved_snippets/${id}`, { title: long }, failure("title is too long (limit: 60 characters)"), 400],
    [`PATCH /saved_snippets/${id}`, {}, failure("No new data is supplied"), 400],
    [`PATCH /saved_snippets/${id}`, { title: "x" }, failure("Saved snippet does not exist."), 404],
    [`DELETE /saved_snippets/${id}`, {}, failure("Saved snippet does not exist."), 404],
  ];
  for (const [route, fields, expected, status] of rows) {
    const refused = sim.as("alice").send(route, fields);
    assert.equal([refused.status, refused.body], [status, expected], `${route} ${JSON.stringify(fields).slice(0, 60)}`);
  }
  const statuses = (level: number) => {
    const alice = createSimulator({ level }).as("alice");
    return [
      alice.send("GET /saved_snippets").status,
      alice.send("PATCH /saved_snippets/1", { title: "x" }).body.msg !== "Saved snippet does not exist.",
    ];
  };
  assert.equal([296, 297, 368].map(statuses), [
    [404, true],
    [200, true],
    [200, false],
  ]);
});

test.run();
