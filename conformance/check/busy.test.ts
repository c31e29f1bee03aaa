import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { instead, type Outgoing, type Target } from "../client/target.ts";
import { byDay, someOf } from "../night.test.kit.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";

/** Returns the message that another run sends after one: the same account writes to the same people, or in another topic of the same channel. */
function meanwhile({ as, path, fields }: Outgoing, count: number): Outgoing {
  const { queue_id: _, local_id: __, subject: ___, ...kept }: Readonly<Record<string, unknown>> = fields;
  const isDirect = /^(direct|private)$/.test(String(kept.type));
  const content = `meanwhile ${count}`;
  return { as, method: "POST", path, fields: { ...kept, content, ...(!isDirect && { topic: `meanwhile ${count % 7}` }) } };
}

/** A live server without a control API, on which others write after each message. */
function busy(inner: Target): Target {
  let count = 0;
  const { url, level, brand, cast, channels } = inner;
  const target: Target = {
    ...{ kind: "live", url, level, brand, cast: { ...cast }, channels, like: "zulip", namespace: inner.namespace, steering: undefined },
    send: async (request) => {
      const reply = await inner.send(request);
      if (request.method === "POST" && request.path === "/messages" && reply?.body.result === "success")
        await inner.send(meanwhile(request, ++count));
      return reply;
    },
    isolated: () => target,
    close: async () => {},
  };
  return target;
}

/** The properties that differ on a server, by day every other one, with what they say, and how many agree. */
async function tried(target: Target, tries: number) {
  const differing: string[] = [];
  let agreeing = 0;
  for (const [address, property] of someOf([...properties], 2)) {
    if (target.level >= (property.until ?? Number.POSITIVE_INFINITY)) continue;
    const { verdict, reason } = await runProperty(address, property, target, { seed: 1, tries });
    if (verdict === "differs") differing.push(`${address}: ${reason}`);
    if (verdict === "agrees") agreeing++;
  }
  return { differing, agreeing };
}

test("no property is misled by what others write meanwhile", async () => {
  for (const level of byDay([496], [496, 372, 250])) {
    const { differing, agreeing } = await tried(busy(embedded({ realm: "small", level }).isolated()), byDay(0, 3));
    assert.equal(differing, []);
    assert.ok(agreeing > byDay(100, 200), `${agreeing} agree at level ${level}`);
  }
});

test("a policy of a topic that is called as the empty one is shown is no second policy of the empty one", async () => {
  const inner = embedded({ realm: "small" }).isolated();
  const name = (await inner.send({ as: "alice", method: "POST", path: "/register", fields: {} }))?.body.realm_empty_topic_display_name;
  const target: Target = instead(inner, {
    send: async (request) => {
      const reply = await inner.send(request);
      const { user_topics } = reply?.body ?? {};
      if (!reply || !Array.isArray(user_topics)) return reply;
      const followed = { stream_id: inner.channels.general, topic_name: name, last_updated: 0, visibility_policy: 3 };
      return { ...reply, body: { ...reply.body, user_topics: [followed, ...user_topics] } };
    },
    isolated: () => target,
  });
  const address = "user_topics.post/emptyTopic";
  const { verdict, reason } = await runProperty(address, properties.get(address)!, target, { seed: 1, tries: 3 });
  assert.is(verdict, "agrees", reason);
});

test.run();
