import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const fields = { full_name: "Weather", short_name: "weather" };
const make = (sim: Simulator, more: Event = {}, as = "bob") => sim.as(as).send("POST /bots", { ...fields, ...more });
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;

test("a bot is made with a key that works, and its owner and administrators hear of it", () => {
  const sim = createSimulator({ level: 473 });
  const [bob, dana, cara] = ["bob", "dana", "cara"].map((name) => listener(sim, name, ["realm_user", "realm_bot"]));
  const made = make(sim, { default_sending_stream: "general", default_all_public_streams: true });
  const { user_id, api_key, avatar_url, ...rest } = made.body;
  assert.equal(rest, {
    ...ok,
    default_sending_stream: "general",
    default_events_register_stream: null,
    default_all_public_streams: true,
  });
  const email = "weather-bot@localhost";
  const bot = {
    email,
    user_id,
    full_name: "Weather",
    bot_type: 1,
    is_active: true,
    api_key,
    owner_id: idOf(sim, "bob"),
    avatar_url,
    default_sending_stream: "general",
    default_events_register_stream: null,
    default_all_public_streams: true,
    services: [],
  };
  for (const heard of [bob!(), dana!()]) {
    assert.equal(
      heard.map(({ type, op }) => [type, op]),
      [
        ["realm_user", "add"],
        ["realm_bot", "add"],
      ],
    );
    assert.equal(heard[1]!.bot, bot);
    const { is_bot, bot_type, bot_owner_id, role } = heard[0]!.person as Event;
    assert.equal([is_bot, bot_type, bot_owner_id, role], [true, 1, idOf(sim, "bob"), 400]);
  }
  assert.equal(
    cara!().map(({ type }) => type),
    ["realm_user"],
  );
  const own = sim.send({ method: "GET", path: "/users/me", auth: { email, api_key: String(api_key) } });
  assert.is((own as { body: Event }).body.user_id, user_id);
  const { user_id: _, owner_id, is_active, services, email: username, bot_type, ...listed } = bot;
  assert.equal(sim.as("bob").send("GET /bots").body.bots, [{ username, ...listed }]);
  assert.equal(sim.as("dana").send("GET /bots").body.bots, []);
});

test("a bot comes back only while no active one has its name", () => {
  const sim = createSimulator();
  const { user_id } = make(sim).body;
  sim.as("bob").send(`DELETE /bots/${user_id}`);
  const { user_id: other } = make(sim, { short_name: "other" }).body;
  const back = () => sim.as("owen").send(`POST /users/${user_id}/reactivate`);
  assert.match(back().body.msg as string, /^There is already an active bot named "/);
  sim.as("bob").send(`DELETE /bots/${other}`);
  assert.is(back().status, 200);
});

test("newer servers tell of a bot only what its account does not", () => {
  const told = (level: number) => {
    const sim = createSimulator({ level });
    const hear = listener(sim, "dana", ["realm_bot"]);
    const { user_id } = make(sim).body;
    sim.as("bob").send(`PATCH /bots/${user_id}`, { full_name: "Forecast", default_sending_stream: "general" });
    return hear().map(({ op, bot }) => [op, Object.keys(bot as Event).length]);
  };
  assert.equal(
    [told(473), told(474)],
    [
      [
        ["add", 12],
        ["update", 2],
        ["update", 2],
      ],
      [
        ["add", 5],
        ["update", 2],
      ],
    ],
  );
});

test("what is wrong with a bot is refused, step by step", () => {
  const sim = createSimulator();
  make(sim);
  const rows: [Event, object, string?][] = [
    [{}, failure("Not allowed for guest users"), "gus"],
    [{}, failure("This endpoint does not accept bot requests."), "robo"],
    [{ full_name: "x" }, failure("Name too short!")],
    [{ short_name: "a b" }, failure("Bad name or username")],
    [{}, failure("Username already in use")],
    [{ short_name: "w2" }, failure("Name is already in use.")],
    [{ short_name: "w2", full_name: "W2", bot_type: 4 }, failure("Embedded bots are not enabled.")],
    [{ short_name: "w2", full_name: "W2", default_sending_stream: "nowhere" }, failure("Invalid channel name 'nowhere'")],
  ];
  for (const [more, expected, as] of rows) assert.equal(make(sim, more, as).body, expected, JSON.stringify(more));
  sim.act({ action: "set_realm", property: "can_create_bots_group", value: "role:administrators" });
  assert.equal(make(sim, { short_name: "w2", full_name: "W2" }).body, failure("Insufficient permission"));
  assert.is(make(sim, { short_name: "w2", full_name: "W2", bot_type: 2 }).status, 200);
});

test("owners and administrators change a bot and its key, give it away and end it", () => {
  const sim = createSimulator({ level: 473 });
  const { user_id, api_key } = make(sim).body;
  const at = `/bots/${user_id}`;
  const [bob, cara] = ["bob", "cara"].map((name) => listener(sim, name, ["realm_bot"]));
  const { avatar_url, config_data, ...shown } = sim.as("bob").send(`PATCH ${at}`, { full_name: "Forecast" }).body;
  assert.equal(shown, {
    ...ok,
    full_name: "Forecast",
    service_interface: 1,
    service_payload_url: null,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    bot_owner: "bob@example.com",
  });
  const key = sim.as("bob").send(`POST ${at}/api_key/regenerate`).body.api_key;
  assert.ok(key !== api_key);
  assert.equal(sim.as("bob").send(`GET ${at}/api_key`).body, { ...ok, api_key: key });
  assert.equal(sim.as("cara").send(`GET ${at}/api_key`).body, failure("Insufficient permission"));
  assert.equal(sim.as("cara").send(`PATCH ${at}`, {}).body, failure("Insufficient permission"));
  assert.is(sim.as("dana").send(`PATCH ${at}`, { bot_owner_id: idOf(sim, "cara") }).body.bot_owner, "cara@example.com");
  assert.equal(
    bob!().map(({ op, bot }) => [op, Object.keys(bot as Event)[1]]),
    [
      ["update", "full_name"],
      ["update", "api_key"],
      ["delete", undefined],
    ],
  );
  assert.equal(
    cara!().map(({ op }) => op),
    ["add", "update"],
  );
  assert.equal(sim.as("cara").send(`DELETE ${at}`).body, ok);
  assert.equal(sim.as("cara").send("GET /bots").body.bots, []);
  assert.equal(
    sim.as("dana").send(`PATCH ${at}`, { bot_owner_id: idOf(sim, "robo") }).body,
    failure("Failed to change owner, bots can't own other bots"),
  );
  assert.equal(sim.as("dana").send("DELETE /bots/12").body, failure("No such bot"));
  assert.is(createSimulator({ level: 462 }).as("alice").send("GET /bots/18/api_key").status, 404);
});

test("an outgoing webhook has a service, which is told when it changes", () => {
  const sim = createSimulator();
  const { user_id } = make(sim, { bot_type: 3, payload_url: '"https://hook.example.com/x"' }).body;
  const services = (): Event[] =>
    (sim.as("bob").send("POST /register", { fetch_event_types: ["realm_bot"] }).body.realm_bots as Event[])[0]!.services as Event[];
  assert.equal(
    [services()[0]!.base_url, services()[0]!.interface, String(services()[0]!.token).length],
    ["https://hook.example.com/x", 1, 32],
  );
  const hear = listener(sim, "bob", ["realm_bot"]);
  sim.as("bob").send(`PATCH /bots/${user_id}`, { service_payload_url: "https://hook.example.com/y", service_interface: 2 });
  const [{ bot }] = hear() as [Event];
  assert.equal((bot as Event).services, services());
  assert.equal([services()[0]!.base_url, services()[0]!.interface], ["https://hook.example.com/y", 2]);
});

test.run();
