import { test } from "uvu";
import * as assert from "uvu/assert";
import { listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const type = "realm_user_settings_defaults";
const change = (sim: Simulator, fields: Record<string, unknown>, as = "dana") =>
  sim.as(as).send("PATCH /realm/user_settings_defaults", fields);
const defaultsOf = (sim: Simulator) =>
  sim.as("alice").send("POST /register", { fetch_event_types: [type] }).body[type] as Readonly<Record<string, unknown>>;

test("administrators change what new accounts begin with: it is told, shown, and new accounts have it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", [type]);
  assert.equal(change(sim, { twenty_four_hour_time: true, enter_sends: false, emojiset: "twitter", timezone: "UTC" }).body, {
    result: "success",
    msg: "",
    ignored_parameters_unsupported: ["timezone"],
  });
  const update = (property: string, value: unknown) => ({ type, op: "update", property, value });
  assert.equal(
    hear().sort((a, b) => (String(a.property) < String(b.property) ? -1 : 1)),
    [update("emojiset", "twitter"), update("twenty_four_hour_time", true)],
  );
  const { emojiset, twenty_four_hour_time, emojiset_choices } = defaultsOf(sim);
  assert.equal([emojiset, twenty_four_hour_time, Array.isArray(emojiset_choices)], ["twitter", true, true]);
  sim.as("dana").send("POST /users", { email: "finn@example.com", password: "finn-password", full_name: "Finn" });
  const own = (as: string) =>
    sim.as(as).send("POST /register", { fetch_event_types: ["user_settings"] }).body.user_settings as { emojiset: string };
  assert.equal([own("finn").emojiset, own("alice").emojiset], ["twitter", "google"]);
});

test("others may not, and wrong values are refused", () => {
  const sim = createSimulator();
  assert.is(change(sim, { enter_sends: true }, "alice").body.code, "UNAUTHORIZED_PRINCIPAL");
  assert.is(change(sim, { color_scheme: 9 }).status, 400);
  assert.is(change(sim, { email_notifications_batching_period_seconds: 0 }).body.msg, "Invalid email batching period: 0 seconds");
  assert.is(change(sim, {}).status, 200);
  assert.is(change(createSimulator({ level: 95 }), {}).status, 404);
});

test("who is hidden by default is so from the first moment", () => {
  const sim = createSimulator();
  change(sim, { email_address_visibility: 4 });
  const hear = listener(sim, "gus", ["realm_user"]);
  sim.as("dana").send("POST /users", { email: "finn@example.com", password: "finn-password", full_name: "Finn" });
  const person = hear()[0]!.person as { user_id: number; email: string; delivery_email: null };
  assert.equal([person.email, person.delivery_email], [`user${person.user_id}@localhost`, null]);
});

test.run();
