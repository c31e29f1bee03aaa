import { test } from "uvu";
import * as assert from "uvu/assert";
import { type AlterReply, altered } from "../check/altered.test.kit.ts";
import { check } from "../check/check.ts";
import { present } from "../client/json.ts";
import { Session } from "../client/session.ts";
import type { Outgoing, Target } from "../client/target.ts";
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

test("a blank that is taken is found though the second one like it is refused", async () => {
  const taken = new Set<unknown>();
  const server = altered(embedded(), (reply, { path, fields: { fragment } }) => {
    if (path !== "/navigation_views" || !/^ +$/.test(String(fragment)) || taken.has(fragment)) return reply;
    taken.add(fragment);
    return { ...reply, status: 200, body: { result: "success", msg: "" } };
  });
  const target: Target = { ...server, kind: "live", isolated: () => target };
  const { properties } = await check({ target, only: ["navigation_views.post.text/fragment-blank"], seed: 4, tries: 0, runs: 0 });
  assert.is(properties[0]?.verdict, "differs", properties[0]?.reason);
});

for (const [address, route] of [
  ["channel_folders.create.post.text/administrators", "/channel_folders/create"],
  ["realm.domains.post.text/owners", "/realm/domains"],
] as const)
  test(`that others are refused is tried where the cast has nobody who may: ${address}`, async () => {
    const verdictWith = async (change: AlterReply): Promise<string | undefined> => {
      const { alice, robo } = embedded().cast;
      const target: Target = {
        ...altered(embedded(), change),
        kind: "live",
        cast: { alice: present(alice, "alice"), robo: present(robo, "robo") },
      };
      Object.assign(target, { isolated: () => target });
      const { properties } = await check({ target, only: [address], seed: 4, tries: 0, runs: 0 });
      return properties[0]?.verdict;
    };
    const isAsked = ({ path, as }: Outgoing): boolean => path === route && as === "robo";
    assert.is(await verdictWith((reply) => reply), "agrees");
    const taken = { status: 200, body: { result: "success", msg: "", channel_folder_id: 1 } };
    assert.is(await verdictWith((reply, request) => (isAsked(request) ? { ...reply, ...taken } : reply)), "differs");
  });

test.run();
