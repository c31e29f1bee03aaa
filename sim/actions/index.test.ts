import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { type Event, refusal } from "./hearing.test.kit.ts";

const known = [
  "create_channel, subscribe, unsubscribe, mute_channel, edit_message, set_flag, add_submessage, react, unreact, set_presence,",
  "register_device, set_video_token, deactivate_user, reactivate_user, add_linkifier, add_profile_field, add_emoji,",
  "set_video_provider, deactivate_group, set_realm, set_user, set_channel",
].join(" ");

test("an unknown action is refused with all that there are", () => {
  const sim = createSimulator();
  const ladder: [Event, string][] = [
    [{}, `action: missing; there are ${known}`],
    [{ action: 5 }, `action: there is no 5; there are ${known}`],
    [{ action: "dance" }, `action: there is no "dance"; there are ${known}`],
    [{ action: "constructor" }, `action: there is no "constructor"; there are ${known}`],
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), line);
});

test("a field that comes with every object is no field of an action", () => {
  const sim = createSimulator();
  const action = JSON.parse('{"action": "register_device", "as": "alice", "__proto__": {}}') as Event;
  assert.is(refusal(sim, action), 'register_device: no field "__proto__"; it has as');
  assert.is(refusal(sim, { action: "register_device", as: "__proto__" }).split(";")[0], 'register_device: as: there is no "__proto__"');
});

test("a refusal is one line, however long what was given", () => {
  const sim = createSimulator();
  const line = refusal(sim, { action: "subscribe", as: "alice", channel: `${"x".repeat(10_000)}\n` });
  assert.ok(line.length < 300 && !line.includes("\n"), line);
});

test.run();
