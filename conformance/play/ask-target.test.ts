import { test } from "uvu";
import * as assert from "uvu/assert";
import { steps } from "../catalogue/catalogue.ts";
import { altered } from "../check/altered.test.kit.ts";
import type { Outgoing, Target } from "../client/target.ts";
import { MatchedIds } from "../compare/matched-ids.ts";
import { instantOf } from "../model/wire-request.ts";
import { embedded } from "../targets/embedded.ts";
import { askTarget } from "./ask-target.ts";

test("a server that answers waiting polls with nothing at once is not asked for ever", async () => {
  let polls = 0;
  const silent = altered(embedded(), (reply) => {
    polls++;
    return { ...reply, body: { result: "success", msg: "", events: [] } };
  });
  const step = { as: "alice", op: "events.get", fields: { queue_id: "q", last_event_id: -1 } };
  const sent: Outgoing = { as: "alice", method: "GET", path: "/events", fields: { ...step.fields, dont_block: true } };
  const awaited = { id: 0, type: "typing", op: "start", message_type: "direct", sender: { user_id: 12 } };
  const expected = { status: 200, body: { result: "success", msg: "", events: [awaited] } };
  const lens = { twins: new MatchedIds(), tolerance: 60, html: "structural", known: false, observed: true } as const;
  const reply = await askTarget(silent, steps.get("events.get")!, step, sent, [{ expected, lens }]);
  assert.equal(reply.body.events, []);
  assert.is(polls, 3);
});

/** A server of its own that tells a time in the body and in the head of an answer. */
function telling(server_timestamp: unknown, date?: string): Target {
  const inner = embedded();
  const {
    kind: _,
    steering: __,
    ...rest
  } = altered(inner, (reply) => ({
    ...reply,
    headers: date === undefined ? {} : { date },
    body: { ...reply.body, server_timestamp },
  }));
  return { ...rest, kind: "live", steering: undefined };
}

test("the time of a server is what it tells, unless it can be none: then what the head of its answers tells", async () => {
  const now = Math.floor(Date.now() / 1000);
  const head = (seconds: number) => new Date(seconds * 1000).toUTCString();
  const rows: readonly (readonly [told: unknown, date: string | undefined, seconds: number])[] = [
    [now - 500, head(now), now - 500],
    [now * 1000, head(now), now],
    [1_000_000, head(now), now],
    [1_000_000_000, head(now), 1_000_000_000],
    [0, undefined, now],
    ["soon", head(now - 70), now - 70],
    [undefined, undefined, now],
  ];
  for (const [told, date, seconds] of rows) {
    const instant = await instantOf(telling(told, date), ["alice"]);
    assert.ok(Math.abs(instant / 1000 - seconds) < 5, `${told} ${date}: ${instant}`);
  }
});

test.run();
