import { test } from "uvu";
import * as assert from "uvu/assert";
import { embedded } from "../targets/embedded.ts";
import { Session } from "./session.ts";
import { alone, ownRealm } from "./stage-alone.ts";
import { missing, refusedSomehow } from "./stage-told.ts";
import { Differs, Untestable } from "./verdict.ts";

const caught = async (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((thrown) => thrown);

test("on one target those who change the same thing wait for each other, also for those who fail", async () => {
  const session = new Session(embedded(), "a");
  const told: string[] = [];
  const step = (word: string, what: string, fails = false) =>
    alone(what, async () => {
      told.push(`${word} begins`);
      await session.nobody.send("GET /server_settings");
      await session.nobody.send("GET /server_settings");
      told.push(`${word} ends`);
      if (fails) throw new Differs(word);
    })(session);
  const results = await Promise.all([step("first", "profile", true), step("second", "profile"), step("third", "video")].map(caught));
  assert.is((results[0] as Error).message, "first");
  assert.ok(told.indexOf("second begins") > told.indexOf("first ends"));
  assert.ok(told.indexOf("third begins") < told.indexOf("first ends"));
});

test("what the whole realm would notice is left alone on a live server", () => {
  const live = new Proxy(embedded(), { get: (target, name) => (name === "kind" ? "live" : Reflect.get(target, name, target)) });
  assert.throws(
    () => ownRealm(new Session(live, "a")),
    (thrown: unknown) => thrown instanceof Untestable,
  );
  assert.type(ownRealm(new Session(embedded(), "a")).act, "function");
});

const reply = (body: Record<string, unknown>, status = 400) => ({ status, headers: {}, body: { result: "error", msg: "no", ...body } });

test("a missing parameter is refused in general, or by its name", () => {
  missing(reply({ code: "BAD_REQUEST" }), "name");
  missing(reply({ code: "REQUEST_VARIABLE_MISSING", var_name: "name" }), "name");
  assert.throws(() => missing(reply({ code: "REQUEST_VARIABLE_MISSING", var_name: "other" }), "name"), /var_name/);
  assert.throws(() => missing(reply({ code: "BAD_NARROW" }), "name"), /BAD_NARROW/);
});

test("a refusal without a known code has one all the same, and its body is not repeated", () => {
  refusedSomehow(reply({ code: "ANY" }, 401), "a login");
  assert.throws(() => refusedSomehow(reply({}), "a login"), /without a code/);
  const leak = reply({ result: "success", api_key: "secret" }, 200);
  assert.throws(
    () => refusedSomehow(leak, "a login"),
    (thrown: Error) => thrown instanceof Differs && !thrown.message.includes("secret"),
  );
});

test.run();
