import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { oracleFor } from "../model/oracle.ts";
import { play } from "../play/play.ts";
import { type Step, scenarioOf } from "../play/scenario.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { foreign } from "./foreign.test.kit.ts";
import { lateServer, openServers } from "./harmless.open.test.kit.ts";
import { MutantProxy } from "./proxy.ts";

// A server that is correct in a point of its own proves something only where the point comes up. Here it does, in a scenario for each.

type Row = readonly [as: string, op: string, fields: Step["fields"]];

const user = (of: string) => ({ ref: "user", of });
const fresh = (of: string) => ({ ref: "fresh", of });
const last = (ref: string) => ({ ref, at: 0.99 });
const general = { ref: "channel name", of: "general" };

const queue: Row = ["alice", "register.post", { apply_markdown: true }];
const poll: Row = ["alice", "events.get", { queue_id: last("queue"), last_event_id: last("start"), dont_block: true }];
const waiting: Row = ["alice", "events.get", { queue_id: last("queue"), last_event_id: last("start") }];
const message: Row = [
  "alice",
  "messages.post",
  { type: "channel", to: general, topic: fresh("lunch"), content: "see https://example.com/a" },
];
const fetched: Row = ["alice", "messages-id.get", { message_id: last("message"), apply_markdown: true }];
const group = (as: string, members: readonly unknown[]): Row => [
  as,
  "user_groups.create.post",
  { name: fresh("eaters"), description: "", members },
];
const folder: Row = ["owen", "channel_folders.create.post", { name: fresh("garden"), description: "" }];
const narrow = [
  { operator: "channel", operand: general },
  { operator: "channels", operand: "public" },
];

const scenes: Readonly<Record<string, readonly Row[]>> = {
  "removals-of-strangers-pass": [
    group("alice", [user("bob")]),
    ["alice", "user_groups-id.members.post", { user_group_id: last("group"), delete: [user("cara")] }],
  ],
  "group-names-twice": [group("alice", []), group("alice", [])],
  "groups-by-guests": [group("gus", [])],
  "creators-join": [group("alice", [user("bob")])],
  "other-default-settings": [group("alice", [user("bob")])],
  "topic-before-subject": [
    ["alice", "messages.post", { type: "channel", to: general, topic: fresh("lunch"), subject: fresh("dinner"), content: "a" }],
  ],
  "unstripped-topics": [
    ["alice", "messages.post", { type: "channel", to: general, topic: { ref: "text", of: [" ", fresh("lunch"), " "] }, content: "a" }],
    fetched,
  ],
  "names-before-contents": [["alice", "messages.post", { type: "channel", to: fresh("nowhere"), topic: fresh("lunch"), content: "" }]],
  "folders-before-permissions": [folder, ["bob", "channel_folders-id.patch", { channel_folder_id: 4711, name: fresh("shed") }]],
  "deactivated-recipients": [["alice", "messages.post", { type: "direct", to: [user("bob"), user("zoe")], content: "a" }]],
  "blank-content-sent": [["alice", "messages.post", { type: "direct", to: [user("bob")], content: " " }]],
  "typing-to-nobody": [["alice", "typing.post", { op: "start", to: [] }]],
  "unknown-field-by-message": [message, fetched, message, fetched],
  "other-codes-for-credentials": [["nobody", "messages.post", { type: "direct", to: [user("bob")], content: "a" }]],
  "anchor-of-two-channels": [message, ["alice", "messages.get", { anchor: "newest", num_before: 2, num_after: 0, narrow }]],
  "found-flags-of-ids": [message, ["alice", "messages.get", { message_ids: [last("message")] }]],
  "old-presence": [["alice", "realm.presence.get", {}]],
  "no-presence-of-yesterday": [["alice", "realm.presence.get", {}]],
  "other-attribute-order": [message, fetched],
  "late-events": [queue, message, waiting, poll],
};

for (const server of [...openServers, lateServer]) {
  test(`a correct server does otherwise where it says so, and nothing accuses it: ${server.name}`, async () => {
    const firing = { fired: false };
    const target = foreign(new EmbeddedTarget(new MutantProxy(createSimulator(), server, firing)));
    const steps = (scenes[server.name] ?? []).map(([as, op, fields]) => ({ as, op, fields }));
    const { found, turns } = await play(target, scenarioOf(steps), { oracle: await oracleFor(target), suffix: "", choices: {} }, true);
    assert.equal([...found.values()], []);
    assert.is(turns.length, steps.length);
    assert.ok(firing.fired);
  });
}

test.run();
