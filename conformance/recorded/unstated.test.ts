import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import type { Report } from "../results/report.ts";
import { surprises } from "../run/baseline.ts";
import { checkRecorded, readRecording } from "./index.ts";
import { day, WatchedClient, type WrongAnswer } from "./recorded.test.kit.ts";

const checked = (client: WatchedClient, like?: "zulip"): Report => checkRecorded(readRecording(client.journal), { like });
const found = (report: Report): string[] => report.causes.map(({ signature }) => signature);

/** Fields of a registration of a server that somebody wrote from the specification alone. */
const told = /^(result|msg|queue_id|last_event_id|user_id|realm_users|subscriptions|realm_user_groups|\w+_feature_level)$/;

/** Decides otherwise than running servers what no sentence states. */
const otherwise: WrongAnswer = (route, body) => {
  if (route === "POST /register")
    return { ...Object.fromEntries(Object.entries(body).filter(([name]) => told.test(name))), max_topic_length: 90 };
  if (route === "GET /events" && body.events) return { ...body, events: [{ id: 7, type: "message", message: { content: "Soup" } }] };
  if (route === "POST /user_groups/create") return { result: "error", msg: "only administrators make groups", code: "NOT_YOU" };
  if (body.result === "error") return { result: "error", msg: "no", code: "OTHER_CODE" };
  const text = JSON.stringify(body)
    .replaceAll("strong>", "b>")
    .replace(/"avatar_url":"[^"]*"/g, '"avatar_url":null');
  return JSON.parse(text);
};

/** The same, but that registrations tell all that they do on running servers. */
const otherwiseButTold: WrongAnswer = (route, body) => (route === "POST /register" ? body : otherwise(route, body));

test("a server is held to what is only seen on running ones where it is said to be like them, and else to what is stated", () => {
  const report = checked(day(otherwise));
  assert.equal(found(report), []);
  assert.is(report.recorded!.compared, 6);
  assert.equal(found(checked(day(otherwiseButTold))), []);
  const causes = found(checked(day(otherwiseButTold), "zulip")).join("\n");
  for (const cause of [/GET \/events/, /POST \/user_groups\/create result: expected success/, /Message avatar_url/, /the code OTHER_CODE/])
    assert.match(causes, cause);
});

test("a server with the brand zulip is held to what is only seen on such servers", () => {
  const client = (brand: string): WatchedClient => {
    const own = new WatchedClient(createSimulator({ brand, now: Date.UTC(2026, 0, 1) }), otherwiseButTold);
    own.ask(null, "GET /server_settings");
    own.ask("alice", "POST /register");
    own.ask("alice", "POST /typing", { op: "pause", to: [12] });
    return own;
  };
  assert.equal(found(checked(client("service"))), []);
  assert.equal(found(checked(client("zulip"))), ["POST /typing: the code OTHER_CODE"]);
});

test("the fields of a message are stated, and held against every server", () => {
  const wrong = day((route, body) =>
    /^GET \/messages\/\d/.test(route) && body.message ? { ...body, message: { ...(body.message as object), subject: "x" } } : body,
  );
  assert.ok(found(checked(wrong)).some((signature) => signature.startsWith("Message subject")));
});

test("a topic that the model cuts and a server keeps, and narrows that no sentence has, are not compared", () => {
  const long = "x".repeat(70);
  const client = new WatchedClient(undefined, (route, body) => {
    const message = body.message as object | undefined;
    if (message) return { ...body, message: { ...message, subject: long } };
    return route === "GET /messages" ? { ...body, messages: [] } : otherwise(route, body);
  });
  client.ask(null, "GET /server_settings");
  client.ask("alice", "POST /register");
  for (const name of ["topic", "subject"]) {
    const { id } = client.ask("alice", "POST /messages", { type: "channel", to: "general", [name]: long, content: "hi" });
    client.ask("alice", `GET /messages/${id}`);
  }
  client.ask("alice", "GET /messages", { anchor: 0, num_before: 0, num_after: 9, narrow: [{ operator: "is", operand: "dm" }] });
  assert.equal(surprises(checked(client)), []);
});

test("after a change of which the specification says nothing, the state of such a server is not known", () => {
  const client = new WatchedClient(undefined, otherwise);
  client.ask(null, "GET /server_settings");
  client.ask("alice", "POST /register");
  const { id } = client.ask("alice", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi" });
  client.ask("alice", "POST /messages/flags", { messages: [id], op: "add", flag: "starred" });
  client.ask("alice", `GET /messages/${id}`);
  assert.equal(checked(client).notes, undefined);
  client.ask("alice", `PATCH /messages/${id}`, { content: "bye" });
  client.ask("alice", `GET /messages/${id}`);
  const { notes, recorded } = checked(client);
  assert.match(
    notes!.join("\n"),
    /^the state is not known from exchange 6 on.*PATCH \/messages\/\{id\}: the specification says nothing of it$/,
  );
  assert.is(recorded!.compared, 3);
});

test.run();
