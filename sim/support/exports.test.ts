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

test.run();
