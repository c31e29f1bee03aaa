import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Report } from "../results/report.ts";
import { surprises } from "../run/baseline.ts";
import { checkRecorded, readRecording } from "./index.ts";
import { WatchedClient, type WrongAnswer } from "./recorded.test.kit.ts";

type Fields = Readonly<Record<string, unknown>>;

const checked = (client: WatchedClient, like: "zulip" | undefined = "zulip"): Report =>
  checkRecorded(readRecording(client.journal), { like });
const found = (report: Report): string[] => report.causes.map(({ signature }) => signature);
const lunch = { type: "channel", to: "general", topic: "lunch" };

/** A client whose alice registers alone, and which asks as others. */
function alone(fault?: WrongAnswer) {
  const client = new WatchedClient(undefined, fault);
  client.ask(null, "GET /server_settings");
  const { queue_id } = client.ask("alice", "POST /register");
  let last_event_id = -1;
  return {
    client,
    /** Lets alice read her events, and whatever the answer to a write shows. */
    look(route?: string, fields: Fields = {}) {
      const { events = [] } = client.ask("alice", "GET /events", { queue_id, last_event_id, dont_block: true });
      for (const { id } of events as { id: number }[]) last_event_id = Math.max(last_event_id, id);
      return route === undefined ? {} : client.ask("alice", route, fields);
    },
  };
}

type Alone = ReturnType<typeof alone>;
const newest = { anchor: "newest", num_before: 20, num_after: 0 };

/** Writes by accounts that never register, and how many exchanges are not compared, beside the settings: those that no sentence names. */
const writes: Readonly<Record<string, readonly [write: (one: Alone) => void, beside: number]>> = {
  "a message": [({ client }) => client.ask("bob", "POST /messages", { ...lunch, content: "Soup" }), 0],
  "a direct message": [({ client }) => client.ask("bob", "POST /messages", { type: "direct", to: [12], content: "hi" }), 0],
  "a message that is deleted": [
    ({ client }) => {
      const { id } = client.ask("bob", "POST /messages", { ...lunch, content: "Soup" });
      client.ask("bob", `DELETE /messages/${id}`);
    },
    0,
  ],
  "an edit": [
    ({ client }) => {
      const { id } = client.ask("bob", "POST /messages", { ...lunch, content: "Soup" });
      client.ask("bob", `PATCH /messages/${id}`, { content: "Stew" });
    },
    1,
  ],
  "a reaction": [
    ({ client }) => {
      const { id } = client.ask("alice", "POST /messages", { ...lunch, content: "Soup" });
      client.ask("bob", `POST /messages/${id}/reactions`, { emoji_name: "tada" });
    },
    1,
  ],
  "a group": [({ client }) => client.ask("bob", "POST /user_groups/create", { name: "cooks", description: "", members: [13] }), 0],
  "members of a group": [
    ({ client }) => {
      const { group_id } = client.ask("bob", "POST /user_groups/create", { name: "cooks", description: "", members: [13] });
      client.ask("bob", `POST /user_groups/${group_id}/members`, { add: [14] });
    },
    0,
  ],
  "a folder": [
    ({ client }) => {
      const { channel_folder_id } = client.ask("dana", "POST /channel_folders/create", { name: "Food", description: "" });
      client.ask("dana", `PATCH /channel_folders/${channel_folder_id}`, { name: "Meals" });
    },
    0,
  ],
  typing: [({ client }) => client.ask("bob", "POST /typing", { op: "start", to: [12] }), 0],
  "a policy of a topic": [
    ({ client }) => client.ask("bob", "POST /user_topics", { stream_id: 41, topic: "lunch", visibility_policy: 3 }),
    0,
  ],
  "a domain": [({ client }) => client.ask("owen", "POST /realm/domains", { domain: "a.example", allow_subdomains: false }), 0],
  "a profile": [({ client }) => client.ask("bob", "PATCH /users/me/profile_data", { data: [] }), 0],
  "a view": [({ client }) => client.ask("bob", "POST /navigation_views", { fragment: "narrow/is/alerted", is_pinned: true }), 0],
  "a subscription": [({ client }) => client.ask("bob", "POST /users/me/subscriptions", { subscriptions: [{ name: "soup" }] }), 1],
};

for (const [name, [write, beside]] of Object.entries(writes))
  test(`${name} by an account that never registers is carried out, and what others see of it is compared`, () => {
    const one = alone();
    write(one);
    one.look("GET /messages", newest);
    one.look("POST /messages", { ...lunch, content: "after" });
    const report = checked(one.client);
    assert.equal(surprises(report), []);
    assert.is(report.notes, undefined, String(report.notes));
    const { exchanges, compared, unjudged } = report.recorded!;
    assert.is(exchanges - compared - 1, beside, JSON.stringify(unjudged));
  });

test("what others see of such a write is held against the server", () => {
  const wrong: WrongAnswer = (route, body) =>
    route === "GET /messages" ? JSON.parse(JSON.stringify(body).replaceAll('"subject":"lunch"', '"subject":"dinner"')) : body;
  const one = alone(wrong);
  one.client.ask("bob", "POST /messages", { ...lunch, content: "Soup" });
  one.look("GET /messages", newest);
  assert.match(found(checked(one.client)).join("\n"), /Message subject/);
});

test("what the answer leaves open is not judged, and the report says how much", () => {
  const one = alone();
  const face = one.client.ask("bob", "POST /messages", { ...lunch, content: "Soup :)" });
  one.look(`GET /messages/${face.id}`);
  one.client.ask("bob", "GET /messages", newest);
  const report = checked(one.client);
  assert.equal(surprises(report), []);
  assert.is(report.notes, undefined);
  assert.is(report.recorded!.unjudged!["only a registration of the account tells how what it writes is rendered"], 1);
  assert.is(report.recorded!.unjudged!["it is about what was there before"], 1);
  assert.is(report.recorded!.unjudged!["bob has no registration in the file with realm_users and subscriptions"], 1);
});

test("a refusal that hangs on what such an account may do is no difference, and a change that the model refuses ends what is known", () => {
  const refusing = alone((route, body) =>
    route === "POST /user_groups/create" ? { result: "error", msg: "no", code: "UNAUTHORIZED_PRINCIPAL" } : body,
  );
  refusing.client.ask("bob", "POST /user_groups/create", { name: "cooks", description: "", members: [13] });
  assert.equal(found(checked(refusing.client)), []);
  assert.is(checked(refusing.client).notes, undefined);
  const taking = alone((route, body) =>
    route === "POST /register" ? JSON.parse(JSON.stringify(body).replaceAll('"role":200', '"role":400')) : body,
  );
  taking.client.ask("dana", "POST /channel_folders/create", { name: "Food", description: "" });
  taking.look();
  assert.equal(found(checked(taking.client)), []);
  assert.match(checked(taking.client).notes!.join(), /what dana may do is not known/);
});

test.run();
