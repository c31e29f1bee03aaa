import { createSimulator, type Simulator, type SimulatorOptions } from "../../../sim/index.ts";
import { support } from "../../../sim/server/routes/support.ts";
import type { Transcript, TranscriptScenario } from "../../certificate/transcript.ts";
import { logOf } from "./recorder.ts";

const nothing = { requests: [], answers: [] };

type Play = (sim: Simulator) => unknown;
type Fields = Readonly<Record<string, unknown>>;

const ask = (sim: Simulator, as: string | undefined, route: string, fields: Fields = {}): Fields => sim.as(as).send(route, fields).body;

const fetching =
  (fields: Fields): Play =>
  (sim) =>
    ask(sim, "bob", "GET /messages", fields);
const range = { num_before: 3, num_after: 3 };

/** What shows rulings that no test asks of a whole simulator. */
const ofRulings: Readonly<Record<string, Play>> = {
  "user name of credentials": (sim) => {
    const { email: login, api_key } = sim.cast.alice ?? { email: "", api_key: "" };
    sim.act({ action: "set_user", as: "alice", property: "email_address_visibility", value: 5 });
    for (const email of [login, sim.cast.alice?.email ?? ""]) sim.send({ method: "GET", path: "/users/me", auth: { email, api_key } });
  },
  "(no topic) of a policy": (sim) => {
    const stream_id = sim.channels.general?.stream_id;
    ask(sim, "bob", "POST /user_topics", { stream_id, topic: "(no topic)", visibility_policy: 3 });
    ask(sim, "bob", "POST /register", { fetch_event_types: ["user_topic"] });
  },
  "counts left out": fetching({ anchor: "newest" }),
  "no anchor": fetching(range),
  "message_ids beside a range": (sim) => {
    for (const more of [
      { num_before: 1 },
      { num_before: 0 },
      { include_anchor: false },
      { anchor: "newest" },
      { use_first_unread_anchor: false },
    ])
      ask(sim, "bob", "GET /messages", { message_ids: [1, 2], ...more });
  },
  "message_ids of channels of others": (sim) => {
    const ids = Array.from({ length: 200 }, (_, i) => i + 1);
    for (const as of ["alice", "bob", "cara", "gus", "robo"]) ask(sim, as, "GET /messages", { message_ids: ids });
  },
  "first unread beside an anchor": fetching({ ...range, anchor: "newest", use_first_unread_anchor: true }),
  "first unread that is muted": (sim) => {
    const stream_id = sim.channels.general?.stream_id;
    ask(sim, "alice", "POST /messages", { type: "channel", to: "general", topic: "noise", content: "muted" });
    ask(sim, "alice", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "heard" });
    ask(sim, "bob", "POST /mark_all_as_read");
    ask(sim, "bob", "POST /user_topics", { stream_id, topic: "noise", visibility_policy: 1 });
    ask(sim, "alice", "POST /messages", { type: "channel", to: "general", topic: "noise", content: "muted" });
    ask(sim, "alice", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "heard" });
    ask(sim, "bob", "GET /messages", { ...range, anchor: "first_unread" });
  },
  "members of a new group": (sim) => {
    const { queue_id } = ask(sim, "bob", "POST /register", { event_types: ["message"] });
    const members = ["alice", "bob", "cara"].map((name) => sim.cast[name]?.user_id);
    ask(sim, "alice", "POST /user_groups/create", { name: "climbers", description: "", members });
    ask(sim, "bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  },
};

/** A range is looked at before credentials are: since some level, where servers do so. */
const rangeWithoutCredentials: Play = (sim) => ask(sim, undefined, "GET /messages", { num_before: 5001 });

const hostile = ["[", "-1", '{"a":1}', ""];

/** Asks a route of the support in ways that it has to refuse: without credentials, and with values that no parameter takes. */
const misuse =
  ({ route, params }: (typeof support)[number]): Play =>
  (sim) => {
    const path = route.replace(/\{[^}]*\}/g, "4711");
    ask(sim, undefined, path);
    for (const value of hostile) ask(sim, "owen", path, Object.fromEntries(Object.keys(params).map((name) => [name, value])));
    ask(sim, "gus", path);
  };

/** Uploads a file, reads it and asks for one that is not there. */
const upload: Play = (sim) => {
  const files = [{ name: "plan.txt", type: "text/plain", bytes: new Uint8Array([65, 66]) }];
  const { url } = sim.as("alice").send("POST /user_uploads" as string, {}, files).body;
  ask(sim, "alice", `GET ${String(url)}`);
  ask(sim, "alice", "GET /user_uploads/2/ab/none.txt");
  ask(sim, "alice", "POST /user_uploads");
};

function scenarioOf(name: string, options: SimulatorOptions, play: Play): TranscriptScenario {
  const simulator = createSimulator(options).fork();
  try {
    play(simulator);
  } catch (thrown) {
    // A poll that would wait ends a play; it is written down.
    if (!(thrown instanceof Error && thrown.message.includes("is not answered yet"))) throw thrown;
  }
  return { name, requests: logOf(simulator).requests, answers: [] };
}

/** Returns the run that was written for what the others do not show. */
export function directedRuns(): Transcript {
  const small = { realm: "small" };
  const plays: [name: string, play: Play][] = [
    ...Object.entries(ofRulings),
    ["upload", upload],
    ...support.map((endpoint): [string, Play] => [`misuse of ${endpoint.route}`, misuse(endpoint)]),
  ];
  const scenarios = plays.map(([name, play]) => scenarioOf(name, small, play));
  return { run: "directed", options: small, opening: nothing, scenarios };
}

/** Returns the servers of the levels before and since which a range is looked at before credentials, where servers do so. */
export const earlyRuns = (): Transcript[] =>
  [376, 377].map((level) => {
    const options: SimulatorOptions = { realm: "small", level, rulings: "observed" };
    const run = `rangeBeforeLogin: ${level === 376 ? "before" : "from"}`;
    return { run, options, opening: nothing, scenarios: [scenarioOf("without credentials", options, rangeWithoutCredentials)] };
  });
