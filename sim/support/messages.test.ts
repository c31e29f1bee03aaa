import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, to = "general") =>
  Number(sim.as("bob").send("POST /messages", { type: "channel", to, topic: "soup", content: "hot", read_by_sender: true }).body.id);
const read = (sim: Simulator, as: string, id: number) =>
  assert.is(sim.as(as).send("POST /messages/flags", { messages: [id], op: "add", flag: "read" }).status, 200);
const receipts = (sim: Simulator, as: string, id: number) => sim.as(as).send(`GET /messages/${id}/read_receipts`).body;

test("those who have read a message are listed, without its sender", () => {
  const sim = createSimulator();
  const id = send(sim);
  assert.equal(receipts(sim, "alice", id), { ...ok, user_ids: [] });
  for (const name of ["gus", "cara", "alice"]) read(sim, name, id);
  const user_ids = ["alice", "cara", "gus"].map((name) => userId(sim, name)).sort((a, b) => a - b);
  for (const name of ["alice", "bob"]) assert.equal(receipts(sim, name, id), { ...ok, user_ids });
});

test("who keeps it to themselves, was muted or has muted, is gone, or did not receive the message is not listed", () => {
  const sim = createSimulator();
  const id = send(sim);
  for (const name of ["alice", "cara", "dana", "owen", "gus"]) read(sim, name, id);
  const listed = (as: string) => receipts(sim, as, id).user_ids as number[];
  const ids = (...names: string[]) => names.map((name) => userId(sim, name)).sort((a, b) => a - b);
  sim.as("cara").send("PATCH /settings", { send_read_receipts: false });
  assert.equal(listed("bob"), ids("alice", "dana", "owen", "gus"));
  sim.as("bob").send(`POST /users/me/muted_users/${userId(sim, "dana")}`);
  sim.as("owen").send(`POST /users/me/muted_users/${userId(sim, "bob")}`);
  assert.equal(listed("bob"), ids("alice", "gus"));
  sim.as("owen").send(`DELETE /users/${userId(sim, "gus")}`);
  assert.equal([listed("bob"), listed("alice")], [ids("alice"), ids("alice", "dana", "owen")]);
  const quiet = send(sim, "quiet");
  sim.as("dana").send("POST /messages/flags", { messages: [quiet], op: "add", flag: "starred" });
  assert.equal(receipts(sim, "dana", quiet).user_ids, []);
});

test("receipts are refused of messages out of sight and where the organization has none", () => {
  const sim = createSimulator();
  const [open, hidden] = [send(sim), send(sim, "team")] as const;
  assert.equal(receipts(sim, "cara", hidden), failure("Invalid message(s)"));
  sim.act({ action: "set_realm", property: "enable_read_receipts", value: false });
  assert.equal(receipts(sim, "cara", hidden), failure("Invalid message(s)"));
  assert.equal(receipts(sim, "cara", open), failure("Read receipts are disabled in this organization."));
  assert.is(createSimulator({ level: 136 }).as("alice").send("GET /messages/101/read_receipts").status, 404);
});

test("a text is rendered as a message of the caller's would be, and sent nowhere", () => {
  const sim = createSimulator();
  const render = (as: string, fields: Event) => sim.as(as).send("POST /messages/render", fields).body;
  const before = sim.as("alice").send("POST /register", { fetch_event_types: ["message"] }).body.max_message_id;
  assert.equal(render("alice", { content: "**hot** :tada:" }), {
    ...ok,
    rendered: '<p><strong>hot</strong> <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  });
  const link = `<p><a class="stream" data-stream-id="${sim.channels.team!.stream_id}" href="/#narrow/channel/${sim.channels.team!.stream_id}-team">#team</a></p>`;
  assert.is(render("alice", { content: "#**team**" }).rendered, link);
  assert.is(render("cara", { content: "#**team**" }).rendered, "<p>#<strong>team</strong></p>");
  assert.is(render("alice", { content: "" }).rendered, "");
  assert.equal(render("alice", {}), failure("Missing 'content' argument", "REQUEST_VARIABLE_MISSING", { var_name: "content" }));
  assert.is(sim.as("alice").send("POST /register", { fetch_event_types: ["message"] }).body.max_message_id, before);
});

test("a message is reported in the channel of the moderators", () => {
  const sim = createSimulator();
  const message = Number(
    sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Buy now" }).body.id,
  );
  const report = (fields: Event, id = message) => sim.as("alice").send(`POST /messages/${id}/report`, { report_type: "spam", ...fields });
  assert.equal(report({}).body, failure("Moderation request channel must be specified to enable message reporting."));
  sim.act({ action: "set_realm", property: "moderation_request_channel_id", value: sim.channels.team!.stream_id });
  const hear = listener(sim, "alice", ["message"]);
  assert.equal(report({}, 4711).body, failure("Invalid message(s)"));
  assert.equal(report({ report_type: "ugly" }).body, failure("Invalid report type."));
  assert.equal(report({ report_type: "other" }).body, failure("For reason=Other, the description is required."));
  assert.equal(report({ description: "Not about lunch" }).body, { result: "success", msg: "" });
  const [{ message: notice }] = hear() as [{ message: Event }];
  assert.equal([notice.display_recipient, notice.subject], ["team", "Bob Birch's moderation requests"]);
  assert.match(
    String(notice.content),
    /reported #\*\*general>lunch@\d+\*\* sent by @_\*\*Bob Birch\|\d+\*\*\.\n- Reason: \*\*Spam\*\*\n- Notes:\n```quote\nNot about lunch\n```\n```quote\nBuy now\n```$/,
  );
});

test.run();
