import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Case {
  readonly why: string;
  readonly to: string | readonly string[];
  readonly topic?: string;
  readonly content: string;
  /** The receivers of the message, with their flags. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
}

const data = (name: string) => JSON.parse(readFileSync(new URL(`../../../fixtures/markdown/messages/${name}`, import.meta.url), "utf8"));
const realm: { users: Record<string, Fields> } = data("realm.json");
const start = createSimulator({ realm });
const people = Object.keys(realm.users).filter((name) => realm.users[name]?.active !== false);

function addressOf(sim: Simulator, to: Case["to"], topic?: string): Fields {
  if (typeof to === "string") return { type: "channel", to, topic };
  return { type: "direct", to: to.map((name) => sim.cast[name]?.user_id) };
}

/** The flags that the queues of all who get the message tell, and those that the message list shows them. */
function flagsOf(sim: Simulator, from: string, fields: Fields): Record<"told" | "listed", Record<string, unknown>> {
  const queues = people.map((name) => [name, sim.as(name).send("POST /register", { event_types: ["message"] }).body.queue_id] as const);
  const { status, body } = sim.as(from).send("POST /messages", fields);
  assert.is(status, 200, String(body.msg));
  const told: Record<string, unknown> = {};
  const listed: Record<string, unknown> = {};
  for (const [name, queue_id] of queues) {
    const polled = sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body;
    const [event] = polled.events as { flags: string[] }[];
    if (!event) continue;
    told[name] = [...event.flags].sort();
    const { messages } = sim.as(name).send("GET /messages", { anchor: body.id, num_before: 0, num_after: 0 }).body;
    listed[name] = [...(messages as { flags: string[] }[])[0]!.flags].sort();
  }
  return { told, listed };
}

for (const { why, to, topic, content, flags } of data("flags.json") as readonly Case[]) {
  test(`flags of ${JSON.stringify(content)} to ${JSON.stringify(to)} (${why})`, () => {
    const sim = start.fork();
    const { told, listed } = flagsOf(sim, "alice", { ...addressOf(sim, to, topic), content });
    const expected = Object.fromEntries(Object.entries(flags).map(([name, set]) => [name, [...set].sort()]));
    assert.equal(told, expected);
    assert.equal(listed, expected);
  });
}

test("someone without a row sees a public message as read history, though it mentions them", () => {
  const sim = start.fork();
  const { id } = sim.as("alice").send("POST /messages" as string, { ...addressOf(sim, "shed", "beds"), content: "@**Gus** @**all**" }).body;
  const { message } = sim.as("gus").send(`GET /messages/${id}`).body;
  assert.equal((message as Fields).flags, ["read", "historical"]);
});

test("alert words end where these characters stand, and go on where those do", () => {
  const { before, not_before, after, not_after } = data("alert-words.json") as Record<string, readonly string[]>;
  const alerts = (content: string) => {
    const sim = start.fork();
    const { listed } = flagsOf(sim, "alice", { ...addressOf(sim, "garden", "beds"), content });
    return (listed.bob as string[]).includes("has_alert_word");
  };
  assert.ok(alerts("compost"));
  for (const sign of before ?? []) assert.is(alerts(`a${sign}compost`), true, `a${sign}compost`);
  for (const sign of not_before ?? []) assert.is(alerts(`a ${sign}compost`), false, `a ${sign}compost`);
  for (const sign of after ?? []) assert.is(alerts(`compost${sign}a`), true, `compost${sign}a`);
  for (const sign of not_after ?? []) assert.is(alerts(`compost${sign} a`), false, `compost${sign} a`);
});

test("groups are mentioned by those whom they let, silently by everyone", () => {
  const refusal = (as: string, content: string) => {
    const sim = start.fork();
    const { body } = sim.as(as).send("POST /messages" as string, { ...addressOf(sim, "garden", "beds"), content });
    return body.result === "success" ? "sent" : [body.code, body.msg];
  };
  const board = ["BAD_REQUEST", "You are not allowed to mention user group 'board'."];
  assert.equal(refusal("alice", "@*board*"), board);
  assert.equal(refusal("alice", "@*support* @*board* @*office*"), board);
  const office = "You are not allowed to mention user group 'office'.";
  assert.equal(refusal("alice", "@*office*"), ["BAD_REQUEST", office]);
  assert.equal(refusal("dana", "@*board* @*office*"), "sent");
  for (const content of ["@_*board*", "> @*board*", "`@*board*`", "@*Board*", "@_*office*"]) assert.is(refusal("alice", content), "sent");
  const sim = start.fork();
  const direct = sim.as("alice").send("POST /messages" as string, { ...addressOf(sim, ["bob"]), content: "@*board*" }).body;
  assert.equal([direct.code, direct.msg], board);
});

test("before level 258 it is said which group may mention one", () => {
  const groups = { office: { members: ["alice"], can_mention_group: "role:administrators" } };
  const at = (level: number) =>
    createSimulator({ level, realm: { users: { alice: {}, bob: {} }, channels: { general: { subscribers: ["alice"] } }, groups } })
      .as("alice")
      .send("POST /messages", { type: "stream", to: "general", topic: "x", content: "@*office*" }).body.msg;
  const msg = "You are not allowed to mention user group 'office'.";
  assert.equal([at(258), at(257)], [msg, `${msg} You must be a member of 'role:administrators' to mention this group.`]);
});

test("a guest who may not know of everybody mentions only those whom he shares a channel with", () => {
  const sim = createSimulator({
    realm: {
      settings: { can_access_all_users_group: "role:members" },
      users: { gus: { role: "guest" }, ann: {}, ben: {} },
      channels: { den: { subscribers: ["gus", "ann"] }, attic: { subscribers: ["ben"] } },
    },
  });
  const ben = sim.cast.ben?.user_id;
  const content = `@**Ann** @**Ben** @_**|${ben}**`;
  const { id } = sim.as("gus").send("POST /messages" as string, { ...addressOf(sim, "den", "beds"), content }).body;
  const { message } = sim.as("ann").send(`GET /messages/${id}`).body;
  const ann = `<span class="user-mention" data-user-id="${sim.cast.ann?.user_id}">@Ann</span>`;
  assert.is((message as Fields).content, `<p>${ann} @<strong>Ben</strong> @_<strong>|${ben}</strong></p>`);
});

test("before level 191 there is no mention of a topic, before level 247 none by the word channel", () => {
  const flagsAt = (level: number, content: string) => {
    const sim = createSimulator({ realm, level });
    return flagsOf(sim, "alice", { type: "stream", to: "garden", topic: "beds", content }).listed.bob;
  };
  assert.equal([flagsAt(190, "@**topic**"), flagsAt(191, "@**topic**")], [[], ["topic_wildcard_mentioned", "wildcard_mentioned"]]);
  assert.equal([flagsAt(246, "@**channel**"), flagsAt(247, "@**channel**")], [[], ["stream_wildcard_mentioned", "wildcard_mentioned"]]);
});

test("system groups go by the names that people know, from level 333 on", () => {
  const names = {
    "role:nobody": "Nobody",
    "role:owners": "Owners",
    "role:administrators": "Administrators",
    "role:moderators": "Moderators",
    "role:fullmembers": "Full members",
    "role:members": "Members",
    "role:everyone": "Everyone",
    "role:internet": "Everyone on the internet",
  };
  for (const [name, shown] of Object.entries(names)) {
    const shownAt = (level: number) => {
      const sim = createSimulator({ realm, level });
      const { id } = sim.as("alice").send("POST /messages", { type: "stream", to: "garden", topic: "beds", content: `@_*${name}*` }).body;
      const { message } = sim.as("bob").send(`GET /messages/${id}`).body;
      return String((message as Fields).content).replace(/data-user-group-id="\d+"/, "");
    };
    assert.is(shownAt(333), `<p><span class="user-group-mention silent" >${shown}</span></p>`);
    assert.is(shownAt(332), `<p>@_<em>${name}</em></p>`);
  }
});

test.run();
