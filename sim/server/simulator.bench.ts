import { createSimulator, type Simulator } from "../index.ts";

const settle = (): number => {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  return process.memoryUsage().heapUsed;
};

/** Microseconds for one call, the best of some rounds. */
function micros(rounds: number, calls: number, call: (i: number) => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < calls; i++) call(round * calls + i);
    best = Math.min(best, ((performance.now() - start) * 1000) / calls);
  }
  return best;
}

/** The number of messages of each realm that are by Cara, have links, are unread, and are starred. */
const rare = 200;

/** A realm with one busy topic and one busy direct conversation, about half of the messages in each. */
const realmOf = (messages: number): unknown => ({
  users: { alice: { full_name: "Alice" }, bob: { full_name: "Bob" }, cara: { full_name: "Cara" } },
  channels: { general: { subscribers: ["alice", "bob", "cara"] } },
  messages: [
    { from: ["alice", "bob"], to: "general", topic: "lunch", content: "message {n} about the soup", at: "-3d", times: messages / 2 },
    { from: ["bob"], to: ["alice"], content: "message {n} between us", at: "-1d", times: messages / 2 - rare },
    { from: ["cara"], to: "general", topic: "links", content: "see https://example.com/{n}", at: "-1h", times: rare },
  ],
});

type Costs = ReturnType<typeof costs>;

function costs(sim: Simulator, messages: number, calls: number) {
  const alice = sim.as("alice");
  const { bob } = sim.cast;
  const narrows = {
    topic: [
      { operator: "channel", operand: "general" },
      { operator: "topic", operand: "lunch" },
    ],
    direct: [{ operator: "dm", operand: [bob!.user_id] }],
  };
  const first = firstId(sim);
  alice.send("POST /mark_all_as_read" as string);
  const newestIds = [...sim.state.messages.keys()].slice(-rare);
  alice.send("POST /messages/flags" as string, { messages: newestIds, op: "remove", flag: "read" });
  alice.send("POST /messages/flags" as string, { messages: newestIds, op: "add", flag: "starred" });
  alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "a xylophone" });
  const newest = (narrow: object) => () =>
    alice.send("GET /messages" as string, { anchor: "newest", num_before: 50, num_after: 0, narrow: [narrow] });
  const search = newest({ operator: "search", operand: "xylophone" });
  const fetched = (narrow: unknown, from: number) =>
    micros(3, calls, (i) =>
      alice.send("GET /messages" as string, { anchor: from + 60 + (i % 300), num_before: 50, num_after: 49, narrow }),
    );
  return {
    topic: fetched(narrows.topic, first),
    direct: fetched(narrows.direct, first + messages / 2),
    // The first search of all looks for a word that one message has.
    firstSearch: micros(1, 1, search),
    search: micros(3, calls, search),
    starred: micros(3, calls, newest({ operator: "is", operand: "starred" })),
    unread: micros(3, calls, newest({ operator: "is", operand: "unread" })),
    firstUnread: micros(3, calls, () => alice.send("GET /messages" as string, { anchor: "first_unread", num_before: 20, num_after: 20 })),
    sender: micros(3, calls, newest({ operator: "sender", operand: sim.cast.cara!.user_id })),
    link: micros(3, calls, newest({ operator: "has", operand: "link" })),
    directList: micros(3, calls, newest({ operator: "is", operand: "dm" })),
    register: micros(2, Math.min(calls, 100), () =>
      alice.send("POST /register", { event_types: [], fetch_event_types: ["message", "update_message_flags"] }),
    ),
    send: micros(5, 10 * calls, () =>
      alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "one more" }),
    ),
    fork: micros(3, calls, () => sim.fork()),
  };
}

/** A message to many queues, a tenth of them with a held poll. */
function queues(count: number): string[][] {
  const names = Array.from({ length: 100 }, (_, i) => `user${i}`);
  const users = Object.fromEntries(names.map((name) => [name, { full_name: name }]));
  const sim = createSimulator({ realm: { users, channels: { general: { subscribers: names } } } });
  for (let i = 0; i < count; i++) {
    const client = sim.as(names[i % names.length]);
    const fields = { event_types: ["message"], fetch_event_types: [], apply_markdown: i % 2 === 0 };
    const { queue_id } = client.send("POST /register", fields).body;
    if (i % 10 === 0) client.request("GET /events", { queue_id, last_event_id: -1 });
  }
  const content = "x".repeat(4000);
  const before = settle();
  const cost = micros(5, 2, () => sim.as("user1").send("POST /messages", { type: "channel", to: "general", topic: "all", content }));
  const each = (settle() - before) / 10 / count;
  return [[`a message of 4 KB to ${count} queues`, `${cost.toFixed(0)} us, ${each.toFixed(0)} bytes for a queue`, "under 20000 us"]];
}

const firstId = (sim: Simulator): number =>
  (sim.as("alice").send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 1 }).body.messages as { id: number }[])[0]!.id;

/** The simulator in process: rates, and costs in a large realm against a small one. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  const calls = tiny ? 20 : 20_000;
  const [small, large] = tiny ? [1000, 2000] : [1000, 1_000_000];
  const sim = createSimulator();
  const alice = sim.as("alice");
  const sent = alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hello" });
  // The body is parsed at each reading, which is no part of what is measured.
  const path = `GET /messages/${sent.body.id}`;
  const get = micros(3, calls, () => alice.send(path).text);
  const post = micros(
    3,
    calls,
    () => alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hello" }).text,
  );
  const few = costs(createSimulator({ realm: realmOf(small) }), small, Math.min(calls, 500));
  const before = settle();
  const start = performance.now();
  const crowded = createSimulator({ realm: realmOf(large) });
  const loading = performance.now() - start;
  const memory = (settle() - before) / 1e6;
  const many = costs(crowded, large, Math.min(calls, 500));
  const against = (cost: keyof Costs) => `${many[cost].toFixed(1)} of ${few[cost].toFixed(1)} us: ${(many[cost] / few[cost]).toFixed(2)}`;
  return [
    ["GET /messages/{id} in process, a second", `${Math.round(1e6 / get)}`, "150000"],
    ["POST /messages in process, a second", `${Math.round(1e6 / post)}`, "150000"],
    [`fetch of 100 in a topic, ${large} messages against ${small}`, against("topic"), "at most 2"],
    [`fetch of 100 in a conversation, ${large} messages against ${small}`, against("direct"), "at most 2"],
    [`first search for a rare word, ${large} messages against ${small}`, against("firstSearch"), "under 20000 us"],
    [`search for a rare word, ${large} messages against ${small}`, against("search"), "under 20000 us"],
    [`fetch of what is starred, ${large} messages against ${small}`, against("starred"), "at most 2"],
    [`fetch of what is unread, ${large} messages against ${small}`, against("unread"), "at most 2"],
    [`fetch around the first unread message, ${large} messages against ${small}`, against("firstUnread"), "at most 2"],
    [`fetch of what one person sent, ${large} messages against ${small}`, against("sender"), "at most 2"],
    [`fetch of what has a link, ${large} messages against ${small}`, against("link"), "at most 2"],
    [`fetch of direct messages, ${large} messages against ${small}`, against("directList"), "at most 2"],
    [`unread messages of a registration, ${large} messages against ${small}`, against("register"), "at most 2"],
    [`send, ${large} messages against ${small}`, against("send"), "at most 2"],
    [`fork of ${large} messages`, `${many.fork.toFixed(1)} us`, "under 1000 us"],
    ...queues(tiny ? 100 : 10_000),
    ["another small world", `${micros(5, calls, () => createSimulator()).toFixed(1)} us`, "under 1000 us"],
    ["fork of a small world", `${micros(5, calls, () => sim.fork()).toFixed(1)} us`, "under 50 us"],
    [`memory of ${large} messages`, `${Math.round(memory)} MB, loaded in ${Math.round(loading)} ms`, "under 500 MB"],
  ];
}
