import { test } from "uvu";
import * as assert from "uvu/assert";
import { tell } from "./tell.ts";

const counts = { message: 3, group: 2, folder: 1, queue: 1, device: 1 };
const user = (of: string) => ({ ref: "user", of });
const fresh = (of: string) => ({ ref: "fresh", of });
const general = { ref: "channel name", of: "general" };
const last = (ref: string) => ({ ref, at: 0.99 });

const sentences: readonly (readonly [op: string, fields: Readonly<Record<string, unknown>>, sentence: string])[] = [
  ["messages.post", { type: "channel", to: general, topic: fresh("lunch"), content: "hi" }, 'sends "hi" to #general > lunch'],
  [
    "messages.post",
    { type: "stream", to: { ref: "channel", of: "general" }, subject: "lunch", content: "hi" },
    'sends "hi" to #general by its id > subject lunch (type: "stream")',
  ],
  ["messages.post", { type: "direct", to: [user("bob")], content: "hi" }, 'sends "hi" to bob'],
  [
    "messages.post",
    {
      type: "private",
      to: [{ ref: "email", of: "bob" }, user("cara")],
      content: { ref: "text", of: ["@**", { ref: "full name", of: "bob" }, "**"] },
    },
    'sends "@**bob**" to bob\'s address, cara (type: "private")',
  ],
  [
    "messages.post",
    {
      type: "channel",
      to: general,
      topic: { ref: "long", of: "max_topic_length", plus: 1, head: fresh("rota"), filler: "ab" },
      content: "hi",
    },
    'sends "hi" to #general > rotaabab… (1 longer than max_topic_length)',
  ],
  [
    "messages.post",
    { type: "direct", to: [user("bob")], content: { ref: "long", of: "max_message_length", plus: 0, filler: "z" } },
    "sends zzzzzzzz… (as long as max_message_length) to bob",
  ],
  ["messages.post", { type: "direct", to: [user("bob")], content: "z".repeat(200) }, `sends "${"z".repeat(100)}"… to bob`],
  ["typing.post", { op: "stop", to: [user("bob")] }, "stops typing to bob"],
  ["typing.post", { op: "pause", to: [user("bob")] }, 'starts typing to bob (op: "pause")'],
  [
    "messages.get",
    { anchor: "newest", num_before: 5, num_after: 0, narrow: [{ operator: "is", operand: "starred", negated: true }] },
    "fetches 5 before and 0 after newest in -is:starred",
  ],
  [
    "messages.get",
    { anchor: "date", anchor_date: "2026-01-01", num_before: 1, num_after: 1 },
    "fetches 1 before and 1 after the date 2026-01-01",
  ],
  ["messages.get", { message_ids: [last("message"), { ref: "message", at: 0 }] }, "fetches the 3rd message, the 1st message"],
  [
    "user_groups-id.members.post",
    { user_group_id: last("group"), add: [user("bob")], delete: [user("cara")] },
    "changes the 2nd group: adds bob and removes cara",
  ],
  ["users.me.profile_data.patch", { data: [{ id: { ref: "profile field", of: "Phone" }, value: "1" }] }, 'sets Phone to "1"'],
  ["users.me.profile_data.patch", { data: "Phone" }, 'sets the profile to "Phone"'],
  ["remove_client_device.post", { device_id: last("device") }, "removes the 1st device"],
  ["remove_client_device.post", { device_id: { ref: "device", of: "alice" } }, "removes the device of alice"],
  [
    "fetch_api_key.post",
    { username: { ref: "login", of: "bob" }, password: { ref: "password", of: "bob" } },
    "asks for the key of bob with the password of bob",
  ],
  ["actions", { action: "edit_message", message_id: last("message"), topic: fresh("rota") }, "edits the 3rd message: moves it to rota"],
  ["actions", { action: "advance", ms: 60_000 }, "lets 60 seconds pass"],
  ["actions", { action: "create_channel", name: "shed" }, 'does create_channel (name: "shed")'],
];

for (const [op, fields, sentence] of sentences) {
  test(`a step is told as: ${sentence.slice(0, 60)}`, () => {
    assert.is(tell({ as: "alice", op, fields }, counts), `alice ${sentence}`);
  });
}

test.run();
