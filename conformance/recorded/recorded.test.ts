import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Report } from "../results/report.ts";
import { surprises } from "../run/baseline.ts";
import { checkRecorded, RecordingError, readRecording } from "./index.ts";
import { day, WatchedClient } from "./recorded.test.kit.ts";

/** The report on a client of a server that behaves as running ones do. */
const checked = (client: WatchedClient): Report => checkRecorded(readRecording(client.journal), { like: "zulip" });
const found = (report: Report): string[] => report.causes.map(({ signature }) => signature);

test("a right server gives no finding, and what the state is known for is compared", () => {
  const report = checked(day());
  assert.equal(surprises(report), []);
  assert.is(report.recorded!.exchanges, 13);
  assert.ok(report.recorded!.compared >= 8, String(report.recorded!.compared));
  assert.ok(report.properties.some(({ address, verdict }) => address === "monitor/success-envelope" && verdict === "agrees"));
});

test("a wrong field is found where the answer is compared with the model, and its clause is cited", () => {
  const report = checked(
    day((route, body) =>
      /^GET \/messages\/\d/.test(route) && body.message ? { ...body, message: { ...(body.message as object), subject: "x" } } : body,
    ),
  );
  assert.ok(
    found(report).some((signature) => signature.startsWith("Message subject")),
    found(report).join("\n"),
  );
  const [result] = report.scenarios.filter(({ verdict }) => verdict === "differs");
  assert.match(result!.address, /^recorded\/\d+$/);
  assert.equal(result!.places, [{ path: "message.subject", expected: "lunch", actual: "x" }]);
});

test("an event that never comes is found", () => {
  const report = checked(day((route, body) => (route === "GET /events" ? { ...body, events: [] } : body)));
  assert.ok(
    found(report).some((signature) => signature.startsWith("GET /events events")),
    found(report).join("\n"),
  );
});

test("a request that the server should have refused is found", () => {
  const report = checked(day((route, body) => (route === "POST /typing" ? { result: "success", msg: "" } : body)));
  assert.ok(found(report).includes("POST /typing result: expected error (BAD_REQUEST: Invalid op), got success"), found(report).join("\n"));
});

test("messages in another order are found without any state; a parameter that is not listed may be one that the server supports", () => {
  const client = new WatchedClient(undefined, (route, { ignored_parameters_unsupported: _, ...body }) =>
    route === "GET /messages" ? { ...body, messages: (body.messages as readonly object[]).toReversed() } : body,
  );
  client.ask(null, "GET /server_settings");
  client.ask("bob", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi", colour: "blue" });
  assert.equal(found(checked(client)), []);
  client.ask("bob", "GET /messages", { anchor: "newest", num_before: 2, num_after: 0 });
  assert.equal(
    checked(client).causes.flatMap(({ clauses: [first] }) => first),
    ["messages.get/messages-sorted"],
  );
});

test("times are those of the server's clock, where it tells another than that of who recorded", () => {
  /** Three messages, each sent ten seconds after the last by the clock of who recorded, and fetched. @param served the server's time of an exchange */
  const times = (served: ((at: number) => number) | undefined, timeOf: (timestamp: number, count: number) => number): string[] => {
    let count = 0;
    const client = new WatchedClient(undefined, (route, body) =>
      route.startsWith("GET /messages/") && body.message
        ? { ...body, message: { ...body.message, timestamp: timeOf(Number((body.message as { timestamp: number }).timestamp), ++count) } }
        : body,
    );
    client.ask(null, "GET /server_settings");
    client.ask("bob", "POST /register");
    for (const topic of ["one", "two", "three"]) {
      const { id } = client.ask("bob", "POST /messages", { type: "channel", to: "general", topic, content: "hi" });
      client.ask("bob", `GET /messages/${id}`);
    }
    for (const line of client.lines as { at?: string; response?: { date?: string } | null }[])
      if (served && line.response) line.response.date = new Date(served(Date.parse(line.at ?? ""))).toISOString();
    return found(checked(client));
  };
  const still = Date.UTC(2020, 0, 1);
  const wrong = ["Message timestamp: expected number, got another number"];
  assert.equal(
    times(undefined, (timestamp) => timestamp),
    [],
  );
  assert.equal(
    times(
      () => still,
      () => still / 1000,
    ),
    [],
  );
  assert.equal(
    times(
      (at) => at + 7_200_000,
      (timestamp) => timestamp + 7200,
    ),
    [],
  );
  assert.equal(
    times(
      (at) => at,
      (timestamp) => timestamp + 3600,
    ),
    wrong,
    "an hour late",
  );
  assert.equal(
    times(undefined, (timestamp) => timestamp + 3600),
    wrong,
    "an hour late, by a clock that nobody tells",
  );
  assert.equal(
    times(undefined, (timestamp, count) => timestamp + (count === 3 ? 7000 : 0)),
    wrong,
    "the last one",
  );
  assert.equal(
    times(
      () => still,
      () => still / 1000 + 3600,
    ),
    wrong,
    "an hour late by a clock that stands",
  );
});

test("without a registration that tells the state, answers are judged by their form alone", () => {
  const client = new WatchedClient(undefined, (_, body) =>
    body.message ? { ...body, message: { ...(body.message as object), sender_id: "one" } } : body,
  );
  client.ask(null, "GET /server_settings");
  const { id } = client.ask("bob", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi" });
  client.ask("bob", `GET /messages/${id}`);
  const report = checked(client);
  assert.is(report.recorded!.compared, 0);
  assert.equal(
    report.properties.filter(({ verdict }) => verdict === "differs").map(({ address }) => address),
    ["monitor/message-fields"],
  );
});

test("changes that nobody wrote down end the comparison until the next registration", () => {
  const client = new WatchedClient();
  client.ask(null, "GET /server_settings");
  const { queue_id } = client.ask("dana", "POST /register");
  client.unseen("owen", "PATCH /realm", { name: "Another name" });
  client.ask("dana", "GET /events", { queue_id, last_event_id: -1 });
  client.ask("dana", "GET /users/me/presence");
  const report = checked(client);
  assert.equal(surprises(report), []);
  assert.match(report.notes!.join("\n"), /exchange 3 on.*an event realm /);
});

test("what concerns people who were there before and never register is compared", () => {
  const client = new WatchedClient();
  client.ask(null, "GET /server_settings");
  client.ask("alice", "POST /register");
  const { id } = client.ask("alice", "POST /messages", { type: "direct", to: [14], content: "hi" });
  client.ask("alice", `GET /messages/${id}`);
  const report = checked(client);
  assert.equal(surprises(report), []);
  assert.is(report.recorded!.compared, 3);
});

test("the polls of a queue whose registration differs are not compared", () => {
  const client = day((route, body) => (route === "POST /register" ? { ...body, max_topic_length: 30 } : body));
  assert.equal(found(checked(client)), ["POST /register max_topic_length: expected number, got another number"]);
});

test("messages of people whose requests are not in the file are no finding", () => {
  const client = new WatchedClient();
  client.ask(null, "GET /server_settings");
  const { queue_id } = client.ask("alice", "POST /register");
  client.unseen("bob", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "unseen" });
  const { events } = client.ask("alice", "GET /events", { queue_id, last_event_id: -1 });
  client.ask("alice", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "seen" });
  client.ask("alice", "GET /events", { queue_id, last_event_id: (events as { id: number }[]).at(-1)!.id });
  client.ask("alice", "GET /messages", { anchor: "newest", num_before: 10, num_after: 0 });
  assert.equal(surprises(checked(client)), []);
});

test("the judge looks at the clients in the same file", () => {
  const client = new WatchedClient();
  client.ask(null, "GET /server_settings");
  client.ask("alice", "POST /typing", { op: "pause", to: [12] });
  client.ask("alice", "POST /typing", { op: "start", to: [12], colour: "red" });
  assert.ok(checked(client).recorded!.clients.some(({ message }) => message.includes("colour")));
});

test("a HAR file gives what the journal of the same exchanges gives", () => {
  const client = day((route, body) => (route === "POST /typing" ? { result: "success", msg: "" } : body));
  const report = checkRecorded(readRecording(JSON.stringify(client.har)), { like: "zulip" });
  const ofJournal = checked(client);
  assert.equal(found(report), found(ofJournal));
  assert.is(report.recorded!.compared, ofJournal.recorded!.compared);
});

test("what is no recording is one error that names the place", () => {
  const entry = {
    startedDateTime: "2026-01-01T12:00:00Z",
    request: { method: "GET", url: "https://a.example/api/v1/users" },
    response: { status: 200 },
  };
  const har = (one: object): string => JSON.stringify({ log: { entries: [entry, { ...entry, ...one }] } });
  const head = '{"format":"touchstone-recording","version":1,"url":"https://a.example"}\n';
  const cases: readonly (readonly [string, RegExp])[] = [
    ["", /^the file: not valid JSON: it is empty$/],
    ["# Notes\n\nOn what was recorded.\n", /^the file: not valid JSON, at line 1, column 1$/],
    ['{"log": {\n  "entries": [\n', /^the file: not valid JSON, at line 2, column 15$/],
    ["[1]", /^the file: got a list, expected an object$/],
    ['{"log": 5}', /^log: got a number, expected an object$/],
    [har({ startedDateTime: "noon" }), /^log\.entries\[1\]\.startedDateTime: got a string, expected an ISO 8601 instant$/],
    [har({ request: { method: "GET", url: 7 } }), /^log\.entries\[1\]\.request\.url: got a number, expected a text$/],
    ['{"log": {"entries": []}}', /^log\.entries: no request to \/api\/v1/],
    [head, /^the file: there is no exchange in it$/],
    [`${head}{"at":"x"}\n`, /^line 2: request: got nothing, expected an object$/],
    [`${head}{"at":\n`, /^line 2: not valid JSON$/],
    [head.replace("1,", "9,"), /^line 1: a journal of another version/],
  ];
  for (const [content, message] of cases) {
    try {
      readRecording(content);
      assert.unreachable(content);
    } catch (problem) {
      assert.instance(problem, RecordingError);
      assert.match((problem as Error).message, message);
    }
  }
});

test("the last line of a journal may be cut off", () => {
  const { exchanges, notes } = readRecording(day().journal.slice(0, -20));
  assert.is(exchanges.length, 12);
  assert.match(notes[0]!, /cut off/);
});

test.run();
