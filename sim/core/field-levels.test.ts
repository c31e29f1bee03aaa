import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { eventFieldLevels } from "../events/types.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { fieldLevels, fieldsAt, type Span } from "./field-levels.ts";
import { newestLevel } from "./levels.ts";
import { registrationLevels } from "./registration-levels.ts";

const realm = {
  users: { owen: { role: "owner" }, bob: {} },
  groups: { cooks: { members: ["bob"] } },
  channels: { general: { subscribers: "everyone" } },
  profile_fields: { Nickname: { type: 1, display_in_profile_summary: true, use_for_user_matching: true } },
};

const body = (sim: Simulator, route: string, fields: Event = {}, as = "owen"): Event => sim.as(as).send(route, fields).body;
const all = (sim: Simulator): Event => body(sim, "POST /register");
const first = (list: unknown): Event => (list as Event[])[0]!;
const events = (sim: Simulator, type: string, happens: () => unknown): Event => {
  const hear = listener(sim, "owen", [type]);
  happens();
  return hear()[0]!;
};

/** A record of each kind, as a client gets it. */
const records: Readonly<Record<keyof typeof fieldLevels, (sim: Simulator) => Event>> = {
  attachment: (sim) => {
    sim.as("owen").send("POST /user_uploads", {}, [{ name: "x.txt", type: "text/plain", bytes: new Uint8Array(1) }]);
    return first(body(sim, "GET /attachments").attachments);
  },
  channel: (sim) => first(body(sim, "GET /streams").streams),
  emoji: (sim) => {
    sim.as("owen").send("POST /realm/emoji/party", {}, [{ name: "x.png", type: "image/png", bytes: new Uint8Array(1) }]);
    return first(Object.values(body(sim, "GET /realm/emoji").emoji as object));
  },
  group: (sim) => first(all(sim).realm_user_groups),
  playground: (sim) => {
    const places = { url_prefix: "https://a.example/", url_template: "https://a.example/{code}" };
    body(sim, "POST /realm/playgrounds", { name: "Try it", pygments_language: "Go", ...places });
    return first(all(sim).realm_playgrounds);
  },
  profileField: (sim) => first(body(sim, "GET /realm/profile_fields").custom_fields),
  status: (sim) => {
    body(sim, "POST /users/me/status", { status_text: "away", emoji_name: "car" });
    return (all(sim).user_status as Record<string, Event>)[String(sim.cast.owen!.user_id)]!;
  },
  subscription: (sim) => first(body(sim, "GET /users/me/subscriptions").subscriptions),
  systemBot: (sim) => first(all(sim).cross_realm_bots),
  unread: (sim) => all(sim).unread_msgs as Event,
  unreadPair: (sim) => {
    body(sim, "POST /messages", { type: "private", to: [sim.cast.owen!.user_id], content: "hello" }, "bob");
    return first((all(sim).unread_msgs as Event).pms);
  },
  user: (sim) => first(body(sim, "GET /users").members),
};

const newest = (sim: Simulator): number => Math.max(...sim.state.messages.keys());
const said = (sim: Simulator): number =>
  Number(body(sim, "POST /messages", { type: "stream", to: "general", topic: "lunch", content: "soup" }).id);

const heard: Readonly<Record<string, (sim: Simulator) => Event>> = {
  typing: (sim) => events(sim, "typing", () => body(sim, "POST /typing", { op: "start", to: [sim.cast.owen!.user_id] }, "bob")),
  update_message: (sim) => events(sim, "update_message", () => body(sim, `PATCH /messages/${said(sim)}`, { content: "salad" })),
  update_message_flags: (sim) =>
    events(sim, "update_message_flags", () => {
      said(sim);
      return body(sim, "POST /messages/flags", { messages: [newest(sim)], op: "remove", flag: "read" });
    }),
};

function spellings(look: (sim: Simulator) => Event, levels: Readonly<Record<string, Span>>): string[] {
  const has = (level: number, name: string): boolean => name in look(createSimulator({ level, realm }));
  return Object.entries(levels).flatMap(([name, [since, until]]) => [
    ...(since === 0 || has(since, name) ? [] : [`${name} is missing at ${since}`]),
    ...(since > 1 && has(since - 1, name) ? [`${name} is there at ${since - 1}`] : []),
    ...(until !== undefined && !has(until - 1, name) ? [`${name} is missing at ${until - 1}`] : []),
    ...(until !== undefined && has(until, name) ? [`${name} is there at ${until}`] : []),
  ]);
}

test("no field comes or goes above the newest level, where no server would show it", () => {
  const tables = Object.entries({ ...fieldLevels, registration: registrationLevels }).concat(Object.entries(eventFieldLevels));
  const above = tables.flatMap(([kind, levels]) =>
    Object.entries<Span>(levels).flatMap(([name, span]) =>
      span.some((level) => level !== undefined && level > newestLevel) ? [`${kind}.${name}: ${span.join(", ")}`] : [],
    ),
  );
  assert.equal(above, [], `the newest level is ${newestLevel}: a newer one needs an entry in sim/core/levels/<area>.ts first`);
});

for (const kind of Object.keys(records) as (keyof typeof fieldLevels)[]) {
  test(`each field of a record (${kind}) is there from its level on, and ends at the level that took it away`, () => {
    assert.equal(spellings(records[kind], fieldLevels[kind]), []);
  });
}

for (const [type, levels] of Object.entries(eventFieldLevels)) {
  test(`each field of an event (${type}) is there from its level on`, () => {
    assert.equal(spellings(heard[type]!, levels), []);
  });
}

test("what has no level stays as it is", () => {
  const record = { a: 1, b: 2, toString: 3 };
  assert.is(fieldsAt(1, {}, record), record);
  assert.equal(fieldsAt(4, { a: [5], b: [0, 5] }, record), { b: 2, toString: 3 });
});

test.run();
