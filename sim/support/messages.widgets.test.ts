import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const attach = (sim: Simulator, as: string, fields: Event) => sim.as(as).send("POST /submessage", fields).body;
const message = { type: "channel", to: "general", topic: "lunch", content: "Where?" };

/** A server that reads widget_content. */
const attaching = (): Simulator => createSimulator({ rulings: { undocumentedParameters: "observed" } });

const widget = (sim: Simulator, type: string): number =>
  Number(sim.as("alice").send("POST /messages" as string, { ...message, content: `/${type} Where?` }).body.id);

test("what is done in a widget is kept with the message and told to those who see it", () => {
  const sim = attaching();
  const message_id = widget(sim, "poll");
  const ears = ["alice", "bob"].map((name) => listener(sim, name, ["submessage"]));
  const content = JSON.stringify({ type: "vote", key: "canned,1", vote: 1 });
  assert.equal(attach(sim, "bob", { message_id, msg_type: "widget", content }), ok);
  const { submessages } = sim.as("cara").send(`GET /messages/${message_id}`).body.message as { submessages: Event[] };
  const { id, ...last } = submessages.at(-1)!;
  const common = { message_id, sender_id: userId(sim, "bob"), msg_type: "widget", content };
  assert.equal([submessages.length, last], [2, common]);
  for (const heard of ears) assert.equal(heard(), [{ type: "submessage", submessage_id: id, ...common }]);
});

test("numbers of a widget are kept as they are, however they are written, or refused", () => {
  const sim = attaching();
  const send = (extra_data: string) =>
    sim.as("alice").send("POST /messages" as string, { ...message, widget_content: `{"widget_type":"zform","extra_data":${extra_data}}` })
      .body;
  const { id } = send('{"a":[2.0,1e3,-1.50E2,0.25,9007199254740992],"b":"1.0"}');
  const { submessages } = sim.as("bob").send(`GET /messages/${id}`).body.message as { submessages: Event[] };
  const extra_data = { a: [2, 1000, -150, 0.25, 9007199254740992], b: "1.0" };
  assert.equal(JSON.parse(String(submessages[0]!.content)), { widget_type: "zform", extra_data });
  for (const number of ["9007199254740993", "1e400", "1e-400", "0.30000000000000000001"])
    assert.equal(send(`[${number}]`), failure(`The number ${number} cannot be kept exactly`));
});

test("content that begins with /poll or /todo is text, and brings a widget along", () => {
  const sim = attaching();
  const hear = listener(sim, "bob", ["message"]);
  const typed = (content: string, more: Event = {}) => {
    const { id } = sim.as("alice").send("POST /messages" as string, { ...message, content, ...more }).body;
    const shown = sim.as("bob").send(`GET /messages/${id}`).body.message as Event & { submessages: Event[] };
    const heard = hear()[0]!.message as Event;
    assert.equal(heard.submessages, shown.submessages);
    assert.ok(shown.submessages.every((each) => each.message_id === id && each.msg_type === "widget"));
    return shown.submessages.map((each) => JSON.parse(String(each.content)));
  };
  const poll = (question: string, ...options: string[]) => [{ widget_type: "poll", extra_data: { question, options } }];
  assert.equal(typed("/poll Tea or  milk? \n- *tea*\n\n  * milk\r\n-none"), poll("Tea or  milk?", "*tea*", "milk", "none"));
  assert.equal(typed("/poll\nTea\nMilk"), poll("", "Tea", "Milk"));
  assert.equal(typed("/poll"), poll(""));
  const tasks = [
    { task: "water", desc: "the tomatoes: twice" },
    { task: "sleep", desc: "" },
  ];
  assert.equal(typed("/todo Today\n* water: the tomatoes: twice\nsleep"), [
    { widget_type: "todo", extra_data: { task_list_title: "Today", tasks } },
  ]);
  const widget_content = JSON.stringify({ widget_type: "zform", extra_data: {} });
  assert.equal(typed("/poll Tea?", { widget_content }), [{ widget_type: "zform", extra_data: {} }]);
  for (const content of [" /poll a", "/polls a", "/Poll a", "a /poll", "/constructor"]) assert.equal(typed(content), [], content);
  const id = sim.as("alice").send("POST /messages" as string, { ...message, content: "/poll Tea?" }).body.id;
  assert.equal(sim.as("alice").send(`PATCH /messages/${id}`, { content: "x" }).body, failure("Widgets cannot be edited."));
  assert.equal(sim.as("alice").send(`GET /messages/${id}`).body.raw_content, "/poll Tea?");
});

test("who wrote a message attaches to it first", () => {
  const sim = attaching();
  const message_id = Number(sim.as("alice").send("POST /messages" as string, message).body.id);
  const fields = { message_id, msg_type: "whatever", content: "[1]" };
  const refused = failure("You cannot attach a submessage to this message.");
  assert.equal(attach(sim, "bob", fields), refused);
  assert.equal(attach(sim, "alice", fields), ok);
  assert.equal(attach(sim, "bob", fields), ok);
});

test("a request that attaches nothing is refused for its first fault", () => {
  const sim = attaching();
  const message_id = widget(sim, "poll");
  const ladder: [Event, object][] = [
    [{}, missing("message_id")],
    [{ message_id: "x" }, failure("message_id is not valid JSON")],
    [{ message_id: 4711 }, missing("msg_type")],
    [{ message_id: 4711, msg_type: "widget" }, missing("content")],
    [{ message_id: 4711, msg_type: "widget", content: "no" }, failure("Invalid message(s)")],
    [{ message_id, msg_type: "widget", content: "no" }, failure("Invalid json for submessage")],
    [{ message_id, msg_type: "widget", content: "[]" }, failure("poll data is not a dict")],
  ];
  for (const [fields, expected] of ladder) assert.equal(attach(sim, "bob", fields), expected, JSON.stringify(fields));
});

test("in a poll one votes, adds options and, if it is one's own, changes the question", () => {
  const sim = attaching();
  const message_id = widget(sim, "poll");
  const ladder: [Event, object][] = [
    [{}, failure("type key is missing from poll data")],
    [{ type: 1 }, failure('poll data["type"] is not a string')],
    [{ type: "dance" }, failure("Unknown type for poll data: dance")],
    [{ type: "question" }, failure("You can't edit a question unless you are the author.")],
    [{ type: "vote", x: 1 }, failure("key key is missing from poll data")],
    [{ type: "vote", x: 1, key: 1 }, failure('poll data["key"] is not a string')],
    [{ type: "vote", x: 1, key: "a" }, failure("vote key is missing from poll data")],
    [{ type: "vote", x: 1, key: "a", vote: 2 }, failure('Invalid poll data["vote"]')],
    [{ type: "vote", x: 1, key: "a", vote: -1 }, failure("Unexpected arguments: x")],
    [{ type: "vote", key: "a", vote: -1 }, ok],
    [{ type: "new_option", option: "x", idx: -1 }, failure('poll data["idx"] is too small')],
    [{ type: "new_option", option: "x", idx: 1001 }, failure('poll data["idx"] is too large')],
    [{ type: "new_option", option: "x", idx: 1000 }, ok],
  ];
  const send = (as: string, data: Event) => attach(sim, as, { message_id, msg_type: "widget", content: JSON.stringify(data) });
  for (const [data, expected] of ladder) assert.equal(send("bob", data), expected, JSON.stringify(data));
  assert.equal(send("alice", { type: "question" }), failure("question key is missing from poll data"));
  assert.equal(send("alice", { type: "question", question: "When?" }), ok);
});

test("in a list one adds tasks, strikes them and, if it is one's own, changes the title", () => {
  const sim = attaching();
  const message_id = widget(sim, "todo");
  const task = { type: "new_task", key: 1, task: "dig", desc: "", completed: false };
  const rows: [string, Event, object][] = [
    ["bob", { type: "new_task_list_title", title: "x" }, failure("You can't edit the task list title unless you are the author.")],
    ["bob", { ...task, completed: 1 }, failure('todo data["completed"] is not a boolean')],
    ["bob", task, ok],
    ["bob", { type: "strike", key: "1,12" }, ok],
    ["alice", { type: "new_task_list_title", title: "x" }, ok],
  ];
  for (const [as, data, expected] of rows) {
    assert.equal(attach(sim, as, { message_id, msg_type: "widget", content: JSON.stringify(data) }), expected, JSON.stringify(data));
  }
});

test("voting counts as taking part in a topic, for those who unmute such topics", () => {
  const sim = attaching();
  const message_id = widget(sim, "poll");
  sim.as("cara").send("PATCH /settings", { automatically_unmute_topics_in_muted_streams_policy: 1 });
  const heard = listener(sim, "cara", ["user_topic"]);
  const vote = { message_id, msg_type: "widget", content: '{"type":"vote","key":"a","vote":1}' };
  attach(sim, "cara", vote);
  assert.equal(heard(), []);
  const subscription_data = [{ stream_id: sim.channels.general!.stream_id, property: "is_muted", value: true }];
  sim.as("cara").send("POST /users/me/subscriptions/properties", { subscription_data });
  attach(sim, "cara", vote);
  assert.equal(
    heard().map(({ visibility_policy }) => visibility_policy),
    [2],
  );
});

test.run();
