import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Listening, listen } from "../../../sim/adapters/node.ts";
import { createSimulator, newestLevel, type Simulator } from "../../../sim/index.ts";
import { steps } from "../../catalogue/catalogue.ts";
import { isOnThisMachine, type Outgoing, type Reply, type Target } from "../../client/target.ts";
import type { Body } from "../../expect.ts";
import type { HttpTarget } from "../http.ts";
import { openTarget } from "../probe.ts";
import { type LedgerChange, leftBy, traceOf } from "./entry.ts";
import { sortedBy } from "./identity.ts";
import { Ledger } from "./ledger.ts";
import { LedgerError, readLedger } from "./reader.ts";
import { rules } from "./table.ts";
import { leftLines, undoneBy } from "./undoing.ts";

interface Context {
  sim: Simulator;
  server: Listening;
  directory: string;
  target: HttpTarget;
  changes: LedgerChange[];
}

const test = suite<Context>("the ledger of what runs do to a server");

async function open(context: Context, level?: number): Promise<void> {
  context.changes = [];
  context.sim = createSimulator(level === undefined ? {} : { level });
  context.server = await listen(context.sim, { control: false });
  const names = ["owen", "dana", "alice", "bob", "gus", "robo"];
  const cast = Object.fromEntries(
    names.map((name) => [name, { email: context.sim.cast[name]!.email, api_key: context.sim.cast[name]!.api_key }]),
  );
  const file = join(context.directory, "target.json");
  writeFileSync(file, JSON.stringify({ url: context.server.url, cast, channels: { general: "general" } }));
  context.target = await openTarget({ file, patience: { poll: 20, clock: 50 }, onLedger: (change) => context.changes.push(change) });
}

test.before.each(async (context) => {
  context.directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  await open(context);
});

test.after.each(async ({ target, server, directory }) => {
  await target.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

const asking =
  (run: Target) =>
  async (as: string, route: string, fields: Body = {}): Promise<Reply["body"]> => {
    const [method = "", path = ""] = route.split(" ");
    const { body } = (await run.send({ as, method, path, fields }))!;
    assert.is(body.result, "success", `${route}: ${JSON.stringify(body)}`);
    return body;
  };

/** Returns what the server tells somebody, with deactivated groups left out, and without archived folders. */
const told = ({ sim }: Context, as: string): Body =>
  sim
    .fork()
    .as(as)
    .send("POST /register", {
      client_capabilities: { notification_settings_null: true, user_settings_object: true, linkifier_url_template: true },
    }).body;

const keys = (changes: readonly LedgerChange[]): string[] =>
  changes.map((one) => ("add" in one ? one.add.key : "gone" in one ? `- ${one.gone}` : `refused ${one.refused}`));

/** Deeds, each with the part of a registration that shows them. */
const deeds: readonly [
  what: string,
  parts: readonly string[],
  act: (ask: ReturnType<typeof asking>, names: string, context: Context) => Promise<unknown>,
][] = [
  [
    "a domain",
    ["realm_domains"],
    (ask, own) => ask("owen", "POST /realm/domains", { domain: ` ${own}.Example.COM`, allow_subdomains: true }),
  ],
  ["a group", ["realm_user_groups"], (ask, own) => ask("alice", "POST /user_groups/create", { name: own, description: "", members: [] })],
  [
    "a navigation view",
    ["navigation_views"],
    (ask, own) => ask("bob", "POST /navigation_views", { fragment: `narrow/topic/a b?${own}/#ä`, is_pinned: true, name: own }),
  ],
  ["a folder", ["channel_folders"], (ask, own) => ask("dana", "POST /channel_folders/create", { name: own, description: "" })],
  [
    "a folder that was there",
    ["channel_folders"],
    (ask, own, { sim }) => {
      const [folder] = sim.fork().as("dana").send("GET /channel_folders").body.channel_folders as Body[];
      return ask("dana", `PATCH /channel_folders/${folder!.id}`, { name: own, description: "other" });
    },
  ],
  [
    "the members of a group that was there",
    ["realm_user_groups"],
    async (ask, _, { sim }) => {
      const groups = sim.fork().as("owen").send("GET /user_groups").body.user_groups as Body[];
      const { id, members } = groups.find(({ is_system_group }) => !is_system_group)!;
      const [member] = members as number[];
      await ask("owen", `POST /user_groups/${id}/members`, { delete: [member], add: [sim.cast.dana!.user_id] });
      await ask("owen", `POST /user_groups/${id}/members`, { add: JSON.stringify([sim.cast.owen!.user_id]) });
    },
  ],
  [
    "a linkifier",
    ["realm_linkifiers"],
    (ask, own) => ask("owen", "POST /realm/filters", { pattern: `${own}-(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" }),
  ],
  [
    "a topic policy",
    ["user_topics"],
    (ask, own, { sim }) =>
      ask("gus", "POST /user_topics", { stream_id: sim.channels.general!.stream_id, topic: own, visibility_policy: 1 }),
  ],
  [
    "a setting of the organization",
    ["realm_waiting_period_threshold"],
    (ask) => ask("owen", "PATCH /realm", { waiting_period_threshold: 77 }),
  ],
  ["a setting of a user", ["user_settings"], (ask) => ask("alice", "PATCH /settings", { translate_emoticons: true })],
  [
    "a role",
    ["realm_users"],
    (ask, _, { sim }) => ask("owen", `PATCH /users/${sim.cast.bob!.user_id}`, { role: 300, full_name: "Robert" }),
  ],
  ["an account", ["realm_users", "realm_non_active_users"], (ask, _, { sim }) => ask("owen", `DELETE /users/${sim.cast.gus!.user_id}`)],
  [
    "a subscription that ends",
    ["subscriptions", "unsubscribed"],
    (ask) => ask("gus", "DELETE /users/me/subscriptions", { subscriptions: ["general"] }),
  ],
  ["a subscription", ["subscriptions"], (ask) => ask("dana", "POST /users/me/subscriptions", { subscriptions: [{ name: "quiet" }] })],
  [
    "a property of a subscription",
    ["subscriptions"],
    (ask, _, { sim }) =>
      ask("alice", "POST /users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: sim.channels.general!.stream_id, property: "is_muted", value: true }],
      }),
  ],
  ["a new channel", ["streams"], (ask, own) => ask("dana", "POST /users/me/subscriptions", { subscriptions: [{ name: `new ${own}` }] })],
  ["a device", ["devices"], (ask) => ask("alice", "POST /register_client_device")],
];

for (const [what, parts, act] of deeds)
  test(`${what} is undone when the runs end`, async (context) => {
    const seen = () => Object.keys(context.sim.cast).flatMap((as) => (as === "zoe" ? [] : [parts.map((part) => told(context, as)[part])]));
    const isActive = (value: unknown): unknown =>
      Array.isArray(value) ? value.filter((one) => !(one?.deactivated === true || one?.is_archived === true)).map(isActive) : value;
    const before = isActive(seen());
    const run = context.target.isolated();
    await act(asking(run), context.target.namespace, context);
    assert.not.equal(isActive(seen()), before);
    assert.ok(context.changes.length > 0);
    await context.target.end();
    assert.equal(isActive(seen()), before);
    assert.equal(context.target.notes, []);
  });

test("profile values are set to what they were, and taken away where there was none", async (context) => {
  const { sim, target } = context;
  const rows = () =>
    (told(context, "alice").realm_users as Body[]).find(({ user_id }) => user_id === sim.cast.alice!.user_id)!.profile_data;
  const fields = told(context, "alice").custom_profile_fields as Body[];
  const texts = fields.filter(({ type }) => type === 1 || type === 2).map(({ id }) => id);
  sim.as("alice").send("PATCH /users/me/profile_data", { data: [{ id: texts[0]!, value: "before" }] as never });
  const before = rows();
  const ask = asking(target.isolated());
  for (const value of ["one", "two"]) await ask("alice", "PATCH /users/me/profile_data", { data: texts.map((id) => ({ id, value })) });
  assert.not.equal(rows(), before);
  await target.end();
  assert.equal(rows(), before);
  assert.equal(target.notes, []);
});

test("what a run takes back by itself is struck out", async ({ sim, target, changes }) => {
  const ask = asking(target.isolated());
  const policy = { stream_id: sim.channels.general!.stream_id, topic: "Soup" };
  await ask("bob", "POST /user_topics", { ...policy, visibility_policy: 1 });
  await ask("bob", "POST /user_topics", { ...policy, topic: "soup", visibility_policy: 2 });
  await ask("bob", "POST /user_topics", { ...policy, visibility_policy: 0 });
  const { id } = await ask("owen", "POST /realm/filters", { pattern: "STG-(?P<id>[0-9]+)", url_template: "https://example.com/{id}" });
  await ask("owen", `DELETE /realm/filters/${id}`);
  const { group_id } = await ask("alice", "POST /user_groups/create", { name: "g", description: "", members: [] });
  await ask("alice", `POST /user_groups/${group_id}/deactivate`);
  const policyKey = `policy bob ${policy.stream_id} soup`;
  assert.equal(keys(changes), [
    policyKey,
    `- ${policyKey}`,
    `linkifier ${id}`,
    `- linkifier ${id}`,
    `group ${group_id}`,
    `- group ${group_id}`,
  ]);
  const asked = sim.transcript.length;
  await target.end();
  assert.is(sim.transcript.length, asked, "nothing is left to undo");
});

test("what is refused and what only reads is not entered", async ({ target, changes }) => {
  const run = target.isolated();
  const { body } = (await run.send({
    as: "alice",
    method: "POST",
    path: "/realm/domains",
    fields: { domain: "example.net", allow_subdomains: true },
  }))!;
  assert.is(body.code, "UNAUTHORIZED_PRINCIPAL");
  await run.send({ as: "alice", method: "GET", path: "/get_stream_id", fields: { stream: "general" } });
  assert.equal(changes, []);
});

test("a group that another one is a part of is deactivated after it, and a flag is taken from all messages at once", async (context) => {
  const { sim, target } = context;
  const ask = asking(target.isolated());
  const group = (name: string, subgroups: readonly unknown[] = []) =>
    ask("alice", "POST /user_groups/create", { name, description: "", members: [], subgroups });
  const { group_id: inner } = await group("inner");
  const { group_id: older } = await group("older");
  await ask("alice", `POST /user_groups/${older}/members`, { add_subgroups: [inner] });
  for (let i = 0; i < 3; i++) {
    const { id } = await ask("alice", "POST /messages", { type: "channel", to: "general", topic: "soup", content: "hi" });
    await ask("bob", "POST /messages/flags", { messages: [id], flag: "starred", op: "add" });
  }
  const starred = (told(context, "bob").starred_messages as unknown[]).length;
  await target.end();
  const groups = told(context, "alice").realm_user_groups as Body[];
  assert.equal(
    groups.filter(({ id, deactivated }) => (id === inner || id === older) && deactivated !== true),
    [],
  );
  assert.is((told(context, "bob").starred_messages as unknown[]).length, starred - 3);
  const flagged = sim.journal.find({ route: "POST /messages/flags", fields: { op: "remove" } });
  assert.is(flagged.length, 1);
});

test("groups that use each other are deactivated, and a policy that moved along with its topic is taken back", async (context) => {
  const { sim, target } = context;
  const ask = asking(target.isolated());
  const make = (name: string) => ask("alice", "POST /user_groups/create", { name, description: "", members: [] });
  const [{ group_id: one }, { group_id: two }, { group_id: third }] = [await make("one"), await make("two"), await make("three")];
  await ask("alice", `POST /user_groups/${one}/members`, { add_subgroups: [two] });
  sim.as("alice").send(`PATCH /user_groups/${two}` as string, { can_add_members_group: JSON.stringify({ new: one }) } as never);
  sim.as("alice").send(`PATCH /user_groups/${third}` as string, { can_join_group: JSON.stringify({ new: one }) } as never);
  const before = told(context, "bob").user_topics;
  const policy = { stream_id: sim.channels.general!.stream_id, topic: "Soup", visibility_policy: 1 };
  await ask("bob", "POST /user_topics", policy);
  const { id } = await ask("owen", "POST /messages", { type: "channel", to: "general", topic: "soup", content: "hi" });
  await ask("owen", `PATCH /messages/${id}`, { topic: "bread", propagate_mode: "change_all" });
  await target.end();
  const groups = told(context, "alice").realm_user_groups as Body[];
  assert.equal(
    groups.filter((group) => [one, two, third].includes(group.id) && group.deactivated !== true),
    [],
  );
  assert.equal(told(context, "bob").user_topics, before);
  assert.equal(target.notes, []);
});

test("what cannot be undone is noted, and the rest is undone", async (context) => {
  const { sim, target } = context;
  const ask = asking(target.isolated());
  for (const name of ["one", "two"]) await ask("owen", "POST /realm/domains", { domain: `${name}.example.com`, allow_subdomains: false });
  sim.as("owen").send("DELETE /realm/domains/two.example.com" as "DELETE /realm/domains/x");
  await target.end();
  assert.equal(target.notes, [
    'not undone: remove the domain two.example.com (DELETE /realm/domains/two.example.com by owen answers 400 BAD_REQUEST, "No entry found for domain two.example.com.")',
  ]);
  assert.not((told(context, "owen").realm_domains as Body[]).some(({ domain }) => domain === "one.example.com"));
});

test("a route that the server does not have is not asked for again and again, and what it was to undo is noted", async () => {
  const entries = Array.from({ length: 30 }, (_, i) => ({
    key: `${i}`,
    undo:
      i % 3 === 0
        ? { by: ["owen", "dana"], method: "POST" as const, path: "/typing", fields: {} }
        : { by: ["owen", "dana"], method: "DELETE" as const, path: `/drafts/${i}`, fields: {} },
    what: `the draft ${i}`,
  }));
  const asked: string[] = [];
  const done: string[] = [];
  const left = await undoneBy(
    entries,
    async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      const isThere = method === "POST";
      return { status: isThere ? 200 : 404, headers: {}, text: "", body: isThere ? { result: "success", msg: "" } : {} };
    },
    (key) => done.push(key),
  );
  assert.is(done.length, 10);
  assert.is(left.length, 20);
  const inVain = asked.filter((route) => route.startsWith("DELETE")).length;
  assert.ok(inVain >= 10 && inVain < 30, `${inVain} requests`);
  assert.ok(left.every(({ why }) => why === "the server has no DELETE /drafts/{id}"));
});

test("a route behind which stands a name counts as one, whatever the name", async () => {
  const names = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? `v${"x".repeat(i)}` : `narrow/is/${"y".repeat(i)}`));
  const entries = names.map((name) => ({
    key: `view ${name}`,
    undo: { by: ["alice"], method: "DELETE" as const, path: `/navigation_views/${encodeURIComponent(name)}`, fields: {} },
    what: `the view ${name}`,
  }));
  let asked = 0;
  const left = await undoneBy(
    entries,
    async () => {
      asked++;
      return { status: 404, headers: {}, text: "", body: {} };
    },
    () => {},
  );
  assert.ok(asked < 30, `${asked} requests`);
  assert.match(leftLines(left).join("\n"), /^30 x view, such as: .* \(the server has no DELETE \/navigation_views\/\{name\}\)$/);
});

test("where the route is missing that an undo finds its id by, that is the one which is told", async () => {
  const find = { path: "/get_stream_id", fields: {}, name: "a", id: "stream_id" };
  const entries = Array.from({ length: 30 }, (_, i) => ({
    key: `${i}`,
    undo: { by: ["owen"], method: "DELETE", path: "/streams/{id}", fields: {}, find },
    what: `archive the channel ${i}`,
  }));
  const left = await undoneBy(
    entries,
    async () => ({ status: 404, headers: {}, text: "", body: {} }),
    () => assert.unreachable(),
  );
  const reasons = new Set(left.map(({ why }) => why));
  assert.equal([...reasons], ["the server has no GET /get_stream_id"]);
});

const deactivation = (id: number) => ({
  key: `group ${id}`,
  what: `deactivate the group g${id}`,
  undo: { by: ["owen"], method: "POST", path: `/user_groups/${id}/deactivate`, fields: {} },
});

test("groups are deactivated however long the chain is in which they use each other", async () => {
  const active = new Set(Array.from({ length: 60 }, (_, i) => i));
  const left = await undoneBy(
    [...active].map(deactivation),
    async ({ path }) => {
      const id = Number(path.split("/")[2]);
      // Each is used by the one before it, which the undo takes later.
      const isUsed = active.has(id - 1);
      if (!isUsed) active.delete(id);
      const body = isUsed ? { result: "error", code: "CANNOT_DEACTIVATE_GROUP_IN_USE" } : { result: "success" };
      return { status: isUsed ? 400 : 200, headers: {}, text: "", body };
    },
    () => {},
  );
  assert.equal([left.length, active.size], [0, 0]);
});

test("of a group in use only one is asked who is refused for that", async () => {
  const group = deactivation(1);
  const entry = { ...group, undo: { ...group.undo, by: ["gus", "owen", "dana"] } };
  const view = { key: "view bob a", what: "remove a", undo: { by: ["bob"], method: "DELETE", path: "/navigation_views/a", fields: {} } };
  const asked: unknown[] = [];
  const left = await undoneBy(
    [entry, view],
    async ({ as, method }) => {
      asked.push(as);
      const body =
        as === "gus"
          ? { result: "error", code: "BAD_REQUEST", msg: "Insufficient permission" }
          : { result: "error", code: "IN_USE", msg: "In use", objections: [] };
      return { status: method === "DELETE" ? 200 : 400, headers: {}, text: "", body: method === "DELETE" ? { result: "success" } : body };
    },
    () => {},
  );
  assert.equal(asked, ["bob", "gus", "owen", "owen"]);
  assert.equal(leftLines(left), ['deactivate the group g1 (POST /user_groups/1/deactivate by owen answers 400 IN_USE, "In use")']);
});

test("what is left is one line for each kind and reason, with its count, an example and the server's words", async () => {
  const view = { key: "view bob a", what: "remove a", undo: { by: ["bob"], method: "DELETE", path: "/navigation_views/a", fields: {} } };
  const left = await undoneBy(
    [...[1, 2, 3].map(deactivation), view],
    async () => ({ status: 400, headers: {}, text: "", body: { result: "error", code: "BAD_REQUEST", msg: "Insufficient permission" } }),
    () => {},
  );
  const answer = 'answers 400 BAD_REQUEST, "Insufficient permission"';
  assert.equal(leftLines(left), [
    `remove a (DELETE /navigation_views/a by bob ${answer})`,
    `3 x group, such as: deactivate the group g3 (POST /user_groups/3/deactivate by owen ${answer})`,
  ]);
});

test("a route that found an id is there, however many things it does not find", async () => {
  const find = (name: string) => ({ path: "/get_stream_id", fields: { stream: name }, name, id: "stream_id" });
  const entries = Array.from({ length: 30 }, (_, i) => ({
    key: `${i}`,
    undo: { by: ["owen"], method: "DELETE", path: "/streams/{id}", fields: {}, find: find(i === 29 ? "there" : `gone ${i}`) },
    what: `archive the channel ${i}`,
  }));
  const left = await undoneBy(
    entries,
    async ({ method, fields }) => {
      const isFound = method === "GET" && fields.stream === "there";
      const body = isFound ? { result: "success", msg: "", stream_id: 7 } : { result: "error", msg: "no", code: "BAD_REQUEST" };
      return { status: isFound ? 200 : method === "GET" ? 404 : 400, headers: {}, text: "", body };
    },
    () => assert.unreachable(),
  );
  assert.not.ok(left.some(({ why }) => why.startsWith("the server has no")));
});

test("on servers that do not tell the id of a new group it is found by its name", async (context) => {
  await context.target.close();
  await context.server.close();
  for (const level of [280, 300]) {
    await open(context, level);
    const body = await asking(context.target.isolated())("alice", "POST /user_groups/create", {
      name: "finders",
      description: "",
      members: [],
    });
    assert.is(body.group_id, undefined);
    await context.target.end();
    assert.equal(context.target.notes, [], `level ${level}`);
    const groups = context.sim.as("alice").send("GET /user_groups").body.user_groups as Body[];
    assert.not(groups.some(({ name, deactivated }) => name === "finders" && deactivated !== true));
    if (level === 280) await context.target.close();
    if (level === 280) await context.server.close();
  }
});

test("every step that changes a server is entered, or leaves what is announced or nothing that stays", () => {
  const pattern = (route: string): string => route.replaceAll(/\{\w+\}/g, "{}");
  const known = new Set(Object.keys(rules).map(pattern));
  const open = [...steps.values()].flatMap(({ action, route }) =>
    action || route.startsWith("GET ") || known.has(pattern(route)) ? [] : [route],
  );
  assert.equal([...new Set(open)].sort(), ["DELETE /events", "POST /calls/{provider}/create", "POST /fetch_api_key", "POST /typing"]);
});

test("a domain is removed by the name that the answer tells, with capitals where the server keeps them", ({ target }) => {
  const { level, cast, namespace } = target;
  const ledger = new Ledger({ level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => undefined });
  for (const told of ["SOUP-1.Example.net", "soup-1.example.net"]) {
    const fields = { domain: "SOUP-1.Example.net ", allow_subdomains: true };
    const body = { result: "success", new_domain: [3, told] };
    ledger.after({ as: "owen", method: "POST", path: "/realm/domains", fields }, { status: 200, body, headers: {} });
  }
  assert.equal(
    ledger.entries.map(({ undo }) => undo.path),
    ["/realm/domains/SOUP-1.Example.net", "/realm/domains/soup-1.example.net"],
  );
});

test("a channel of the run that a registration tells is archived by its id, without a search", async (context) => {
  const { sim, target, changes } = context;
  const run = target.isolated();
  const { stream_id } = await run.staging!.act({
    action: "create_channel",
    name: `${run.namespace} new`,
    as: "dana",
    subscribers: ["dana"],
  });
  assert.equal(keys(changes), [`channel ${run.namespace} new`, `channel id ${stream_id}`, `- channel ${run.namespace} new`]);
  await target.end();
  assert.equal(target.notes, []);
  assert.is(sim.journal.find({ route: "GET /get_stream_id" }).length, 0);
});

test("what got no answer counts as done, and what nobody knows the former value of is told", async ({ target }) => {
  const { level, cast, namespace } = target;
  const ledger = new Ledger({ level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => undefined });
  const deed = async (as: string, method: string, path: string, fields: Body, reply?: Reply): Promise<void> => {
    await ledger.before({ as, method, path, fields });
    ledger.after({ as, method, path, fields }, reply);
  };
  const done = { status: 200, body: { result: "success" }, headers: {} };
  await deed("owen", "POST", "/realm/domains", { domain: "lost.example.com", allow_subdomains: false });
  await deed("owen", "POST", "/realm/filters", { pattern: "x", url_template: "https://example.com" });
  await deed("alice", "PATCH", "/users/me/profile_data", { data: [{ id: 3, value: "new" }] }, done);
  await deed("alice", "PATCH", "/settings", { new_password: "secret secret" }, done);
  assert.equal(
    ledger.entries.map(({ key, undo }) => [key, undo.by, `${undo.method} ${undo.path}`]),
    [["domain lost.example.com", ["owen"], "DELETE /realm/domains/lost.example.com"]],
  );
  assert.is(ledger.entries[0]?.unsure, true);
  // Who is nobody of the cast is refused.
  ledger.after({ as: null, method: "POST", path: "/user_topics", fields: { stream_id: 1, topic: "t", visibility_policy: 1 } }, undefined);
  await deed("owen", "POST", "/realm/domains", { domain: "lost.example.com", allow_subdomains: false }, done);
  await deed("alice", "POST", "/user_groups/create", { name: "g" }, { ...done, body: { ...done.body, group_id: 7 } });
  await deed("alice", "POST", "/user_groups/7/deactivate", {});
  assert.equal(
    ledger.entries.map(({ key, unsure = false }) => [key, unsure]),
    [
      ["domain lost.example.com", false],
      ["group 7", true],
    ],
  );
  assert.equal(ledger.lost, ["remove the linkifier x", "set the profile value 3 of alice back"]);
});

test("of a success without credentials of the cast it is said that nobody knows what it changed, and whoever may undoes it", async ({
  target,
}) => {
  const { level, cast, namespace } = target;
  const ledger = new Ledger({ level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => undefined });
  const deed = (method: string, path: string, fields: Body, more: Body = {}): void =>
    ledger.after({ as: null, method, path, fields }, { status: 200, body: { result: "success", ...more }, headers: {} });
  for (const topic of ["a", "b"]) deed("POST", "/user_topics", { stream_id: 1, topic, visibility_policy: 1 });
  deed("PATCH", "/users/me/profile_data", { data: [{ id: 3, value: "new" }] });
  deed("POST", "/realm/domains", { domain: "a.example.com" });
  const unknown = "without credentials of the cast was answered as a success; what it changed, if anything, is not known";
  assert.equal(ledger.lost, [`POST /user_topics ${unknown}`, `PATCH /users/me/profile_data ${unknown}`]);
  assert.equal(
    ledger.entries.map(({ key, unsure }) => [key, unsure]),
    [["domain a.example.com", true]],
  );
});

test("where a server takes a request that lacks what it is about, no text names an undefined thing", async ({ target }) => {
  const { level, cast, namespace } = target;
  const ledger = new Ledger({ level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => ({}) });
  for (const route of Object.keys(rules)) {
    const [method = "", path = ""] = route.replaceAll(/\{\w+\}/g, "7").split(" ");
    if (method === "GET") continue;
    await ledger.before({ as: "owen", method, path, fields: {} });
    ledger.after({ as: "owen", method, path, fields: {} }, { status: 200, body: { result: "success" }, headers: {} });
  }
  ledger.after(
    { as: "owen", method: "POST", path: "/user_topics", fields: { topic: "t" } },
    { status: 200, body: { result: "success" }, headers: {} },
  );
  const texts = [...ledger.entries.map(({ what }) => what), ...ledger.lost];
  assert.equal(
    texts.filter((one) => one.includes("undefined")),
    [],
  );
  assert.ok(ledger.lost.includes("set the visibility policy of owen for the topic t of channel (not named) back"), texts.join("\n"));
});

test("a view is removed by its fragment as it was sent, as one segment, or as the server keeps it without blanks at its ends", async ({
  target,
}) => {
  const { level, cast, namespace } = target;
  const options = { level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => undefined };
  const asPath = (fragment: string): string => fragment.split("/").map(encodeURIComponent).join("/");
  for (const [isTrimmed, inPath] of [true, false].flatMap((one) => [asPath, encodeURIComponent].map((path) => [one, path] as const))) {
    const ledger = new Ledger(options);
    const views = new Map<string, string>();
    for (const sent of [" narrow/is/mü ", "narrow/is"]) {
      const request = { as: "bob", method: "POST", path: "/navigation_views", fields: { fragment: sent, is_pinned: true } };
      const fragment = isTrimmed ? sent.trim() : sent;
      views.set(`/navigation_views/${inPath(fragment)}`, fragment);
      ledger.after(request, { status: 200, body: { result: "success" }, headers: {} });
    }
    const send = async ({ method, path }: Outgoing): Promise<Reply> => {
      const told = [...views.values()].map((fragment) => ({ fragment, name: null }));
      if (method === "POST") return { status: 200, body: { result: "success", navigation_views: told }, headers: {} };
      const isThere = views.delete(path);
      return { status: isThere ? 200 : 400, body: { result: isThere ? "success" : "error" }, headers: {} };
    };
    const head = JSON.stringify({ format: "touchstone-ledger", version: 1, url: "http://localhost" });
    const { entries } = readLedger([head, ...ledger.entries.map((add) => JSON.stringify({ add })), ""].join("\n"));
    const { same } = await sortedBy(entries, send, cast);
    assert.equal(leftLines(await undoneBy(same, send, () => {})), []);
    assert.is(views.size, 0);
  }
});

test("a thing of the run has every name that was asked for it, also while no answer came, and where it comes back with the name", async ({
  target,
}) => {
  const { level, cast, namespace } = target;
  const changes: LedgerChange[] = [];
  const note = (change: LedgerChange) => void changes.push(change);
  const ledger = new Ledger({ level, isHeldToObserved: false, cast, administrators: ["owen"], namespace, read: async () => ({}), note });
  const done = { status: 200, body: { result: "success", channel_folder_id: 7, stream_id: 8 }, headers: {} };
  const deed = async (method: string, path: string, fields: Body): Promise<void> => {
    await ledger.before({ as: "owen", method, path, fields });
    ledger.after({ as: "owen", method, path, fields }, done);
  };
  const names = () => changes.flatMap((one) => ("add" in one ? [[one.add.thing?.id, one.add.thing?.names]] : [])).at(-1);
  await deed("POST", "/channel_folders/create", { name: "f", description: "" });
  await deed("PATCH", "/channel_folders/7", { is_archived: true });
  await deed("PATCH", "/channel_folders/7", { name: " n ", is_archived: false });
  assert.equal(names(), ["7", ["f", "n"]]);
  await ledger.before({ as: "owen", method: "PATCH", path: "/channel_folders/7", fields: { name: "on its way" } });
  assert.equal(names(), ["7", ["f", "n", "on its way"]]);
  const channel = `${namespace} c`;
  await deed("POST", "/users/me/subscriptions", { subscriptions: [{ name: channel, description: "" }] });
  await deed("GET", "/get_stream_id", { stream: channel });
  await ledger.before({ as: "owen", method: "PATCH", path: "/streams/8", fields: { new_name: "d" } });
  assert.equal(names(), ["8", [channel, "d"]]);
});

test("a refused undo of what got no answer says that there is nothing to undo; of what was carried out it is told", async () => {
  const refused = { status: 400, body: { result: "error", code: "BAD_REQUEST" }, headers: {} };
  const entry = (name: string) => ({
    key: name,
    what: `undo ${name}`,
    undo: { by: ["owen"], method: "DELETE", path: `/${name}`, fields: {} },
  });
  const gone: string[] = [];
  const entries = [entry("sure"), { ...entry("unsure"), unsure: true }];
  const left = await undoneBy(
    entries,
    async () => refused,
    (key) => void gone.push(key),
  );
  assert.equal([left.map(({ entry: { key } }) => key), gone], [["sure"], ["unsure"]]);
});

test("an emoji that was uploaded is removed where the run that made it was killed", async (context) => {
  const { target, sim } = context;
  const emoji = () =>
    Object.values(told(context, "bob").realm_emoji as Record<string, Body>).filter(({ deactivated }) => !deactivated).length;
  const removals = () => sim.journal.find({ route: "DELETE /realm/emoji/{emoji_name}" }).length;
  const [before, removed] = [emoji(), removals()];
  await target.isolated().staging!.act({ action: "add_emoji", name: "staged" });
  assert.is(emoji(), before + 1);
  await target.end();
  assert.equal([emoji(), target.notes], [before, []]);
  assert.is(removals(), removed + 1);
});

test("what stays is announced as far as the server has what makes it, and with a control API nothing is", async ({ target }) => {
  const words = (of: Parameters<typeof leftBy>[0]): string[] => leftBy(of).map(({ what }) => what.split(/[ ,:]/)[0]!);
  const all = ["messages", "topic", "user", "channel", "channels", "custom", "presence"];
  assert.equal(words(target), all);
  const { level, brand, channels, missing, staging, steering } = target;
  const plain = { kind: "live" as const, level, brand, channels, missing, staging, steering };
  assert.equal(words({ ...plain, staging: undefined }), ["messages", "topic", "user", "channel", "presence"]);
  assert.equal(
    words({ ...plain, level: 300 }),
    all.filter((one) => one !== "channel"),
  );
  assert.equal(words({ ...plain, missing: new Map([["POST /messages", 404]]) }), all.slice(2));
  assert.equal(words({ ...plain, steering: { act: async () => ({}), advance: async () => {} } }), []);
  assert.equal(words({ ...plain, like: "zulip" }), [...all.slice(0, -1), "bots", "presence"]);
  assert.equal(words({ ...plain, like: "zulip", channels: { ...channels, crowd: 1 } }), all);
});

test("where nothing may stay, none is announced of what runs can do without, and what this machine is stands in the address", ({
  target,
}) => {
  const { level, brand, channels, missing, staging } = target;
  const all = leftBy({ kind: "live", level, brand, channels, missing, staging, steering: undefined, spares: true });
  assert.equal(
    all.map(({ what }) => what.split(" ")[0]),
    ["messages", "topic", "presence:"],
  );
  const without = (route: string) =>
    leftBy({ kind: "live", level, brand, channels, missing: new Map([[route, 404]]), staging, steering: undefined, spares: false });
  const groups = (route: string) => without(route).flatMap(({ what }) => (what.startsWith("user groups") ? [what] : []));
  assert.equal(groups("DELETE /streams/{stream_id}"), ["user groups, deactivated"]);
  assert.equal(groups("POST /user_groups/{user_group_id}/deactivate"), ["user groups"]);
  for (const here of ["http://localhost:9991", "https://a.localhost", "http://127.0.0.2", "http://[::1]:80"])
    assert.ok(isOnThisMachine(here), here);
  for (const away of [
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "https://chat.example.com/localhost",
  ])
    assert.not(isOnThisMachine(away), away);
});

test("a request leaves what it makes, unless it is sent without the account's own credentials or the level takes it back", () => {
  const post = (path: string, fields = {}) => ({ as: "owen", method: "POST", path, fields });
  const made = { subscriptions: [{ name: "a", description: "" }] };
  const newest = { level: newestLevel };
  assert.is(traceOf(post("/user_groups/create"), newest), "a user group");
  assert.is(traceOf(post("/user_groups/create"), { level: 200 }), undefined);
  assert.is(traceOf(post("/users/me/subscriptions", made), newest), "a channel");
  assert.is(traceOf(post("/users/me/subscriptions", { subscriptions: [{ name: "a" }] }), newest), undefined);
  assert.is(traceOf(post("/realm/emoji/smile"), newest), "an emoji");
  assert.is(traceOf(post("/messages"), newest), undefined);
  assert.is(traceOf({ ...post("/channel_folders/create"), as: null }, newest), undefined);
  assert.is(traceOf({ ...post("/channel_folders/create"), credentials: { kind: "none" } }, newest), undefined);
  const without = (...routes: string[]) => ({ level: newestLevel, missing: new Map(routes.map((route) => [route, 404])) });
  assert.is(traceOf(post("/realm/domains"), newest), undefined);
  assert.is(traceOf(post("/realm/domains"), without("DELETE /navigation_views/{fragment}")), undefined);
  assert.is(traceOf(post("/realm/domains"), without("DELETE /realm/domains/{domain}")), "a domain");
  assert.is(traceOf(post("/navigation_views"), without("DELETE /navigation_views/{fragment}")), "a navigation view");
});

test("a ledger that is no ledger is refused at its place", () => {
  const head = '{"format":"touchstone-ledger","version":1,"url":"http://localhost"}';
  const add = '{"add":{"key":"a","what":"b","undo":{"by":["owen"],"method":"DELETE","path":"/a","fields":{}}}}';
  for (const [content, problem] of [
    ["", /^it is empty/],
    ["no\n", /^line 1: no JSON/],
    ["{}\n", /^line 1: format: missing, expected "touchstone-ledger"/],
    [head.replace("1,", "2,"), /^line 1: version: got 2/],
    [`${head}\n{"add":{"key":"a"}}\n`, /^line 2: add\.what: missing/],
    [`${head}\n${add.replace("DELETE", "GET")}\n`, /^line 2: add\.undo\.method: got "GET", expected "DELETE", "PATCH" or "POST"/],
  ] as const) {
    const refuse = (): unknown => readLedger(content);
    assert.throws(refuse, (thrown: unknown) => thrown instanceof LedgerError && problem.test(thrown.message));
  }
  assert.is(readLedger(`${head}\n${add}\n{"add":`).entries.length, 1);
  assert.is(readLedger(`${head}\n${add}\n{"gone":"a"}\n`).entries.length, 0);
});

test.run();
