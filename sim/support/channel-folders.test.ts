import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const realm = {
  users: { alice: {}, dana: { role: "administrator" }, gus: { role: "guest" } },
  folders: { Front: { description: "*screens*" }, Attic: { archived: true }, Back: {} },
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });
const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const foldersOf = (sim: Simulator, fields: Event = { include_archived: true }) =>
  sim.as("gus").send("GET /channel_folders", fields).body.channel_folders as Event[];
const namesOf = (sim: Simulator, fields?: Event) => foldersOf(sim, fields).map(({ name }) => name);
const idsOf = (sim: Simulator, ...names: string[]) =>
  names.map((name) => foldersOf(sim).find((folder) => folder.name === name)!.id as number);

test("everybody reads the folders in order, the archived ones where asked for", () => {
  const sim = simulator();
  assert.equal(namesOf(sim, {}), ["Front", "Back"]);
  assert.equal(namesOf(sim), ["Front", "Attic", "Back"]);
  const { channel_folders, ...rest } = sim.as("gus").send("GET /channel_folders").body;
  assert.equal(rest, success);
  const [front] = channel_folders as [Event];
  assert.equal(front, {
    id: front.id,
    name: "Front",
    description: "*screens*",
    rendered_description: "<p><em>screens</em></p>",
    creator_id: null,
    date_created: front.date_created,
    is_archived: false,
    order: front.order,
  });
  const wrong = sim.as("gus").send("GET /channel_folders", { include_archived: "yes" });
  assert.equal([wrong.status, wrong.body], [400, failure("include_archived is not valid JSON")]);
  assert.is(simulator({ level: 388 }).as("gus").send("GET /channel_folders").status, 404);
});

test("an administrator sets the order, and everybody hears of it", () => {
  const sim = simulator();
  const hear = listener(sim, "gus", ["channel_folder"]);
  const order = idsOf(sim, "Back", "Front", "Attic");
  assert.equal(sim.as("dana").send("PATCH /channel_folders", { order }).body, success);
  assert.equal(namesOf(sim), ["Back", "Front", "Attic"]);
  assert.equal(
    foldersOf(sim).map((folder) => folder.order),
    [0, 1, 2],
  );
  assert.equal(hear(), [{ type: "channel_folder", op: "reorder", order }]);
});

test("an order is refused for its first fault, and nothing changes", () => {
  const sim = simulator();
  const hear = listener(sim, "gus", ["channel_folder"]);
  const before = foldersOf(sim);
  const [front, back] = idsOf(sim, "Front", "Back");
  const rows: [string, Event, ReturnType<typeof failure>][] = [
    ["alice", {}, failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL")],
    ["dana", {}, failure("Missing 'order' argument", "REQUEST_VARIABLE_MISSING", { var_name: "order" })],
    ["dana", { order: "x" }, failure("order is not valid JSON")],
    ["dana", { order: 1 }, failure("order is not a list")],
    ["dana", { order: [front, "x"] }, failure("order[1] is not an integer")],
    ["dana", { order: [back, front] }, failure("Invalid order mapping.")],
  ];
  for (const [as, fields, expected] of rows) {
    const { status, body } = sim.as(as).send("PATCH /channel_folders", fields);
    assert.equal([status, body], [400, expected]);
  }
  assert.equal([foldersOf(sim), hear()], [before, []]);
  assert.is(
    simulator({ level: 413 })
      .as("dana")
      .send("PATCH /channel_folders", { order: idsOf(sim, "Front", "Attic", "Back") }).status,
    405,
  );
});

test.run();
