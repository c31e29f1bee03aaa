import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { type Event, refusal } from "./hearing.test.kit.ts";

const known = [
  "create_channel, subscribe, unsubscribe, mute_channel, edit_message, set_flag, add_submessage, react, unreact, set_presence,",
  "register_device, set_video_token, confirm_email, deactivate_user, reactivate_user, add_linkifier, add_profile_field, add_emoji,",
  "set_video_provider, deactivate_group, end_queues, send_event, set_realm, set_user or set_channel; what an endpoint does is asked of it, with the key of whoever is to do it",
].join(" ");

test("an unknown action is refused with all that there are", () => {
  const sim = createSimulator();
  const ladder: [Event, string][] = [
    [{}, `action: missing, expected ${known}`],
    [{ action: 5 }, `action: got 5, expected ${known}`],
    [{ action: "dance" }, `action: got "dance", expected ${known}`],
    [{ action: "constructor" }, `action: got "constructor", expected ${known}`],
  ];
  for (const [action, line] of ladder) assert.is(refusal(sim, action), line);
});

test("a field that comes with every object is no field of an action", () => {
  const sim = createSimulator();
  const action = JSON.parse('{"action": "register_device", "as": "alice", "__proto__": {}}') as Event;
  assert.is(refusal(sim, action), "register_device: __proto__: no such key; known here are as");
  assert.is(
    refusal(sim, { action: "register_device", as: "__proto__" }).split(":").slice(0, 3).join(":"),
    'register_device: as: got "__proto__", expected a cast member',
  );
});

test("a refusal is one line, however long what was given", () => {
  const sim = createSimulator();
  const line = refusal(sim, { action: "subscribe", as: "alice", channel: `${"x".repeat(10_000)}\n` });
  assert.ok(line.length < 300 && !line.includes("\n"), line);
});

test.run();
