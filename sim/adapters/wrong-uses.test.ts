import { test } from "uvu";
import * as assert from "uvu/assert";
import {
  choices,
  createSimulator,
  expectRequest,
  findingsOf,
  fnv1a,
  instantText,
  isRouteOfServers,
  judge,
  judgeReport,
  newestLevel,
} from "../index.ts";
import { fetchFor } from "./fetch.ts";
import { handlers } from "./msw.ts";
import { listen } from "./node.ts";
import { interceptor } from "./undici.ts";

// Whoever calls the library wrongly reads what is accepted, and nothing of its inside.

const sim = createSimulator();
/** Untyped, as a caller in JavaScript has it. */
const uses: readonly (readonly [use: string, call: () => unknown, says: string | RegExp])[] = [
  ["send()", () => sim.send(undefined as never), "request: missing, expected an object with method and path"],
  ["send(null)", () => sim.send(null as never), "request: got null, expected an object with method and path"],
  ["send without a path", () => sim.send({ method: "GET" } as never), "path: missing, expected a path such as /messages"],
  [
    "a path that no request could have",
    () => sim.as("alice").request("POST messages" as never),
    'route: got "POST messages", expected a method and a path such as "POST /messages"',
  ],
  [
    "a request with a misspelt member",
    () => sim.send({ method: "GET", path: "/messages", feilds: {} } as never),
    "request.feilds: no such key; known here are method, path, fields, files, auth and userAgent",
  ],
  [
    "a user agent that is none",
    () => sim.send({ method: "GET", path: "/messages", userAgent: 5 } as never),
    "userAgent: got 5, expected text such as touchstone/1",
  ],
  [
    "a file that is none",
    () => sim.send({ method: "POST", path: "/user_uploads", files: [5] } as never),
    "files[0]: got 5, expected an object with name, type and bytes",
  ],
  [
    "a file without bytes",
    () => sim.send({ method: "POST", path: "/user_uploads", files: [{ name: "a", type: "text/plain", content: "x" }] } as never),
    "files[0].bytes: expected a Uint8Array",
  ],
  [
    "exchange()",
    () => sim.exchange(undefined as never),
    "request: missing, expected a request as an adapter reads it; send() takes plain ones",
  ],
  ["a file at no path", () => sim.file("GET", undefined as never, { kind: "none" }), "path: missing, expected a path such as /avatar/11"],
  ["serveAt(5)", () => sim.serveAt(5 as never), "url: got 5, expected the base URL of a server, such as http://localhost:9991"],
  ["the report of no judge", () => judgeReport({} as never), "watch: got {}, expected what judge() returned"],
  ["no instant", () => instantText(Number.NaN), "now: got NaN, expected milliseconds since 1970"],
  ["a hash of nothing", () => fnv1a(undefined as never), "text: got undefined, expected text"],
  ["a route that is none", () => isRouteOfServers(5 as never), "route: got 5, expected a route such as POST /messages"],
  ["choices of what is none", () => choices("texts" as never), 'base: got texts, expected "default" or "observed"'],
  ["advance()", () => sim.advance(undefined as never), "advance: missing, expected an object with ms"],
  ["advance(5)", () => sim.advance(5 as never), "advance: got 5, expected an object with ms"],
  ["advance in minutes", () => sim.advance({ minutes: 5 } as never), "advance.minutes: no such key; known here are ms"],
  ["restore()", () => sim.restore(undefined as never), "snapshot: missing, expected what snapshot() returned"],
  ["restore of something", () => sim.restore({ world: 1 } as never), 'snapshot: got {"world":1}, expected what snapshot() returned'],
  ["act()", () => sim.act(undefined as never), "action: missing, expected an object with action and what that takes"],
  [
    "an expectation of nothing",
    () => expectRequest(undefined as never, "POST /typing"),
    "simulator: missing, expected what createSimulator() returned",
  ],
  ["an expectation that is none", () => expectRequest(sim, "POST /typing", null as never), "got null, expected an object"],
  ["judge()", () => judge(undefined as never), "simulator: missing, expected what createSimulator() returned"],
  ["a listener that is none", () => judge(sim, {} as never), "told: got {}, expected a function that takes a finding"],
  [
    "a rule that is none",
    () => judge(sim, undefined, { accept: ["dead-queue"] }),
    /^options\.accept\[0\]: got "dead-queue", expected a rule: .*dead-queue-used/,
  ],
  [
    "levels the other way round",
    () => judge(sim, undefined, { levels: [300, 247] }),
    "options.levels: got [300,247], expected the oldest and the newest level that clients are made for, such as [247, 496]",
  ],
  [
    "findings of nothing",
    () => findingsOf(undefined as never, { now: 0, level: newestLevel }),
    "exchanges: missing, expected a list of exchanges, such as sim.transcript",
  ],
  [
    "findings at no time",
    () => findingsOf([], { level: newestLevel } as never),
    "options.now: missing, expected a whole number, 0 or more",
  ],
  ["fetchFor()", () => fetchFor(undefined as never), "simulator: missing, expected what createSimulator() returned"],
  ["an interceptor for nothing", () => interceptor({} as never), "simulator: got {}, expected what createSimulator() returned"],
  [
    "an interceptor with an option misspelt",
    () => interceptor(sim, { orign: "https://chat.example.com" } as never),
    "options.orign: no such key; known here are url and origin",
  ],
  ["handlers for nothing", () => handlers(undefined as never), "simulator: missing, expected what createSimulator() returned"],
];

for (const [use, call, says] of uses)
  test(`${use} says what is accepted`, () => {
    assert.throws(call, (error: Error) => (typeof says === "string" ? error.message === says : says.test(error.message)));
  });

test("listen says what is accepted", async () => {
  const failing = async (...args: unknown[]): Promise<string> =>
    (listen as (...args: unknown[]) => Promise<unknown>)(...args).then(
      () => "it listens",
      ({ message }: Error) => message,
    );
  assert.is(await failing(), "simulator: missing, expected what createSimulator() returned");
  assert.match(await failing(sim, { prot: 1 }), /^options\.prot: no such key; known here are port, host/);
  assert.is(await failing(sim, 5), "options: got 5, expected an object");
  assert.is(await failing(sim, { log: 5 }), "log: got 5, expected a function that takes a line");
  assert.is(await failing(sim, { judge: {} }), "judge: got {}, expected what judge() returned");
  assert.is(await failing(sim, { control: "no" }), 'control: got "no", expected true or false');
  assert.is(await failing(sim, { tls: {} }), "tls.cert: missing, expected text in PEM");
});

test.run();
