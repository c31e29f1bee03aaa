import { test } from "uvu";
import * as assert from "uvu/assert";
import {
  createSimulator,
  type Held,
  type Simulator,
  type SimulatorOptions,
  type VariationName,
  type Vary,
  variationNames,
} from "../index.ts";
import type { WireResponse } from "../protocol/wire.ts";

type Body = Readonly<Record<string, unknown>>;

const send = (sim: Simulator, route: string, fields = {}): WireResponse => sim.as("alice").send(route, fields);
const say = (sim: Simulator, topic = "lunch"): number =>
  send(sim, "POST /messages", { type: "channel", to: "general", topic, content: "ça / là" }).body.id as number;

/** Returns what a queue of alice's heard of three messages and of the flags that two of them got. */
function heard(sim: Simulator): Body {
  const fields = { event_types: ["message", "update_message_flags"], client_gravatar: true, queue_lifespan_secs: 900 };
  const { queue_id, last_event_id } = send(sim, "POST /register", fields).body;
  const ids = [say(sim), say(sim), say(sim)];
  for (const id of ids.slice(1)) send(sim, "POST /messages/flags", { messages: [id], op: "add", flag: "starred" });
  return send(sim, "GET /events", { queue_id, last_event_id }).body;
}

const eventsOf = (sim: Simulator) => heard(sim).events as { id: number; type: string; message?: Body; messages?: number[] }[];

/** Calls until the limit on calls is hit. */
function limited(vary?: Vary): WireResponse {
  const sim = createSimulator({ rulings: { rateLimits: "on" }, ...(vary !== undefined && { vary }) });
  for (let i = 0; i < 200; i++) {
    send(sim, "GET /realm/linkifiers");
    sim.advance({ ms: 7 });
  }
  return send(sim, "GET /realm/linkifiers");
}

/** The differences that show each variation: something that is another thing without it. */
const shows: Readonly<Record<VariationName, (sim: Simulator, vary?: Vary) => unknown>> = {
  "id-gaps": (sim) => [say(sim), say(sim), say(sim), say(sim), say(sim)],
  "event-id-gaps": (sim) => eventsOf(sim).map(({ id }) => id),
  "first-events": (sim) => send(sim, "POST /register").body.last_event_id,
  "queue-ids": (sim) => String(send(sim, "POST /register").body.queue_id).length,
  heartbeats: (sim) => {
    const { queue_id } = send(sim, "POST /register").body;
    sim.as("alice").request("GET /events", { queue_id, last_event_id: -1 });
    return sim.due! - sim.now();
  },
  "further-fields": (sim) => eventsOf(sim).map((event) => [Object.keys(event), Object.keys(event.message ?? {})]),
  "envelope-fields": (sim) => Object.keys(send(sim, "POST /navigation_views", { fragment: "recent", is_pinned: true }).body),
  "unordered-lists": (sim) => send(sim, "GET /realm/linkifiers", { a: 1, b: 2, c: 3, d: 4, e: 5 }).body.ignored_parameters_unsupported,
  "avatar-addresses": (sim) => {
    say(sim);
    const range = { anchor: "newest", num_before: 1, num_after: 0, client_gravatar: false };
    return (send(sim, "GET /messages", range).body.messages as Body[])[0]!.avatar_url;
  },
  "avatars-always": (sim) => eventsOf(sim)[0]!.message!.avatar_url,
  "merged-flags": (sim) => eventsOf(sim).map(({ messages }) => messages?.length),
  "poll-queue-ids": (sim) => Object.keys(heard(sim)),
  "fewer-settings": (sim) => Object.keys(send(sim, "GET /server_settings").body).length,
  "fewer-registered": (sim) => Object.keys(send(sim, "POST /register").body).length,
  "far-anchor": (sim) => send(sim, "GET /messages", { anchor: "newest", num_before: 0, num_after: 0 }).body.anchor,
  "fractional-times": (sim) => send(sim, "GET /realm/presence").body.server_timestamp,
  wording: (sim) => send(sim, "DELETE /messages/1").body.msg,
  statuses: (sim) => send(sim, "DELETE /messages/1").status,
  "retry-after": (_, vary) => limited(vary).headers["Retry-After"],
  "key-order": (sim) => Object.keys(send(sim, "GET /server_settings").body),
  "white-space": (sim) => send(sim, "GET /server_settings").text.replace(/\S/g, "x"),
  escapes: (sim) => send(sim, `GET /messages/${say(sim)}`).text,
  "header-case": (sim) => Object.keys(send(sim, "GET /server_settings").headers),
  "further-headers": (sim) => Object.keys(send(sim, "GET /server_settings").headers).sort(),
};

for (const [name, shown] of Object.entries(shows)) {
  test(`${name} can be seen where it alone is switched on`, () => {
    const plain = JSON.stringify(shown(createSimulator()));
    const only = [name as VariationName];
    const seen = [1, 2, 3, 4].map((seed) => JSON.stringify(shown(createSimulator({ vary: { seed, only } }), { seed, only })));
    assert.ok(
      seen.some((each) => each !== plain),
      plain,
    );
  });
}

/** Answers of every kind: a success, refusals, no JSON, a poll that was held. */
function play(options: SimulatorOptions): readonly WireResponse[] {
  const sim = createSimulator(options);
  const answers = [send(sim, "POST /register"), send(sim, "GET /messages/0"), send(sim, "GET /nowhere"), send(sim, "GET /server_settings")];
  const { queue_id, last_event_id } = answers[0]!.body;
  const poll = sim.as("alice").request("GET /events", { queue_id, last_event_id });
  for (let i = 0; i < 5; i++) say(sim, `topic ${i}`);
  const window = { anchor: "newest", num_before: 20, num_after: 0 };
  return [
    ...answers,
    (poll as Held).reply!,
    send(sim, "GET /messages", window),
    ...[sim.fork(), sim].map((each) => send(each, "POST /register")),
  ];
}

const bytes = (options: SimulatorOptions): string[] =>
  play(options).map(({ status, headers, text }) => JSON.stringify([status, headers, text]));

test("a seed gives the same bytes each time, another seed others", () => {
  for (const vary of [1, 2, 3, 4, 5]) assert.equal(bytes({ vary }), bytes({ vary }));
  assert.is(new Set([1, 2, 3, 4, 5].map((vary) => bytes({ vary }).join())).size, 5);
});

test("a fork goes on as its origin does", () => {
  const answers = play({ vary: 3 });
  assert.equal(answers.at(-1)!.text, answers.at(-2)!.text);
});

test("a poll that was held is answered as one that was not", () => {
  const plain = play({})[4]!;
  const varied = play({ vary: { seed: 1, only: ["white-space", "header-case"] } })[4]!;
  assert.equal(varied.body, plain.body);
  assert.is.not(varied.text, plain.text);
  assert.is.not(Object.keys(varied.headers)[0], Object.keys(plain.headers)[0]);
});

test("the journal has what was sent", () => {
  const sim = createSimulator({ vary: { seed: 1, only: ["wording"] } });
  const { msg } = send(sim, "DELETE /messages/1").body;
  assert.is((sim.transcript.at(-1)!.response.body as Body).msg, msg);
});

test("without a seed nothing varies", () => {
  const sim = createSimulator();
  assert.equal(sim.variations, []);
  assert.not("variations" in sim.description);
  assert.not("varying" in sim.server);
  assert.equal(heard(sim), heard(createSimulator()));
  assert.match(send(sim, "GET /messages/0").text, /^\{"result":"error","msg":"Invalid message\(s\)","code":"BAD_REQUEST"\}\n$/);
});

test("the realm is the same in every variation: its cast, its keys, its channels", () => {
  const { cast, channels } = createSimulator();
  const varied = createSimulator({ vary: { seed: 1, only: variationNames } });
  assert.equal([varied.cast, varied.channels], [cast, channels]);
});

test("a seed picks some variations, every one of which some seed picks", () => {
  const picked = Array.from({ length: 60 }, (_, vary) => createSimulator({ vary }).variations);
  assert.ok(picked.every(({ length }) => length > 0));
  assert.ok(picked.some(({ length }) => length < variationNames.length));
  assert.is(new Set(picked.flat()).size, variationNames.length);
  assert.equal((createSimulator({ vary: 7 }).description as Body).variations, createSimulator({ vary: 7 }).variations);
  assert.equal(createSimulator({ vary: { seed: 7, only: ["id-gaps"] } }).variations, ["id-gaps"]);
});

test("what is no variation is refused with those that are", () => {
  const made = (vary: unknown) => () => createSimulator({ vary: vary as Vary });
  assert.throws(made(1.5), /^vary: got 1\.5, expected a whole number, 0 or more$/);
  assert.throws(made({ seed: 1, only: ["gaps"] }), /^vary\.only\[0\]: got "gaps", expected "id-gaps", "event-id-gaps", /);
  assert.throws(made({ seed: 1, only: [] }), /^vary\.only: got \[\], expected a list of at least one variation$/);
  assert.throws(made({ only: ["id-gaps"] }), /^vary\.seed: missing, expected a whole number, 0 or more$/);
  assert.throws(made({ seed: 1, names: ["id-gaps"] }), /^vary\.names: no such key; known here are seed and only$/);
});

test("merged flags come under the newer id, which acknowledges both", () => {
  const sim = createSimulator({ vary: { seed: 1, only: ["merged-flags"] } });
  const plain = eventsOf(createSimulator());
  const [flags, newer] = [plain.at(-2)!, plain.at(-1)!];
  const merged = eventsOf(sim);
  assert.is(merged.length, plain.length - 1);
  assert.equal(merged.at(-1), { ...newer, messages: [...flags.messages!, ...newer.messages!] });
});

test("the server's timestamp has a fraction and never falls", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const sim = createSimulator({ vary: { seed, only: ["fractional-times"] } });
    const times = Array.from({ length: 400 }, () => {
      sim.advance({ ms: 13 });
      return Number(send(sim, "GET /realm/presence").body.server_timestamp);
    });
    assert.ok(
      times.every((time, i) => !Number.isInteger(time) && time >= (times[i - 1] ?? 0)),
      `seed ${seed}`,
    );
    assert.ok(
      times.every((time, i) => Math.floor(time) === Math.floor(1_767_268_800 + ((i + 1) * 13) / 1000)),
      `seed ${seed}`,
    );
  }
});

test("the envelope alone stays alone unless it varies itself", () => {
  const view = { fragment: "recent", is_pinned: true };
  const keys = (only: readonly VariationName[]) =>
    Object.keys(send(createSimulator({ vary: { seed: 1, only } }), "POST /navigation_views", view).body);
  assert.equal(keys(["further-fields"]), ["result", "msg"]);
  assert.equal(keys(["envelope-fields"]), ["result", "msg", "a_newer", "newer_field", "x_newer"]);
});

test("what is written otherwise says the same", () => {
  const named = createSimulator({ vary: { seed: 2, only: ["key-order", "white-space", "escapes"] } });
  assert.equal(play({ vary: { seed: 2, only: ["key-order", "white-space", "escapes"] } }).at(-3)!.body, play({}).at(-3)!.body);
  assert.match(send(named, `GET /messages/${say(named)}`).text, /\\u00e7a \\\/ l\\u00e0/);
});

test.run();
