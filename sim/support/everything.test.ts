import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { eventTexts } from "../core/queue-events.ts";
import { endpoints } from "../endpoints/index.ts";
import { Held } from "../server/client.ts";
import { support } from "../server/routes.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

/** Whether more is tried than by day, as `npm run nightly` asks. */
const isNight = process.env.NIGHTLY === "1";

type Body = Record<string, unknown>;
type Records = readonly Body[];

const all = [...endpoints, ...support];
const cast = ["alice", "bob", "cara", "dana", "owen", "gus", "robo", "zoe"];

/** Texts that no parameter likes, and a few that some do. */
const hostile = [
  "",
  " ",
  "null",
  "-1",
  "1.5",
  "1e9",
  "99999999999999999999",
  "[",
  "[[]]",
  '{"__proto__":1}',
  "constructor",
  "\0",
  "🌱",
  "✔ ",
];

const words = ["garden", "new bed", "general", "team", "Projects", "support", "role:members", "été", "x".repeat(61)];
const contents = ["hi", "@**all** look", "@**Bob Birch**", "@*support*", "#**general>tools**", "/poll a\nb", "compost", "x".repeat(10_001)];
const operators = ["sender", "channel", "channels", "topic", "is", "has", "dm", "id", "near", "with", "search", "nope"];
const operands = ["unread", "starred", "dm", "mentioned", "followed", "public", "link", "general", "welcome", "alice@example.com", 41, 12];

/** Chooses by the numbers of a step, in order. */
class Choice {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }
  below(bound: number): number {
    return this.#numbers[this.#next++ % this.#numbers.length]! % bound;
  }
  of<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }
  some<T>(options: readonly T[]): T[] {
    return options.length === 0 ? [] : Array.from({ length: this.below(4) }, () => this.of(options));
  }
}

/** The tables whose ids a name in a path or a parameter may stand for. */
const tables = {
  message: "messages",
  user: "users",
  sender: "users",
  stream: "channels",
  group: "groups",
  folder: "folders",
  field: "fields",
  filter: "linkifiers",
  device: "devices",
  draft: "drafts",
  snippet: "snippets",
  scheduled: "scheduled",
  playground: "playgrounds",
} as const;

const idsIn = (sim: Simulator, table: (typeof tables)[keyof typeof tables]): number[] => [...sim.state[table].keys(), 4711];

/** The ids that a name stands for; undefined for one that stands for none. */
function idsFor(sim: Simulator, name: string): number[] | undefined {
  const known = Object.keys(tables).find((part) => name.includes(part)) as keyof typeof tables | undefined;
  return known && idsIn(sim, tables[known]);
}

/** Plausible values for parameters that are neither ids nor booleans, by parts of their names; the first that fits counts. */
const plausible: readonly (readonly [RegExp, (sim: Simulator, choice: Choice) => unknown])[] = [
  [/^narrow$/, (_, choice) => choice.some([0, 1]).map(() => ({ operator: choice.of(operators), operand: choice.of(operands) }))],
  [/^anchor$/, (sim, choice) => choice.of<unknown>(["newest", "oldest", "first_unread", ...idsIn(sim, "messages")])],
  [/^num_/, (_, choice) => choice.of([0, 1, 10, 5001])],
  [/^(messages|message_ids|msg_ids)$/, (sim, choice) => choice.some(idsIn(sim, "messages"))],
  [/^(members|subscribers|principals|user_ids|add|delete)$/, (sim, choice) => choice.some([...sim.state.users.keys()])],
  [/subgroups$/, (sim, choice) => choice.some(idsIn(sim, "groups"))],
  [
    /^can_.*_group$|_group$/,
    (sim, choice) => choice.of<unknown>([choice.of(idsIn(sim, "groups")), { direct_members: [12], direct_subgroups: [2] }]),
  ],
  [/^to$/, (sim, choice) => choice.of<unknown>(["general", choice.of(idsIn(sim, "channels")), choice.some([...sim.state.users.keys()])])],
  [/^type$/, (_, choice) => choice.of(["channel", "stream", "direct", "private"])],
  [/^op$/, (_, choice) => choice.of(["start", "stop", "add", "remove"])],
  [/^flag$/, (_, choice) => choice.of(["read", "starred", "mentioned"])],
  [/topic/, (_, choice) => choice.of(["welcome", "tools", "TOOLS", "", "(no topic)", "✔ tools", "fresh"])],
  [/content|description|status_text/, (_, choice) => choice.of(contents)],
  [/^subscriptions$/, (_, choice) => choice.of<unknown>([[{ name: choice.of(words) }], [choice.of(words)]])],
  [/^emoji_name$/, (_, choice) => choice.of(["tada", "smile", "watering_can", "nope"])],
  [/^event_types$|^fetch_event_types$/, (_, choice) => choice.of<unknown>([null, ["message"], ["realm", "subscription"]])],
  [/^queue_id$/, (sim, choice) => choice.of([...sim.state.queues.keys(), "nope"])],
  [/_policy$|^role$|_type$|_seconds$|_timestamp$|_id$/, (_, choice) => choice.of([0, 1, 2, 3, 100, 400, 600, 1_767_300_000])],
  [/^(data|profile_data)$/, (_, choice) => [{ id: 81 + choice.below(9), value: choice.of<unknown>(["x", null, [12]]) }]],
  [/^(order|ordered_linkifier_ids)$/, (sim, choice) => idsIn(sim, choice.of(["folders", "linkifiers", "fields"])).slice(0, -1)],
  [/name|stream|fragment|title|domain|alert_words|keys|username|email/, (_, choice) => choice.of(words)],
];

function valueFor(sim: Simulator, choice: Choice, name: string): unknown {
  if (choice.below(12) === 0) return choice.of(hostile);
  const [, make] = plausible.find(([part]) => part.test(name)) ?? [];
  if (make && !/^(folder_id|stream_id|user_id|device_id|message_id)$/.test(name)) return make(sim, choice);
  const ids = /_id$/.test(name) ? idsFor(sim, name) : undefined;
  return ids ? choice.of(ids) : choice.below(2) === 1;
}

/** Parts of paths that are text. */
const segments = ["watering_can", "example.com", "inbox", "alice@example.com", "a%2Fb", "%F0%9F%8C%B1"];

/** Requests that mostly succeed, and that much follows from. */
function likely(sim: Simulator, choice: Choice): readonly [route: string, fields: Body] {
  const channel = choice.of(["general", "team", "quiet", "town-square"]);
  const topic = choice.of(["tools", "welcome", "", "fresh"]);
  const content = choice.of(contents.slice(0, -1));
  const message = choice.of([...sim.state.messages.keys(), 4711]);
  const user = choice.of([...sim.state.users.keys()]);
  const group = choice.of(idsIn(sim, "groups"));
  const flags = { messages: [message], op: choice.of(["add", "remove"]), flag: choice.of(["read", "starred"]) };
  return choice.of<readonly [string, Body]>([
    ["POST /messages", { type: "stream", to: channel, topic, content }],
    ["POST /messages", { type: "private", to: [user, 12], content }],
    ["POST /messages/flags", flags],
    ["DELETE /users/me/subscriptions", { subscriptions: [channel] }],
    ["POST /users/me/subscriptions", { subscriptions: [{ name: channel }], principals: [user] }],
    [`PATCH /messages/${message}`, { content }],
    [`PATCH /messages/${message}`, { topic: choice.of(["fresh", "moved"]), propagate_mode: "change_all" }],
    [`PATCH /messages/${message}`, { stream_id: choice.of(idsIn(sim, "channels")), propagate_mode: "change_later" }],
    [`DELETE /messages/${message}`, {}],
    [`POST /messages/${message}/reactions`, { emoji_name: "tada" }],
    [`PATCH /users/${user}`, { role: choice.of([200, 300, 400, 600]) }],
    [
      `PATCH /streams/${choice.of(idsIn(sim, "channels"))}`,
      { is_private: choice.below(2) === 0, history_public_to_subscribers: choice.below(2) === 0 },
    ],
    [`POST /user_groups/${group}/members`, { add: [user] }],
    ["POST /user_topics", { stream_id: 41, topic, visibility_policy: choice.below(4) }],
  ]);
}

/** One request that a step stands for in the present state. */
function requestOf(sim: Simulator, numbers: readonly number[]) {
  const choice = new Choice(numbers);
  if (choice.below(2) === 0) {
    const [path, fields] = likely(sim, choice);
    return { route: path, as: choice.of(cast), path, fields };
  }
  const { route, params } = choice.of(all);
  const as = choice.of(cast);
  const path = route.replace(/\{(\w+)(:text|:rest)?\}/g, (_, name: string, isText?: string) =>
    String(isText ? choice.of(segments) : choice.of(idsFor(sim, name) ?? [1])),
  );
  const often = choice.of([0, 1, 4]);
  const names = Object.keys(params).filter((name) => params[name]!.required || choice.below(8) < often);
  return { route, as, path, fields: Object.fromEntries(names.map((name) => [name, valueFor(sim, choice, name)])) };
}

const names =
  "bulk_message_deletion user_settings_object linkifier_url_template include_deactivated_groups archived_channels empty_topic_name";
const everything = {
  slim_presence: true,
  include_subscribers: true,
  client_capabilities: Object.fromEntries(["notification_settings_null", ...names.split(" ")].map((name) => [name, true])),
};

/** Returns what one of the cast is told of the state; empty for an account that is deactivated. */
function told(sim: Simulator, as: string): Body {
  const { status, body } = sim.fork().as(as).send("POST /register", everything);
  const { queue_id, ...rest } = body;
  return status === 200 ? rest : {};
}

const idsOf = (records: unknown, name: string): unknown[] => (records as Records).map((record) => record[name]);
const ascending = (ids: readonly unknown[]): unknown[] => [...ids].sort((a, b) => Number(a) - Number(b));

/** Checks that the snapshot agrees with what the endpoints say of the same. */
function checkAgreement(sim: Simulator, as: string): void {
  const state = told(sim, as);
  if (state.user_id === undefined) return;
  const client = sim.fork().as(as);
  const found = (operand: string): unknown[] =>
    idsOf(
      client.send("GET /messages", { anchor: "newest", num_before: 5000, num_after: 0, narrow: [["is", operand]] }).body.messages,
      "id",
    );
  const { pms, streams, huddles, mentions } = state.unread_msgs as Record<string, Records>;
  const unread = ascending([...pms!, ...streams!, ...huddles!].flatMap(({ unread_message_ids }) => unread_message_ids as number[]));
  assert.equal(found("unread"), unread);
  assert.ok(mentions!.every((id) => unread.includes(id)));
  assert.equal(found("starred"), state.starred_messages);
  const { subscriptions } = client.send("GET /users/me/subscriptions", { include_subscribers: true }).body;
  const live = (state.subscriptions as Records).filter(({ is_archived }) => !is_archived);
  assert.equal(ascending(idsOf(subscriptions, "stream_id")), ascending(idsOf(live, "stream_id")));
  for (const { stream_id, subscribers } of subscriptions as Records)
    assert.equal(client.send(`GET /streams/${stream_id}/members`).body.subscribers, subscribers);
  assert.equal(client.send("GET /realm/emoji").body.emoji, state.realm_emoji);
  assert.equal(client.send("GET /users/me/alert_words").body.alert_words, state.alert_words);
  assert.equal(client.send("GET /realm/domains").body.domains, state.realm_domains);
}

/** The next event of each queue that is there from the start. */
const nextEvents = (sim: Simulator): unknown[] => [...sim.state.queues.values()].map(({ id, nextEvent }) => [id, nextEvent]);

/** Takes one step and checks what came of it. */
function take(sim: Simulator, { as, route, path, fields }: ReturnType<typeof requestOf>): void {
  const before = { caller: told(sim, as), owner: told(sim, "owen"), events: nextEvents(sim) };
  const answer = sim.as(as).request(path, fields);
  if (answer instanceof Held) {
    answer.cancel();
    return;
  }
  if (answer.headers["Content-Type"]?.startsWith("text/html")) {
    assert.ok([404, 405].includes(answer.status));
    return;
  }
  const { result, msg, code } = answer.body;
  if (answer.status === 200) assert.equal([result, msg], ["success", ""]);
  else {
    assert.equal([result, typeof msg, typeof code], ["error", "string", "string"]);
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
    assert.equal(
      { caller: told(sim, as), owner: told(sim, "owen"), events: nextEvents(sim) },
      before,
      `${route} was refused: ${answer.text}`,
    );
  }
  checkAgreement(sim, as);
}

/** All events of all queues can be read, in order. */
function checkEvents(sim: Simulator): void {
  for (const queue of sim.state.queues.values()) {
    let before = -1;
    for (const text of eventTexts(queue)) {
      const event = JSON.parse(text) as Body;
      assert.ok(typeof event.type === "string" && Number(event.id) > before, `${queue.id}: ${text}`);
      before = Number(event.id);
    }
  }
}

const level = fc.oneof(fc.constant(newestLevel), fc.integer({ min: 1, max: newestLevel }));
const numbers = fc.noBias(fc.array(fc.nat(0xffff), { minLength: 24, maxLength: 24 }));
const steps = fc.array(numbers, { maxLength: 60, size: "max" });

/** Runs steps on a server of a level, with a queue for each of the cast. */
function run(atLevel: number, rulings: "observed" | undefined, taken: readonly (readonly number[])[]): void {
  const sim = createSimulator({ level: atLevel, ...(rulings && { rulings, brand: "zulip" }) });
  for (const as of cast) {
    sim.as(as).send("POST /register", everything);
    sim.as(as).send("POST /register", { apply_markdown: true });
  }
  sim.as("owen").send("POST /messages/flags", { messages: [...sim.state.messages.keys()], op: "add", flag: "starred" });
  sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "tools", content: "@**all** who has the compost?" });
  const asked: string[] = [];
  try {
    for (const numbers of taken) {
      const request = requestOf(sim, numbers);
      asked.push(`${request.as} ${request.path} ${JSON.stringify(request.fields)}`);
      take(sim, request);
    }
    checkEvents(sim);
  } catch (thrown) {
    throw new Error(`at level ${atLevel}, after\n${asked.join("\n")}\n${(thrown as Error).message}`, { cause: thrown });
  }
}

test("whatever is asked at any level, answers have their shape, a refusal changes nothing, and the endpoints agree", () => {
  const property = fc.property(level, steps, (at, taken) => run(at, undefined, taken));
  fc.assert(property, { seed: 1, numRuns: isNight ? 30 : 5 });
});

test("as running servers would have it, nothing is thrown either, and the endpoints agree", () => {
  const property = fc.property(steps, (taken) => run(newestLevel, "observed", taken));
  fc.assert(property, { seed: 2, numRuns: isNight ? 10 : 2 });
});

test.run();
