import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const realm = {
  users: { alice: {}, bob: {}, cara: {} },
  channels: {
    general: { subscribers: "everyone" },
    side: { subscribers: "everyone" },
    den: { privacy: "private", subscribers: ["alice"] },
  },
};
const simulator = (settings: Fields = {}, options: SimulatorOptions = {}): Simulator =>
  createSimulator({ realm: { ...realm, settings }, ...options });

function sent(sim: Simulator, as: string, fields: Fields): number {
  const { status, body } = sim
    .as(as)
    .send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hello", ...fields });
  assert.is(status, 200, String(body.msg));
  return Number(body.id);
}
const edit = (sim: Simulator, as: string, id: number, fields: Fields): void => {
  const { status, body } = sim.as(as).send(`PATCH /messages/${id}`, fields);
  assert.is(status, 200, String(body.msg));
};
const history = (sim: Simulator, as: string, id: unknown, fields: Fields = {}) => {
  const { status, body } = sim.as(as).send(`GET /messages/${id}/history`, fields);
  return { status, body };
};
const found = (message_history: readonly Fields[]) => ({ status: 200, body: { result: "success", msg: "", message_history } });
const refused = (msg: string) => ({ status: 400, body: { result: "error", msg, code: "BAD_REQUEST" } });

const seconds = (sim: Simulator): number => Math.floor(sim.now() / 1000);

/** A message that was edited, moved, edited together with its topic, and moved to another channel. */
function story(settings: Fields = {}, options: SimulatorOptions = {}) {
  const sim = simulator(settings, options);
  const times = [seconds(sim)];
  const id = sent(sim, "alice", {});
  const then = (as: string, fields: Fields): void => {
    sim.advance({ ms: 1000 });
    times.push(seconds(sim));
    edit(sim, as, id, fields);
  };
  then("alice", { content: "hello **you**" });
  then("bob", { topic: "" });
  then("alice", { content: "bye", topic: "tea" });
  then("bob", { stream_id: sim.channels.side!.stream_id });
  return { sim, id, times };
}

/** Its entries, with the topic that stands for none. */
function entries({ sim, times }: ReturnType<typeof story>, none: string): Fields[] {
  const [alice, bob] = ["alice", "bob"].map((name) => sim.cast[name]!.user_id);
  const at = (n: number, user_id: number | undefined, content: string, rendered_content: string, topic: string) => ({
    user_id,
    timestamp: times[n],
    content,
    rendered_content,
    topic,
  });
  const [bold, plain] = ["<p>hello <strong>you</strong></p>", "<p>hello</p>"];
  const inserted = '<span class="highlight_text_inserted">';
  const deleted = '<span class="highlight_text_deleted">';
  return [
    at(0, alice, "hello", plain, "lunch"),
    {
      ...at(1, alice, "hello **you**", bold, "lunch"),
      prev_content: "hello",
      prev_rendered_content: plain,
      content_html_diff: `<div><p>hello ${inserted}<strong>you</strong></span> </p></div>`,
    },
    { ...at(2, bob, "hello **you**", bold, none), prev_topic: "lunch" },
    {
      ...at(3, alice, "bye", "<p>bye</p>", "tea"),
      prev_topic: none,
      prev_content: "hello **you**",
      prev_rendered_content: bold,
      content_html_diff: `<div><p>${inserted}bye</span></p> <p>${deleted}hello <strong>you</strong></span></p></div>`,
    },
    {
      ...at(4, bob, "bye", "<p>bye</p>", "tea"),
      prev_stream: sim.channels.general!.stream_id,
      stream: sim.channels.side!.stream_id,
    },
  ];
}

test("the history begins with the message as it was sent and has what each edit made of it", () => {
  const told = story();
  assert.equal(history(told.sim, "cara", told.id, { allow_empty_topic_name: true }), found(entries(told, "")));
  assert.equal(history(told.sim, "cara", told.id), found(entries(told, "general chat")));
});

test("where only moves are shown, edits of content are left out", () => {
  const told = story({ message_edit_history_visibility_policy: "moves" });
  const moves = entries(told, "general chat")
    .filter((_, n) => n !== 1)
    .map(({ prev_content, prev_rendered_content, content_html_diff, ...rest }) => rest);
  assert.equal(history(told.sim, "cara", told.id), found(moves));
});

test("a message without edits has one entry, and a direct message no topic", () => {
  const sim = simulator();
  const direct = { type: "direct", to: [sim.cast.bob!.user_id], topic: undefined };
  const id = sent(sim, "alice", direct);
  const entry = {
    user_id: sim.cast.alice!.user_id,
    timestamp: seconds(sim),
    content: "hello",
    rendered_content: "<p>hello</p>",
    topic: "",
  };
  assert.equal(history(sim, "bob", id), found([entry]));
});

test("a ladder of refusals", () => {
  const sim = simulator({ message_edit_history_visibility_policy: "none" });
  const hidden = sent(sim, "alice", { to: "den" });
  const invalid = refused("Invalid message(s)");
  assert.equal(history(sim, "alice", 4711, { allow_empty_topic_name: 1 }), refused("allow_empty_topic_name is not a boolean"));
  assert.equal(history(sim, "alice", 4711), refused("Message edit history is disabled in this organization"));
  sim.act({ action: "set_realm", property: "message_edit_history_visibility_policy", value: "all" });
  assert.equal(history(sim, "alice", 4711), invalid);
  assert.equal(history(sim, "bob", hidden), invalid);
  assert.is(history(sim, "alice", hidden).status, 200);
});

test("before level 334 the empty topic is no question", () => {
  const sim = simulator({}, { level: 333 });
  const { body } = history(sim, "bob", sent(sim, "alice", {}), { allow_empty_topic_name: true });
  assert.equal(body.ignored_parameters_unsupported, ["allow_empty_topic_name"]);
});

test.run();
