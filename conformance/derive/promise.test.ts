import { test } from "uvu";
import * as assert from "uvu/assert";
import { altered } from "../check/altered.test.kit.ts";
import { check } from "../check/check.ts";
import { Session } from "../client/session.ts";
import type { Target } from "../client/target.ts";
import { Differs } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";
import { requireClosed } from "./clauses.ts";

/** Returns the number of requests without credentials that so many looks at a route cost, and whether the last one finds it open. */
async function looks(kind: Target["kind"], count: number, isOpen = false): Promise<{ readonly asked: number; readonly finds: boolean }> {
  let asked = 0;
  const simulator = embedded();
  const target: Target = {
    ...altered(simulator, (reply, { as }) => {
      if (as === null) asked++;
      return isOpen ? { ...reply, status: 200, body: { result: "success", msg: "" } } : reply;
    }),
    ...{ kind, cast: { ...simulator.cast } },
  };
  const session = new Session(target, "a");
  const ready = { actor: session.as.alice, route: "GET /realm/linkifiers", fields: {} };
  let finds = false;
  for (let i = 0; i < count; i++)
    finds = await requireClosed(session, { route: "GET /realm/linkifiers" }, ready).then(
      () => false,
      (thrown: unknown) => thrown instanceof Differs,
    );
  return { asked, finds };
}

test("a live server is asked once whether a route is closed to nobody, and every run in this process", async () => {
  assert.equal(await looks("live", 3), { asked: 1, finds: false });
  assert.equal(await looks("embedded", 3), { asked: 3, finds: false });
});

test("a route that is open to nobody is found each time", async () => {
  assert.equal(await looks("live", 2, true), { asked: 2, finds: true });
});

test("a server of a level that takes truth values for integers is right", async () => {
  const only = ["user_topics.post.text/policy-values", "messages.matches_narrow.get.text/msg-ids-integers"];
  const { summary } = await check({ target: embedded({ level: 250 }), only, seed: 44, tries: 120, runs: 0 });
  assert.equal([summary.agrees, summary.differs], [2, 0]);
});

test("a text that reads like nothing is sent to whatever takes texts, though nothing of it is kept", async () => {
  const unread = altered(embedded(), (reply, { path, fields }) =>
    path === "/typing" && fields.topic === "0"
      ? { ...reply, status: 400, body: { result: "error", msg: "Missing topic", code: "BAD_REQUEST" } }
      : reply,
  );
  const { properties } = await check({ target: unread, only: ["typing.post.text/topic-as-sent"], seed: 44, tries: 0, runs: 0 });
  assert.match(properties[0]?.reason ?? "", /^the topic "0" answers 400 /);
});

test.run();
