import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const listed = (sim: Simulator): Event[] => sim.as("dana").send("GET /export/realm").body.exports as Event[];

test("a copy of the data is ready after a moment of the clock, which is told", () => {
  const sim = createSimulator();
  const [dana, bob] = ["dana", "bob"].map((name) => listener(sim, name, ["realm_export", "message"]));
  const { id } = sim.as("dana").send("POST /export/realm", { export_type: "full_with_consent" }).body;
  const pending = {
    id,
    export_time: sim.now() / 1000,
    acting_user_id: sim.cast.dana!.user_id,
    export_url: null,
    deleted_timestamp: null,
    failed_timestamp: null,
    pending: true,
    export_type: "full_with_consent",
  };
  assert.equal([listed(sim), dana!()], [[pending], [{ type: "realm_export", exports: [pending] }]]);
  assert.equal(sim.as("dana").send(`DELETE /export/realm/${id}`).body, failure("Export still in progress"));
  sim.advance({ ms: 5000 });
  const [ready] = listed(sim) as [Event];
  assert.equal([ready.pending, typeof ready.export_url], [false, "string"]);
  assert.equal(
    dana!().map(({ type }) => type),
    ["realm_export", "message"],
  );
  assert.is(sim.as("dana").send(`DELETE /export/realm/${id}`).status, 200);
  assert.equal(sim.as("dana").send(`DELETE /export/realm/${id}`).body, failure("Export already deleted"));
  assert.equal(bob!(), []);
});

test("older servers know copies by numbers, the oldest not at all", () => {
  const made = (level: number, fields: Event = {}) => {
    const sim = createSimulator({ level });
    const { id, ignored_parameters_unsupported: ignored } = sim.as("dana").send("POST /export/realm", fields).body;
    return [id === undefined, ignored, listed(sim)[0]!.export_type];
  };
  assert.equal(made(449), [false, undefined, "public"]);
  assert.equal(made(448, { export_type: 2 }), [false, undefined, 2]);
  assert.equal(made(303, { export_type: 2 }), [false, ["export_type"], undefined]);
  assert.equal(made(181), [true, undefined, undefined]);
});

test("administrators see who agrees to a copy of what is private, and hear of it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "dana", ["realm_export_consent"]);
  sim.as("bob").send("PATCH /settings", { allow_private_data_export: true });
  const user_id = sim.cast.bob!.user_id;
  assert.equal(hear(), [{ type: "realm_export_consent", user_id, consented: true }]);
  const consents = sim.as("dana").send("GET /export/realm/consents").body.export_consents as Event[];
  assert.equal(
    consents.find((one) => one.user_id === user_id),
    { user_id, consented: true, email_address_visibility: 1 },
  );
  assert.equal(consents.length, 6);
  assert.is(sim.as("bob").send("GET /export/realm/consents").body.code, "UNAUTHORIZED_PRINCIPAL");
});

test("administrators see how the welcome bot would greet", () => {
  const sim = createSimulator();
  const hear = listener(sim, "dana", ["message"]);
  const { message_id } = sim
    .as("dana")
    .send("POST /realm/test_welcome_bot_custom_message", { welcome_message_custom_text: "Hello **you**" }).body;
  const [{ message }] = hear() as [{ message: Event }];
  assert.equal([message.id, message.sender_full_name, message.content], [message_id, "Welcome Bot", "Hello **you**"]);
  const refused = (fields: Event, as = "dana") => sim.as(as).send("POST /realm/test_welcome_bot_custom_message", fields).body.code;
  assert.equal(
    [refused({ welcome_message_custom_text: "" }), refused({ welcome_message_custom_text: "x" }, "bob")],
    ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  );
});

test("a message is reported in the channel of the moderators", () => {
  const sim = createSimulator();
  const message = Number(
    sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Buy now" }).body.id,
  );
  const report = (fields: Event, id = message) => sim.as("alice").send(`POST /messages/${id}/report`, { report_type: "spam", ...fields });
  assert.equal(report({}).body, failure("Moderation request channel must be specified to enable message reporting."));
  sim.act({ action: "set_realm", property: "moderation_request_channel_id", value: sim.channels.team!.stream_id });
  const hear = listener(sim, "alice", ["message"]);
  assert.equal(report({}, 4711).body, failure("Invalid message(s)"));
  assert.equal(report({ report_type: "ugly" }).body, failure("Invalid report type."));
  assert.equal(report({ report_type: "other" }).body, failure("For reason=Other, the description is required."));
  assert.equal(report({ description: "Not about lunch" }).body, { result: "success", msg: "" });
  const [{ message: notice }] = hear() as [{ message: Event }];
  assert.equal([notice.display_recipient, notice.subject], ["team", "Bob Birch's moderation requests"]);
  assert.match(
    String(notice.content),
    /reported #\*\*general>lunch@\d+\*\* sent by @_\*\*Bob Birch\|\d+\*\*\.\n- Reason: \*\*Spam\*\*\n- Notes:\n```quote\nNot about lunch\n```\n```quote\nBuy now\n```$/,
  );
});

test.run();
