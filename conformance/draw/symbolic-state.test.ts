import { test } from "uvu";
import * as assert from "uvu/assert";
import { SymbolicState } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

const ground = {
  cast: ["alice", "bob", "cara"],
  active: ["alice", "bob", "cara"],
  subscribed: { alice: ["general"], bob: ["general", "team"], cara: [] },
  readable: { alice: ["general"], bob: ["general", "team"], cara: ["general"] },
  withToken: ["alice"],
  withDevice: [],
};
const course = (): SymbolicState => new SymbolicState(ground as unknown as TargetFacts, ["alice"], () => false);
const user = (of: string) => ({ ref: "user", of });

test("of a channel message it is known who reads and who received it, of a direct message who takes part", () => {
  const { messages, made } = ((each) => ({ messages: each.messages, made: each.made.bind(each) }))(course());
  made("message", "bob", { type: "stream", to: { ref: "channel name", of: "general" }, subject: "lunch", content: "hi" });
  made("message", "bob", { type: "direct", to: [user("cara"), user("bob")], content: "hi" });
  const seen = messages.map(({ by, channel, topic, people, readers, received }) => [
    by,
    channel,
    topic,
    people,
    [...readers],
    [...received],
  ]);
  assert.equal(seen, [
    ["bob", "general", "lunch", [], ["alice", "bob", "cara"], ["alice", "bob"]],
    ["bob", undefined, undefined, ["bob", "cara"], ["bob", "cara"], ["bob", "cara"]],
  ]);
});

test("a reference means the same thing when a step is done again after more was made", () => {
  const each = course();
  each.made("queue", "alice", {});
  each.made("queue", "bob", {});
  const [first] = each.queues;
  const fields = { queue_id: each.ref(first!), last_event_id: each.ref(first!, "event"), more: [each.ref(each.queues[1]!)] };
  each.done.push({ as: "alice", op: "events.get", fields, counts: each.counts });
  each.made("queue", "cara", {});
  const again = each.again(each.done[0]!);
  assert.is(each.thing(again.queue_id), first);
  assert.is(each.thing(again.last_event_id), first);
  assert.equal(
    (again.more as unknown[]).map((one) => each.thing(one)),
    [each.queues[1]],
  );
});

test("a reference to what was never made means nothing", () => {
  const each = course();
  assert.is(each.thing({ ref: "message", at: 0 }), undefined);
  assert.is(each.thing(user("bob")), undefined);
  assert.is(each.thing(7), undefined);
});

test("groups hold the members and subgroups of the step that made them", () => {
  const each = course();
  each.made("group", "alice", { members: [user("bob")] });
  each.made("group", "alice", { members: [], subgroups: [each.ref(each.groups[0]!), 0] });
  assert.equal(
    each.groups.map(({ members, subgroups }) => [[...members], [...subgroups]]),
    [
      [["bob"], []],
      [[], [0]],
    ],
  );
});

test.run();
