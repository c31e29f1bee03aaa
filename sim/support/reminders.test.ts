import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const failure = (msg: string) => ({ result: "error", msg, code: "BAD_REQUEST" });
const send = (sim: Simulator, content = "Soup at noon", as = "bob"): number =>
  Number(sim.as(as).send("POST /messages", { type: "channel", to: "general", topic: "lunch", content }).body.id);
const seconds = (sim: Simulator, later: number): number => sim.now() / 1000 + later;
const remind = (sim: Simulator, message_id: number, more: Event = {}, as = "alice") =>
  sim.as(as).send("POST /reminders", { message_id, scheduled_delivery_timestamp: seconds(sim, 60), ...more });
const listed = (sim: Simulator, as = "alice"): Event[] => sim.as(as).send("GET /reminders").body.reminders as Event[];

test("a reminder is told, listed, and comes as a direct message when its time has come", () => {
  const sim = createSimulator();
  const message = send(sim);
  const hear = listener(sim, "alice", ["reminders", "message"]);
  const { reminder_id } = remind(sim, message, { note: "bring a spoon" }).body;
  const [added] = hear();
  const [record] = listed(sim) as [Event];
  assert.equal(added, { type: "reminders", op: "add", reminders: [record] });
  const { content, rendered_content, ...rest } = record;
  assert.equal(rest, {
    reminder_id,
    type: "private",
    to: [sim.cast.alice!.user_id],
    scheduled_delivery_timestamp: seconds(sim, 60),
    failed: false,
    reminder_target_message_id: message,
  });
  const bob = sim.cast.bob!.user_id;
  const quote = `@_**Bob Birch|${bob}** [said](#narrow/channel/41-general/topic/lunch/near/${message}):\n\`\`\`quote\nSoup at noon\n\`\`\``;
  assert.is(content, `You requested a reminder for #**general>lunch@${message}**. Note:\n > bring a spoon\n\n${quote}`);
  assert.match(String(rendered_content), /<blockquote>\n<p>Soup at noon<\/p>/);
  assert.equal(sim.as("alice").send("POST /register", { fetch_event_types: ["reminders"] }).body.reminders, [record]);
  assert.equal(listed(sim, "bob"), []);
  sim.advance({ ms: 59_999 });
  assert.equal(hear(), []);
  sim.advance({ ms: 1 });
  const [notice, removed] = hear() as [Event, Event];
  const { sender_full_name, content: said } = notice.message as Event;
  assert.equal([sender_full_name, said], ["Notification Bot", content]);
  assert.equal(removed, { type: "reminders", op: "remove", reminder_id });
  assert.equal(listed(sim), []);
});

test("reminders of one instant come in the order in which they were made, and before a queue is looked after", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["message"]);
  const [first, second] = [send(sim, "one"), send(sim, "two")];
  hear();
  remind(sim, second);
  remind(sim, first);
  sim.advance({ ms: 60_000 });
  assert.equal(
    hear().map(({ message }) => /quote\n(\w+)/.exec(String((message as Event).content))?.[1]),
    ["two", "one"],
  );
});

test("a reminder is taken back by its owner, and goes with its message", () => {
  const sim = createSimulator();
  const message = send(sim);
  const { reminder_id } = remind(sim, message).body;
  const refused = sim.as("bob").send(`DELETE /reminders/${reminder_id}`);
  assert.equal([refused.status, refused.body], [404, failure("Reminder does not exist")]);
  assert.is(sim.as("alice").send(`DELETE /reminders/${reminder_id}`).status, 200);
  assert.equal(listed(sim), []);
  remind(sim, message);
  const hear = listener(sim, "alice", ["reminders"]);
  sim.as("owen").send(`DELETE /messages/${message}`);
  assert.equal([hear().map(({ op }) => op), listed(sim)], [["remove"], []]);
});

test("times, messages and notes that cannot be are refused", () => {
  const sim = createSimulator();
  const message = send(sim);
  assert.equal(
    remind(sim, message, { scheduled_delivery_timestamp: seconds(sim, 0) }).body,
    failure("Scheduled delivery time must be in the future."),
  );
  assert.equal(remind(sim, 4711).body, failure("Invalid message(s)"));
  assert.equal(remind(sim, message, { note: "x".repeat(501) }).body, failure("note is too long (limit: 500 characters)"));
});

test("a poll is named, and a quotation is not ended by its own fence", () => {
  const sim = createSimulator();
  remind(sim, send(sim, "/poll Tea?\nyes"));
  remind(sim, send(sim, "```\ncode\n```"));
  const [poll, code] = listed(sim).map(({ content }) => String(content).split("\n\n")[1]!);
  assert.match(poll!, /\[sent\]\(.*\) a poll\.$/);
  assert.match(code!, /:\n````quote\n```\ncode\n```\n````$/);
});

test.run();
