import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";

const calls: readonly (readonly [route: string, fields: object, missing: string])[] = [
  ["POST /calls/zoom/create", {}, "Zoom credentials have not been configured"],
  ["GET /calls/bigbluebutton/create", { meeting_name: "a b" }, "BigBlueButton is not configured."],
  ["POST /calls/nextcloud_talk/create", { room_name: "a" }, "Nextcloud Talk is not configured."],
  ["POST /calls/constructorgroups/create", {}, "Constructor Groups is not configured."],
];

test("calls of other providers are made where one is configured", () => {
  const sim = createSimulator();
  sim.act({ action: "set_video_token", as: "alice", value: true });
  for (const [route, fields] of calls) {
    const { status, body } = sim.as("alice").send(route, { ...fields });
    assert.is(status, 200, route);
    assert.match(body.url as string, /^https:\/\/video\.example\.com\/meet\/./, route);
  }
  sim.act({ action: "set_video_provider", configured: false });
  for (const [route, fields, msg] of calls) {
    const { status, body } = sim.as("alice").send(route, { ...fields });
    assert.equal([status, body.msg, body.code], [400, msg, "BAD_REQUEST"], route);
  }
});

test("a call at Zoom needs a token, others a name", () => {
  const sim = createSimulator();
  const zoom = (level: number) => {
    const { status, body } = createSimulator({ level })
      .as("bob")
      .send("POST /calls/zoom/create" as string);
    return [status, body];
  };
  const refused = (code: string) => [400, { result: "error", msg: "Invalid Zoom access token", code }];
  assert.equal([zoom(492), zoom(493)], [refused("INVALID_ZOOM_TOKEN"), refused("INVALID_VIDEO_CALL_PROVIDER_TOKEN")]);
  assert.is(sim.as("bob").send("GET /calls/bigbluebutton/create" as string).body.var_name, "meeting_name");
  assert.is(sim.as("bob").send("POST /calls/nextcloud_talk/create" as string).body.var_name, "room_name");
});

test.run();
