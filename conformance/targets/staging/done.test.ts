import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../../sim/index.ts";
import type { Reply } from "../../client/target.ts";
import { type Body, Unprepared } from "../../expect.ts";
import { thrownBy } from "../odd-server.test.kit.ts";
import { stagingOn } from "./index.ts";

const empty = { result: "success", msg: "" };

/** Returns the staging of a simulator. @param instead the body of an answer in place of its own, of which nothing is done */
function stagingOf(sim: Simulator, instead: (route: string) => Body | undefined, also: (route: string) => Body = () => ({})) {
  const asked: string[] = [];
  const send = async ({
    as,
    method,
    path,
    fields,
  }: {
    as: string | null;
    method: string;
    path: string;
    fields: object;
  }): Promise<Reply> => {
    const route = `${method} ${path}`;
    asked.push(route);
    const own = instead(route);
    if (own) return { status: 200, body: own, headers: {} };
    const { status, body } = sim.as(String(as)).send(route as string, fields as never);
    return { status, body: { ...body, ...also(route) }, headers: {} };
  };
  const cast = Object.fromEntries(["owen", "bob", "gus"].map((name) => [name, { ...sim.cast[name]!, is_bot: false }]));
  const ground = { level: sim.server.level, cast, administrators: ["owen"], channels: { general: sim.channels.general!.stream_id }, send };
  return { asked, staging: stagingOn(ground, async () => {}, 0) };
}

for (const [action, route, said] of [
  [{ action: "set_realm", property: "topics_policy", value: "disable_empty_topic" }, "PATCH /realm", "PATCH /realm takes topics_policy"],
  [{ action: "set_user", as: "bob", property: "full_name", value: "Robert" }, /^PATCH \/users/, "PATCH /users/… takes full_name"],
  [
    { action: "set_user", as: "bob", property: "translate_emoticons", value: true },
    /^PATCH \/settings/,
    "PATCH /settings takes translate_emoticons",
  ],
  [
    { action: "set_channel", channel: "new", property: "topics_policy", value: "disable_empty_topic" },
    /^PATCH \/streams/,
    "PATCH /streams/… takes topics_policy",
  ],
] as const)
  test(`${action.action}: a server that takes ${action.property} and does nothing is not prepared`, async () => {
    const { staging } = stagingOf(createSimulator(), (one) => (one.match(route) ? empty : undefined));
    await staging.act({ action: "create_channel", name: "new", as: "owen", subscribers: ["owen"] });
    const thrown = await thrownBy(staging.act(action));
    assert.instance(thrown, Unprepared);
    assert.is(thrown.message, `the target has no control API, and ${said} and does not do it`);
  });

test("a server that ignores what only keeps people from being told has done what was asked", async () => {
  const ignored = { ignored_parameters_unsupported: ["send_new_subscription_messages", "announce"] };
  const { staging } = stagingOf(
    createSimulator(),
    () => undefined,
    (route) => (route === "POST /users/me/subscriptions" ? ignored : {}),
  );
  await staging.act({ action: "unsubscribe", as: "gus", channel: "general" });
  assert.equal(await staging.close(), []);
});

test("the id of a new channel is read from a registration; a request of its own asks for it where none tells", async () => {
  for (const isTold of [true, false]) {
    const hidden = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
    const { asked, staging } = stagingOf(
      createSimulator(),
      () => undefined,
      (route) => (route === "POST /register" && !isTold ? hidden : {}),
    );
    const { stream_id } = await staging.act({ action: "create_channel", name: "new", as: "owen", subscribers: ["owen"] });
    assert.type(stream_id, "number");
    assert.is(asked.includes("GET /get_stream_id"), !isTold);
  }
});

test("what a run changes again is neither read first nor looked at where it was seen to be done", async () => {
  const sim = createSimulator();
  const { asked, staging } = stagingOf(sim, () => undefined);
  const policyOf = () => {
    const { user_settings } = sim.as("bob").send("POST /register", { fetch_event_types: ["user_settings"] }).body;
    return (user_settings as Body).automatically_follow_topics_policy;
  };
  const [first, ...values] = [policyOf(), 4, 2, 4];
  for (const value of [...values, first]) {
    await staging.act({ action: "set_user", as: "bob", property: "automatically_follow_topics_policy", value });
    assert.is(policyOf(), value);
  }
  assert.is(asked.filter((route) => route === "PATCH /settings").length, 4);
  // What is as it was is not put back once more.
  assert.equal(await staging.close(), []);
  assert.is(asked.filter((route) => route === "PATCH /settings").length, 4);
  // Before the first change, and after each value that was new.
  assert.is(asked.filter((route) => route === "POST /register").length, 1 + 3);
  await staging.act({ action: "set_user", as: "bob", property: "translate_emoticons", value: true });
  assert.is(asked.filter((route) => route === "POST /register").length, 1 + 4);
  await staging.act({ action: "set_user", as: "bob", property: "automatically_follow_topics_policy", value: 4 });
  assert.equal(await staging.close(), []);
  assert.is(policyOf(), first);
});

test("a channel that the run has archived is not archived again", async () => {
  const { asked, staging } = stagingOf(createSimulator(), () => undefined);
  await staging.act({ action: "create_channel", name: "new", as: "owen", subscribers: ["owen"] });
  await staging.act({ action: "set_channel", channel: "new", property: "is_archived", value: true });
  assert.equal(await staging.close(), []);
  assert.is(asked.filter((route) => route.startsWith("DELETE /streams/")).length, 1);
});

test("a channel that is made without what was asked of it is not prepared, and archived all the same", async () => {
  const sim = createSimulator();
  const { asked, staging } = stagingOf(
    sim,
    () => undefined,
    (route) => {
      if (route !== "POST /register") return {};
      const { subscriptions } = sim.as("owen").send("POST /register", { fetch_event_types: ["subscription"] }).body;
      return { subscriptions: (subscriptions as Body[]).map((row) => ({ ...row, history_public_to_subscribers: false })) };
    },
  );
  const kind = { invite_only: true, history_public_to_subscribers: true };
  const thrown = await thrownBy(staging.act({ action: "create_channel", name: "new", as: "owen", subscribers: ["owen"], ...kind }));
  assert.instance(thrown, Unprepared);
  assert.match(thrown.message, "POST /users/me/subscriptions takes history_public_to_subscribers and does not do it");
  assert.equal(await staging.close(), []);
  assert.ok(asked.some((route) => route.startsWith("DELETE /streams/")));
});

test.run();
