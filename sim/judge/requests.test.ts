import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel, type SimulatorOptions } from "../index.ts";
import { type Judging, judging } from "./judging.test.kit.ts";

/** A breach of a rule by a client, the finding about it, and the same done right. */
type Row = [
  what: string,
  wrong: (j: Judging) => unknown,
  says: string | string[],
  right: (j: Judging) => unknown,
  options?: SimulatorOptions,
];

const lunch = { type: "channel", to: "general", topic: "lunch", content: "hi" };
const around = { anchor: "newest", num_before: 1, num_after: 0 };
const inQuery = (path: string, pairs: string): string => `${path}?${pairs}`;

const rows: Row[] = [
  [
    "private for direct",
    ({ alice }) => alice.send("POST /messages", { type: "private", to: [12], content: "hi" }),
    "private-for-direct: POST /messages: type=private is a deprecated spelling of direct",
    ({ alice }) => alice.send("POST /messages", { type: "direct", to: [12], content: "hi" }),
  ],
  [
    "private for direct, where it is refused",
    ({ alice }) => alice.send("POST /typing" as string, { op: "stop", type: "private", to: [12] }),
    "private-for-direct: POST /typing: type=private is refused from level 215 on: it is spelled direct",
    ({ alice }) => alice.send("POST /typing", { op: "stop", type: "direct", to: [12] }),
  ],
  [
    "private for direct in a typing notification of an older server",
    ({ alice }) => alice.send("POST /typing" as string, { op: "stop", type: "private", to: [12] }),
    "private-for-direct: POST /typing: type=private is a deprecated spelling of direct",
    ({ alice }) => alice.send("POST /typing", { op: "stop", type: "direct", to: [12] }),
    { level: 214 },
  ],
  [
    "stream for channel",
    ({ alice }) => alice.send("POST /messages", { ...lunch, type: "stream" }),
    "stream-for-channel: POST /messages: type=stream is a deprecated spelling of channel",
    ({ alice }) => alice.send("POST /messages" as string, lunch),
  ],
  [
    "subject for topic",
    ({ alice, general }) => alice.send("POST /typing", { op: "stop", type: "channel", stream_id: general, subject: "lunch" }),
    "subject-for-topic: POST /typing: subject is a deprecated name of topic",
    ({ alice, general }) => alice.send("POST /typing", { op: "stop", type: "channel", stream_id: general, topic: "lunch" }),
  ],
  [
    "use_first_unread_anchor",
    ({ alice }) => alice.send("GET /messages", { use_first_unread_anchor: true, num_before: 1, num_after: 1 }),
    "first-unread-anchor: GET /messages: use_first_unread_anchor is deprecated; anchor=first_unread says the same",
    ({ alice }) => alice.send("GET /messages", { anchor: "first_unread", num_before: 1, num_after: 1 }),
  ],
  [
    "a narrow of pairs",
    ({ alice }) => alice.send("GET /messages", { ...around, narrow: [["channel", "general"]] }),
    "narrow-pairs: GET /messages: the narrow has a pair of texts in place of an object",
    ({ alice }) => alice.send("GET /messages", { ...around, narrow: [{ operator: "channel", operand: "general" }] }),
  ],
  [
    "old operators",
    ({ alice }) =>
      alice.send("GET /messages/matches_narrow", {
        msg_ids: [],
        narrow: [
          { operator: "stream", operand: "general" },
          { operator: "is", operand: "private" },
        ],
      }),
    [
      "narrow-operators: GET /messages/matches_narrow: the narrow says stream, which is called channel now",
      "narrow-operators: GET /messages/matches_narrow: the narrow says is:private, which is called is:dm now",
    ],
    ({ alice }) => alice.send("GET /messages/matches_narrow", { msg_ids: [], narrow: [{ operator: "is", operand: "dm" }] }),
  ],
  [
    "a parameter before its level",
    ({ alice }) => alice.send("GET /messages", { message_ids: [1], ...around }),
    "newer-parameter: GET /messages: message_ids is there from level 300 on, and the server has level 299",
    ({ alice }) => alice.send("GET /messages", around),
    { level: 299 },
  ],
  [
    "a value before its level",
    ({ alice }) => alice.send("POST /messages" as string, lunch),
    "newer-parameter: POST /messages: type=channel is there from level 248 on, and the server has level 247",
    ({ alice }) => alice.send("POST /messages", { ...lunch, type: "stream" }),
    { level: 247 },
  ],
  [
    "an endpoint before its level",
    ({ sim }) => sim.as("dana").send("POST /channel_folders/create", { name: "a", description: "" }),
    "newer-endpoint: POST /channel_folders/create: it is there from level 389 on, and the server has level 388",
    ({ sim }) => sim.as("dana").send("GET /users/me"),
    { level: 388 },
  ],
  [
    "an endpoint that is gone",
    ({ sim }) => sim.as("dana").send("DELETE /user_groups/9999"),
    "removed-endpoint: DELETE /user_groups/{id}: it is gone since level 290",
    ({ sim }) => sim.as("dana").send("POST /user_groups/9999/deactivate"),
  ],
  [
    "an endpoint that is deprecated",
    ({ alice }) => alice.send("POST /mark_all_as_read"),
    "deprecated-endpoint: POST /mark_all_as_read: deprecated since level 155; POST /messages/flags/narrow takes its place",
    ({ alice }) => alice.send("POST /messages/flags/narrow", { ...around, narrow: [], op: "add", flag: "read" }),
  ],
  [
    "parameters of no endpoint",
    ({ alice }) => alice.send("POST /messages" as string, { ...lunch, colour: "red", "a\nb": 1 }),
    [
      'unsupported-parameter: POST /messages: "a\\nb" is no parameter of this endpoint',
      "unsupported-parameter: POST /messages: colour is no parameter of this endpoint",
    ],
    ({ alice }) => alice.send("POST /messages" as string, { ...lunch, client: "mine" }),
  ],
  [
    "form fields in the query string",
    ({ raw }) => raw(inQuery("POST /messages", "type=channel&to=general"), { topic: "lunch", content: "hi" }, "alice"),
    [
      "parameters-in-query: POST /messages: type is sent in the query string, not as a form field",
      "parameters-in-query: POST /messages: to is sent in the query string, not as a form field",
    ],
    ({ raw }) => raw("POST /messages", lunch, "alice"),
  ],
  [
    "local_id without queue_id",
    ({ alice }) => alice.send("POST /messages" as string, { ...lunch, local_id: "1.1" }),
    "local-id-alone: POST /messages: local_id requires queue_id",
    ({ alice, queue }) => alice.send("POST /messages" as string, { ...lunch, local_id: "1.1", queue_id: queue() }),
  ],
  [
    "queue_id without local_id",
    ({ alice, queue }) => alice.send("POST /messages" as string, { ...lunch, queue_id: queue() }),
    "queue-id-alone: POST /messages: queue_id requires local_id",
    ({ alice, queue }) => alice.send("POST /messages" as string, { ...lunch, local_id: "1.1", queue_id: queue() }),
  ],
  [
    "more messages than are recommended",
    ({ alice }) => alice.send("GET /messages", { anchor: "newest", num_before: 600, num_after: 401 }),
    "fetch-over-recommended: GET /messages: it asks for more than 1000 messages, which is the recommended maximum",
    ({ alice }) => alice.send("GET /messages", { anchor: "newest", num_before: 600, num_after: 400 }),
  ],
  [
    "more messages than are allowed",
    ({ alice }) => alice.send("GET /messages", { message_ids: Array.from({ length: 5001 }, (_, i) => i) }),
    "fetch-over-limit: GET /messages: it asks for more than 5000 messages, which is an error",
    ({ alice }) => alice.send("GET /messages", { message_ids: Array.from({ length: 1000 }, (_, i) => i) }),
  ],
  [
    "texts that are too long, counted in code points",
    ({ alice }) => alice.send("POST /messages" as string, { ...lunch, topic: "😀".repeat(61), content: "x".repeat(10_001) }),
    [
      "text-over-limit: POST /messages: content has more than 10000 characters, which is the most that is kept",
      "text-over-limit: POST /messages: topic has more than 60 characters, which is the most that is kept",
    ],
    ({ alice }) => alice.send("POST /messages" as string, { ...lunch, topic: "😀".repeat(60), content: "x".repeat(10_000) }),
  ],
];

for (const [what, wrong, says, right, options] of rows) {
  test(`${what}: found where it is done, not where it is done right`, () => {
    const one = judging(options);
    wrong(one);
    assert.equal(one.said(), [says].flat());
    const other = judging(options);
    right(other);
    assert.equal(other.said(), []);
  });
}

test("an endpoint is called as long as it is there, and a topic that is ignored may be long", () => {
  const { sim, alice, said } = judging({ level: 289 });
  sim.as("dana").send("DELETE /user_groups/9999");
  alice.send("POST /messages", { type: "direct", to: [12], topic: "x".repeat(61), content: "hi" });
  assert.equal(said(), []);
});

test("before a spelling is replaced it is the right one", () => {
  const { alice, said } = judging({ level: 170 });
  alice.send("POST /messages", { type: "private", to: [12], content: "hi" });
  alice.send("GET /messages", { ...around, narrow: [{ operator: "pm-with", operand: "bob@example.com" }] });
  assert.equal(said(), []);
});

/** The standing of one request with a client that is made for levels. */
const madeFor = (levels: readonly [number, number], level: number, ask: (j: Judging) => unknown): string[] => {
  const j = judging({ level }, { levels });
  ask(j);
  return j.said().map((line) => line.replace(/:.*/s, ""));
};

test("for a client that is made for several levels, what is right on one of them is no finding", () => {
  const asStream = ({ alice }: Judging) => alice.send("POST /messages", { ...lunch, type: "stream" });
  assert.equal(madeFor([248, newestLevel], newestLevel, asStream), ["stream-for-channel"]);
  assert.equal(madeFor([247, newestLevel], newestLevel, asStream), []);
  const asChannel = ({ alice }: Judging) => alice.send("POST /messages" as string, lunch);
  assert.equal(madeFor([200, 247], 247, asChannel), ["newer-parameter"]);
  assert.equal(madeFor([200, 248], 247, asChannel), []);
  const byIds = ({ alice }: Judging) => alice.send("GET /messages", { message_ids: [1], ...around });
  assert.equal(madeFor([200, 299], 250, byIds), ["newer-parameter"]);
  assert.equal(madeFor([200, 300], 250, byIds), []);
  const folder = ({ sim }: Judging) => sim.as("dana").send("POST /channel_folders/create", { name: "a", description: "" });
  assert.equal(madeFor([200, 388], 300, folder), ["newer-endpoint"]);
  assert.equal(madeFor([200, 389], 300, folder), []);
  const gone = ({ sim }: Judging) => sim.as("dana").send("DELETE /user_groups/9999");
  assert.equal(madeFor([290, newestLevel], newestLevel, gone), ["removed-endpoint"]);
  assert.equal(madeFor([289, newestLevel], newestLevel, gone), []);
  const marked = ({ alice }: Judging) => alice.send("POST /mark_all_as_read");
  assert.equal(madeFor([155, newestLevel], newestLevel, marked), ["deprecated-endpoint"]);
  assert.equal(madeFor([154, newestLevel], newestLevel, marked), []);
  const narrowed = ({ alice }: Judging) => alice.send("GET /messages", { ...around, narrow: [{ operator: "pm-with", operand: "bob" }] });
  assert.equal(madeFor([177, newestLevel], newestLevel, narrowed), ["narrow-operators"]);
  assert.equal(madeFor([176, newestLevel], newestLevel, narrowed), []);
});

test("the level of the server counts, also where its clients are made for others", () => {
  assert.equal(
    madeFor([300, 400], 247, ({ alice }) => alice.send("POST /messages", { ...lunch, type: "stream" })),
    [],
  );
});

test("a rule that is accepted finds nothing, the others do", () => {
  const { alice, said } = judging({}, { accept: ["stream-for-channel"] });
  alice.send("POST /messages", { ...lunch, type: "stream", local_id: "1" });
  assert.equal(said(), ["local-id-alone: POST /messages: local_id requires queue_id"]);
});

test("of a route that is not simulated nothing is judged; one of another level is", () => {
  const { raw, watch, said } = judging();
  raw("POST /not/here?api_key=x", {}, "alice");
  raw("PUT /messages?api_key=x", {}, "alice");
  assert.equal(said(), []);
  assert.is(watch.exchanges, 2);
  raw("DELETE /user_groups/9999", {}, "alice");
  assert.equal(said(), ["removed-endpoint: DELETE /user_groups/{id}: it is gone since level 290"]);
});

test("a finding carries its rule, clause and section, who, when and which exchange; a second time it is counted", () => {
  const { alice, watch, wait } = judging({ now: "2026-01-01T12:00:00Z" });
  alice.send("POST /messages" as string, lunch);
  wait(1500);
  alice.send("POST /messages", { ...lunch, type: "stream" });
  wait(1500);
  alice.send("POST /messages", { ...lunch, type: "stream" });
  assert.equal(watch.findings, [
    {
      rule: "stream-for-channel",
      severity: "warning",
      section: "Versioning",
      clause: "versioning/channel-for-stream",
      as: "alice",
      at: "2026-01-01T12:00:01.500Z",
      exchange: 2,
      times: 2,
      message: "POST /messages: type=stream is a deprecated spelling of channel",
    },
  ]);
  assert.is(watch.exchanges, 3);
});

test("who asks for what the server does not have is named, where the credentials are right", () => {
  const { sim, watch, raw } = judging({ level: 388 });
  const { email } = sim.cast.alice!;
  const folder = { name: "a", description: "" };
  for (const auth of ["alice", { email, api_key: "x".repeat(32) }, undefined]) raw("POST /channel_folders/create", folder, auth);
  raw("GET /messages/-1", {}, "alice");
  raw("PUT /messages", {}, "alice");
  assert.equal(
    watch.findings.map(({ rule, as }) => [rule, as]),
    [
      ["newer-endpoint", "alice"],
      ["newer-endpoint", null],
    ],
  );
  assert.equal(
    sim.transcript.map(({ as }) => as),
    ["alice", null, null, "alice", "alice"],
  );
});

test("fifty equal reads in a row within a second are a loop; with a pause, another request or another answer they are none", () => {
  const loop = "asked-in-a-loop: GET /messages: 50 equal requests in a row within a second";
  const ask = (j: Judging, times: number, between?: (i: number) => void) => {
    for (let i = 0; i < times; i++) {
      j.alice.send("GET /messages", { anchor: "newest", num_before: 0, num_after: 1, include_anchor: false });
      between?.(i);
    }
    return j.said();
  };
  assert.equal(ask(judging(), 49), []);
  assert.equal(ask(judging(), 200), [loop]);
  const waiting = judging();
  assert.equal(
    ask(waiting, 120, () => waiting.wait(30)),
    [],
  );
  const sending = judging();
  const send = (i: number) => void (i % 40 === 0 && sending.alice.send("GET /users/me"));
  assert.equal(ask(sending, 120, send), []);
  const posting = judging();
  posting.raw("POST /messages", {}, "alice");
  for (let i = 0; i < 49; i++) posting.raw("GET /messages", {}, "alice");
  assert.not.match(posting.said().join(), "asked-in-a-loop");
  const bob = judging();
  assert.equal(
    ask(bob, 120, () => void bob.sim.as("bob").send("GET /users/me")),
    [loop, "asked-in-a-loop: GET /users/me: 50 equal requests in a row within a second"],
  );
});

test("a message is sent again where its answer was lost and nobody looked whether it is there", () => {
  const again = "sent-again: POST /messages: a message whose answer was lost is sent again, and was there already";
  const sent = { type: "channel", to: "general", topic: "lunch", content: "soup" };
  const said = (drop: true | "answer", fields: object, between?: (j: Judging) => void): string[] => {
    const j = judging();
    j.sim.faults.add(JSON.parse(`{"match": {"route": "POST /messages"}, "times": 1, "then": {"drop": ${JSON.stringify(drop)}}}`));
    const send = () => void j.alice.send("POST /messages" as string, fields as Record<string, unknown>);
    send();
    between?.(j);
    send();
    return j.said();
  };
  assert.equal(said("answer", sent), [again]);
  assert.equal(said(true, sent), [], "it was not there");
  assert.equal(said("answer", { ...sent, to: "nowhere" }), [], "it is refused");
  const look = (j: Judging) => void j.alice.send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0 });
  assert.equal(said("answer", sent, look), []);
  assert.equal(
    said("answer", sent, (j) => void j.sim.as("bob").send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0 })),
    [again],
  );
});

test.run();
