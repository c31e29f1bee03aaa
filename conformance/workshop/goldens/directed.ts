import { levelFacts } from "../../../sim/core/levels.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../sim/index.ts";
import { support } from "../../../sim/server/routes.ts";
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

/** Fetches messages for a page that nobody is logged in to. */
function fetchForPage(sim: Simulator, fields: Readonly<Record<string, string>>): void {
  const credentials = { kind: "session", session: undefined, cookieToken: undefined, sentToken: undefined } as const;
  const query = new Map(Object.entries(fields));
  sim.exchange({ method: "GET", path: "/api/v1/messages", query, form: new Map(), credentials, userAgent: "touchstone/1" });
}

/** Requests that show rulings that no test asks of a whole simulator. */
const ofRulings: Readonly<Record<string, Play>> = {
  "user name of credentials": (sim) => {
    const { email: login, api_key } = sim.cast.alice ?? { email: "", api_key: "" };
    sim.act({ action: "set_user", as: "alice", property: "email_address_visibility", value: 5 });
    for (const email of [login, sim.cast.alice?.email ?? ""]) sim.send({ method: "GET", path: "/users/me", auth: { email, api_key } });
  },
  "key with a space behind it": (sim) => {
    const { email, api_key } = sim.cast.alice ?? { email: "", api_key: "" };
    sim.send({ method: "GET", path: "/users/me", auth: { email, api_key: `${api_key} ` } });
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
  "negative message_ids": fetching({ message_ids: [-1] }),
  "parameters that no table has": (sim) => {
    const fields = { type: "channel", to: "general", topic: "x", content: "x" };
    const queue = ask(sim, "bob", "POST /register", { event_types: ["message"] });
    for (const more of [
      { client: "website" },
      { forged: "yes" },
      { sender: "alice@example.com" },
      { time: "soon" },
      { widget_content: '{"widget_type":"poll","extra_data":{"question":"Tea?"}}' },
      { widget_content: '{"widget_type":"zform","extra_data":{"heading":"Tea?"}}' },
    ])
      ask(sim, "bob", "POST /messages", { ...fields, ...more });
    ask(sim, "bob", "GET /users/me", { client: "website" });
    ask(sim, "bob", "POST /events", { ...queue, method: "DELETE" });
  },
  "typing in a large channel": (sim) => {
    const account = (i: number) => ({ email: `p${i}@example.com`, full_name: `p${i}`, password: "long enough to be one" });
    const subscribers = Array.from({ length: 101 }, (_, i) => ask(sim, "owen", "POST /users", account(i)).user_id);
    const { id } = ask(sim, "owen", "POST /channels/create", { name: "hall", subscribers });
    const client_capabilities = { notification_settings_null: true, stream_typing_notifications: true };
    ask(sim, "bob", "POST /users/me/subscriptions", { subscriptions: [{ name: "hall" }] });
    const { queue_id } = ask(sim, "bob", "POST /register", { event_types: ["typing"], client_capabilities });
    ask(sim, "bob", "POST /typing", { op: "start", type: "channel", stream_id: id, topic: "x" });
    ask(sim, "bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  },
  "typing to somebody twice": (sim) => {
    const { user_id } = sim.cast.bob ?? {};
    const { queue_id } = ask(sim, "bob", "POST /register", { event_types: ["typing"] });
    ask(sim, "alice", "POST /typing", { op: "start", to: [user_id, user_id] });
    ask(sim, "bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  },
  "links without a top-level domain": (sim) => {
    const { id } = ask(sim, "owen", "POST /realm/profile_fields", { name: "Garden", field_type: 5 });
    for (const value of ["http://garden", "https://a.b", "http://a_b.example"])
      ask(sim, "bob", "PATCH /users/me/profile_data", { data: [{ id, value }] });
  },
  "policies of closed channels": (sim) => {
    for (const { stream_id } of Object.values(sim.channels))
      for (const as of ["bob", "gus"]) ask(sim, as, "POST /user_topics", { stream_id, topic: "x", visibility_policy: 1 });
  },
  "settings by older names": (sim) => {
    for (const kind of ["display", "notifications"]) ask(sim, "bob", `PATCH /settings/${kind}`, { twenty_four_hour_time: true });
  },
  "devices, calls and pictures": (sim) => {
    const files = [{ name: "me.png", type: "image/png", bytes: new Uint8Array([65, 66]) }];
    sim.as("bob").send("POST /users/me/avatar", {}, files);
    for (const method of ["POST", "DELETE"]) {
      ask(sim, "bob", `${method} /users/me/apns_device_token`, { token: "0a", appid: "app" });
      ask(sim, "bob", `${method} /users/me/android_gcm_reg_id`, { token: "0a" });
    }
    sim.act({ action: "set_video_token", as: "bob", value: true });
    ask(sim, "bob", "POST /calls/zoom/create");
  },
  "people seen long ago": (sim) => {
    sim.advance({ ms: 20 * 86_400_000 });
    ask(sim, "bob", "GET /realm/presence");
  },
  "a page without a login": (sim) => {
    const narrow = JSON.stringify([{ operator: "channels", operand: "web-public" }]);
    fetchForPage(sim, { anchor: "newest", num_before: "3", num_after: "0", narrow });
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
  "avatar of a sender whose address is hidden from some": (sim) => {
    sim.act({ action: "set_user", as: "alice", property: "email_address_visibility", value: 3 });
    ask(sim, "alice", "POST /messages", { type: "channel", to: "general", topic: "lunch", content: "soup" });
    for (const as of ["alice", "bob", "owen"]) ask(sim, as, "GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
  },
  "members of a new group": (sim) => {
    const { queue_id } = ask(sim, "bob", "POST /register", { event_types: ["message"] });
    const members = ["alice", "bob", "cara"].map((name) => sim.cast[name]?.user_id);
    ask(sim, "alice", "POST /user_groups/create", { name: "climbers", description: "", members });
    ask(sim, "bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  },
};

const sent = { type: "stream", to: "general", topic: "x", content: "x" };

/** Logs in by a wrong password once more than anybody may. */
function logInTooOften(sim: Simulator): void {
  for (let i = 0; i < 6; i++) ask(sim, undefined, "POST /fetch_api_key", { username: "bob@example.com", password: "wrong" });
}

/** Requests that show changes that a server alone shows which decides as running ones do, or which limits calls. */
export const ofObservedChanges = {
  desktopNames: (sim) => {
    const { id } = ask(sim, "alice", "POST /messages", { ...sent, client: "Desktop App" });
    ask(sim, "alice", `GET /messages/${String(id)}`);
  },
  limitHelp: logInTooOften,
  ownersMention: (sim) => {
    const groups = ask(sim, "alice", "GET /user_groups").user_groups as readonly { readonly id: number; readonly name: string }[];
    const can_mention_group = groups.find(({ name }) => name === "role:owners")?.id;
    ask(sim, "alice", "POST /user_groups/create", { name: "n", description: "", members: [], can_mention_group });
  },
  rangeBeforeLogin: (sim) => fetchForPage(sim, { num_before: "5001" }),
  senderRights: (sim) => ask(sim, "alice", "POST /messages", { ...sent, sender: "bob@example.com" }),
} satisfies Partial<Record<keyof typeof levelFacts, Play>>;

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

const upload: Play = (sim) => {
  const files = [{ name: "plan.txt", type: "text/plain", bytes: new Uint8Array([65, 66]) }];
  const { url } = sim.as("alice").send("POST /user_uploads" as string, {}, files).body;
  ask(sim, "alice", `GET ${String(url)}`);
  ask(sim, "alice", "GET /user_uploads/2/ab/none.txt");
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224]);
  const picture = sim.as("alice").send("POST /user_uploads" as string, {}, [{ name: "a.png", type: "image/png", bytes: png }]).body.url;
  ask(sim, "alice", `GET ${String(picture).replace("user_uploads", "thumbnail/status")}`);
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

/** Returns the servers of the levels before and since such a change. */
export const observedRuns = (): Transcript[] =>
  Object.entries(ofObservedChanges).flatMap(([change, play]) =>
    (["before", "from"] as const).map((when, i) => {
      const level = levelFacts[change as keyof typeof ofObservedChanges].since - 1 + i;
      const rulings = change === "limitHelp" ? ({ rateLimits: "on" } as const) : "observed";
      const options: SimulatorOptions = { realm: "small", level, rulings };
      return { run: `${change}: ${when}`, options, opening: nothing, scenarios: [scenarioOf("as running servers decide", options, play)] };
    }),
  );
