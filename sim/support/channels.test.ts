import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, channel: string): number => sim.channels[channel]!.stream_id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, as: string, route: string, fields: Event = {}) => {
  const { status, body } = sim.as(as).send(route, fields);
  return { status, body };
};
const ok = (fields: Event = {}) => ({ status: 200, body: { result: "success", msg: "", ...fields } });
const refused = (msg: string, code = "BAD_REQUEST", extra: Event = {}, status = 400) => ({
  status,
  body: { result: "error", msg, code, ...extra },
});
const names = (sim: Simulator, as: string, fields: Event = {}): unknown => {
  const { body } = sim.as(as).send("GET /streams", fields);
  return body.msg || (body.streams as Event[]).map(({ name }) => name);
};

test("channels come from the sources asked for, by name", () => {
  const sim = createSimulator();
  const none = { include_public: false, include_subscribed: false };
  const cases: [string, Event, readonly string[]][] = [
    ["bob", {}, ["general", "quiet", "team", "town-square"]],
    ["gus", {}, ["general", "town-square"]],
    ["cara", none, []],
    ["cara", { include_subscribed: false }, ["general", "quiet", "town-square"]],
    ["cara", { include_public: false }, ["general", "quiet", "secret"]],
    ["gus", { ...none, include_web_public: true }, ["town-square"]],
    ["robo", { ...none, include_owner_subscribed: true }, ["general", "secret", "team", "town-square"]],
    ["alice", { ...none, include_owner_subscribed: true }, []],
    ["dana", { ...none, include_all: true }, ["general", "quiet", "secret", "team", "town-square"]],
    ["bob", { ...none, include_all: true }, ["general", "quiet", "team", "town-square"]],
    ["cara", { ...none, include_can_access_content: true }, ["general", "quiet", "secret", "town-square"]],
    ["dana", { include_public: false, exclude_archived: false }, ["attic", "general"]],
  ];
  for (const [as, fields, expected] of cases) assert.equal(names(sim, as, fields), expected, `${as} ${JSON.stringify(fields)}`);
});

test("all channels were for administrators before their level, and archived ones for nobody", () => {
  const sim = createSimulator({ level: 314 });
  assert.equal(names(sim, "dana", { include_all_active: true }), ["general", "quiet", "secret", "team", "town-square"]);
  assert.equal(names(sim, "bob", { include_all_active: true }), "User not authorized for this query");
  const { body } = sim.as("dana").send("GET /streams", { include_all: true, exclude_archived: false });
  assert.equal(body.ignored_parameters_unsupported, ["exclude_archived", "include_all"]);
  assert.equal((body.streams as Event[]).length, 3);
});

test("a channel is one of the list, and is found by its name", () => {
  const sim = createSimulator();
  const [first] = sim.as("alice").send("GET /streams").body.streams as [Event];
  assert.equal(send(sim, "alice", `GET /streams/${idOf(sim, "general")}`), ok({ stream: first }));
  assert.equal(send(sim, "alice", "GET /get_stream_id", { stream: "GENERAL" }), ok({ stream_id: idOf(sim, "general") }));
});

test("who does not see a channel is told that there is none", () => {
  const sim = createSimulator();
  const team = idOf(sim, "team");
  const noId = refused("Invalid channel ID");
  const routes = ["GET /streams/ID", "GET /streams/ID/members", "GET /users/me/ID/topics", "GET /streams/ID/email_address"];
  for (const route of routes) {
    assert.equal(send(sim, "cara", route.replace("ID", String(team))), noId, route);
    assert.equal(send(sim, "alice", route.replace("ID", "4711")), noId, route);
    assert.is(send(sim, "alice", route.replace("ID", String(team))).status, 200, route);
  }
  assert.equal(send(sim, "cara", "GET /get_stream_id", { stream: "team" }), refused("Invalid channel name 'team'"));
  assert.equal(send(sim, "alice", "GET /get_stream_id", { stream: "attic" }), refused("Invalid channel name 'attic'"));
  assert.equal(
    send(sim, "alice", "GET /get_stream_id"),
    refused("Missing 'stream' argument", "REQUEST_VARIABLE_MISSING", { var_name: "stream" }),
  );
  const old = createSimulator({ level: 254 });
  assert.equal(send(old, "cara", `GET /streams/${team}`), refused("Invalid stream ID"));
  assert.equal(send(old, "cara", "GET /get_stream_id", { stream: "team" }), refused("Invalid stream name 'team'"));
});

test("an administrator sees a private channel and its subscribers, but not what is written there", () => {
  const sim = createSimulator();
  const team = idOf(sim, "team");
  assert.equal(send(sim, "dana", `GET /streams/${team}/members`), ok({ subscribers: [userId(sim, "alice"), userId(sim, "bob")] }));
  assert.is((send(sim, "dana", `GET /streams/${team}`).body.stream as Event).name, "team");
  assert.equal(send(sim, "dana", `GET /users/me/${team}/topics`), refused("Invalid channel ID"));
});

/** Ways to look at one channel, `#`; each is for channels in use only. */
const looks = ["GET /streams/#", "GET /streams/#/members", "GET /users/me/#/topics", "GET /users/@/subscriptions/#"];

test("one looks at a channel that is in use, whoever one is", () => {
  for (const level of [314, 372, undefined]) {
    const sim = createSimulator(level === undefined ? {} : { level });
    const at = (look: string, name: string) => look.replace("#", String(idOf(sim, name))).replace("@", String(userId(sim, "alice")));
    for (const look of looks) {
      for (const who of ["alice", "owen"]) assert.equal(send(sim, who, at(look, "attic")), refused("Invalid channel ID"));
      assert.is(send(sim, "alice", at(look, "general")).status, 200);
    }
  }
});

test("an address of a channel is the same for the same caller and sender, and nobody writes in another's name", () => {
  const sim = createSimulator();
  const route = `GET /streams/${idOf(sim, "town-square")}/email_address`;
  const address = (as: string, sender?: string) =>
    send(sim, as, route, sender ? { sender_id: userId(sim, sender) } : {}).body.email as string;
  assert.match(address("alice"), /^town-square\.[0-9a-f]{32}\.show-sender@localhost$/);
  assert.is(address("alice"), address("alice"));
  const all = [address("alice"), address("alice", "alice"), address("alice", "robo"), address("bob")];
  assert.is(new Set(all).size, 4);
  assert.equal(send(sim, "alice", route, { sender_id: userId(sim, "bob") }), refused("Insufficient permission"));
  assert.equal(send(sim, "alice", route, { sender_id: 4711 }), refused("No such user"));
  assert.is(send(createSimulator({ level: 225 }), "alice", route).status, 404);
});

test("default channels are set and unset by administrators, and told to all but guests", () => {
  const sim = createSimulator();
  const [alice, gus] = [listener(sim, "alice", ["default_streams"]), listener(sim, "gus", ["default_streams"])];
  const fields = { stream_id: idOf(sim, "quiet") };
  const snapshot = (who = "alice") =>
    sim.as(who).send("POST /register", { fetch_event_types: ["default_streams"] }).body.realm_default_streams;
  assert.equal(
    send(sim, "alice", "POST /default_streams", fields),
    refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
  );
  assert.equal(send(sim, "dana", "POST /default_streams", { stream_id: 4711 }), refused("Invalid channel ID"));
  sim.act({ action: "subscribe", as: "dana", channel: "team" });
  assert.equal(
    send(sim, "dana", "POST /default_streams", { stream_id: idOf(sim, "team") }),
    refused("A default channel cannot be private."),
  );
  assert.equal([alice(), snapshot()], [[], []]);
  assert.equal([send(sim, "dana", "POST /default_streams", fields), send(sim, "dana", "POST /default_streams", fields)], [ok(), ok()]);
  assert.equal([snapshot(), snapshot("gus")], [[fields.stream_id], []]);
  const [general, quiet] = (sim.as("alice").send("GET /streams", { include_default: true }).body.streams as Event[]).slice(0, 2);
  assert.equal([general!.is_default, quiet!.is_default], [false, true]);
  assert.equal(send(sim, "dana", "DELETE /default_streams", fields), ok());
  assert.equal(alice(), [
    { type: "default_streams", default_streams: [fields.stream_id] },
    { type: "default_streams", default_streams: [] },
  ]);
  assert.equal(gus(), []);
  const old = createSimulator({ level: 329 });
  send(old, "dana", "POST /default_streams", fields);
  const [whole] = old.as("alice").send("POST /register", { fetch_event_types: ["default_streams"] }).body
    .realm_default_streams as unknown as [Event];
  assert.is(whole.name, "quiet");
});

test.run();
