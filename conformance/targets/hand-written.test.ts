import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../check/check.ts";
import { embedded } from "./embedded.ts";

const line = (options: unknown) => check(options as never).then(String, (thrown: Error) => `${thrown.name}: ${thrown.message}`);

test("a target of a user's own without its members is refused by their names", async () => {
  const whole = embedded();
  const { kind, url, level, brand, cast, channels, namespace } = whole;
  const [send, isolated, close] = [whole.send.bind(whole), whole.isolated.bind(whole), whole.close.bind(whole)];
  const own = { kind, url, level, brand, cast, channels, namespace, send, isolated, close };
  const rows: [options: unknown, says: string][] = [
    [undefined, "options: missing, expected an object with target"],
    [{ seed: 1 }, "target: missing, expected a target: embedded(), await openTarget(…), or one of your own"],
    [
      { target: "http://localhost:9991" },
      'target: got "http://localhost:9991", expected a target: embedded(), await openTarget(…), or one of your own',
    ],
    [{ target: {} }, 'target.kind: missing, expected "embedded" or "live"'],
    [{ target: { ...own, send: undefined } }, "target.send: missing, expected a function"],
    [{ target: { ...own, isolated: true } }, "target.isolated: got true, expected a function"],
    [{ target: { ...own, level: "496" } }, 'target.level: got "496", expected a whole number, 0 or more'],
    [{ target: { ...own, cast: [] } }, "target.cast: got [], expected an object: the members by name, such as alice"],
    [{ target: { ...own, channels: undefined } }, "target.channels: missing, expected an object: ids by name, such as general"],
    [
      { target: { ...own, cast: { alice: null } } },
      "target.cast.alice: got null, expected an object: user_id, email, role and what else is known of the member",
    ],
    [{ target: { ...own, channels: { general: "x" } } }, 'target.channels.general: got "x", expected a whole number, 0 or more'],
    [{ target: { ...own, steering: {} } }, "target.steering.act: missing, expected a function"],
    [{ target: { ...own, staging: 5 } }, "target.staging: got 5, expected an object with act and advance"],
    [{ target: { ...own, notes: 5 } }, "target.notes: got 5, expected a list of lines"],
    [{ target: { ...own, missing: {} } }, "target.missing: got {}, expected a Map of statuses by route"],
  ];
  for (const [options, says] of rows) assert.is(await line(options), `TypeError: ${says}`);
});

test.run();
