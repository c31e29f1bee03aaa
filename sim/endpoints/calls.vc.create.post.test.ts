import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../index.ts";

const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });

test("whoever has a token gets a meeting, another one each time, the same ones for the same seed", () => {
  const urls = () => {
    const sim = createSimulator();
    return [1, 2].map(() => sim.as("alice").send("POST /calls/vc/create").body.url as string);
  };
  const [first, second] = urls();
  assert.match(first!, /^https:\/\/video\.example\.com\/meet\/[0-9a-f-]{36}$/);
  assert.is.not(first, second);
  assert.equal(urls(), [first, second]);
});

test("a meeting needs a provider and then a token, and registration says who has one", () => {
  const sim = createSimulator();
  const token = () =>
    sim
      .fork()
      .as("bob")
      .send("POST /register", { fetch_event_types: ["video_calls"] }).body.has_vc_token;
  const call = () => sim.as("bob").send("POST /calls/vc/create");
  sim.act({ action: "set_video_provider", configured: false });
  assert.equal([call().status, call().body], [400, failure("VC credentials have not been configured")]);
  sim.act({ action: "set_video_provider", configured: true });
  assert.equal(
    [call().status, call().body, token()],
    [400, failure("Invalid VC access token", "INVALID_VIDEO_CALL_PROVIDER_TOKEN"), false],
  );
  sim.act({ action: "set_video_token", as: "bob", value: true });
  assert.equal([call().status, token()], [200, true]);
});

test("parameters are listed as ignored, even where the server does as running ones do", () => {
  const sim = createSimulator({ rulings: "observed" });
  assert.equal(sim.as("alice").send("POST /calls/vc/create" as string, { room: "x" }).body.ignored_parameters_unsupported, ["room"]);
});

test("the segment of the path goes with the brand, any other is no route", () => {
  const answers = (brand: string) => {
    const sim = createSimulator({ brand });
    return ["vc", "webex", "zoom"]
      .map((provider) => sim.as("bob").send(`POST /calls/${provider}/create`))
      .map(({ status, body }) => [status, body.msg]);
  };
  const unknown = (provider: string) => [
    404,
    `There is nothing at /api/v1/calls/${provider}/create: it is no route of this server, or one that is not simulated.`,
  ];
  const other = [400, "Invalid Zoom access token"];
  assert.equal(answers("service"), [[400, "Invalid VC access token"], unknown("webex"), other]);
  assert.equal(answers("zulip"), [unknown("vc"), [400, "Invalid Webex access token"], other]);
});

test("the endpoint is there from level 493 on", () => {
  const status = (level: number) => createSimulator({ level }).as("alice").send("POST /calls/vc/create").status;
  assert.equal([492, 493].map(status), [404, 200]);
});

test.run();
