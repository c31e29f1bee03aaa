import { test } from "uvu";
import * as assert from "uvu/assert";
import { folderRecords } from "../resources/channel.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = { alice: {}, dana: { role: "administrator" }, owen: { role: "owner" }, robo: { bot: { owner: "alice" } } };
const realm = { users, folders: { Attic: { archived: true } } };

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });
const foldersOf = (sim: Simulator) => folderRecords(sim.snapshot().world);

const create = (sim: Simulator, as: string, fields: Record<string, unknown>) => sim.as(as).send("POST /channel_folders/create", fields);

function queueOf(sim: Simulator, name: string): string {
  return String(sim.as(name).send("POST /register", { event_types: ["channel_folder"] }).body.queue_id);
}

const eventsOf = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events;

test("an administrator's new folder is there for everyone, its description rendered", () => {
  const sim = simulator();
  const queue = queueOf(sim, "alice");
  const { body } = create(sim, "dana", { name: " Front end ", description: "For **screens**", colour: 1 });
  const [first, folder] = foldersOf(sim);
  const attic = first!.id;
  assert.equal(body, { result: "success", msg: "", channel_folder_id: attic + 1, ignored_parameters_unsupported: ["colour"] });
  assert.equal(folder, {
    id: attic + 1,
    name: " Front end ",
    description: "For **screens**",
    rendered_description: "<p>For <strong>screens</strong></p>",
    creator_id: sim.cast.dana!.user_id,
    date_created: 1_767_268_800,
    is_archived: false,
    order: attic + 1,
  });
  assert.equal(eventsOf(sim, "alice", queue), [{ id: 0, type: "channel_folder", op: "add", channel_folder: folder }]);
  assert.is(create(sim, "owen", { name: "Empty", description: "" }).status, 200);
  assert.is(foldersOf(sim)[2]!.rendered_description, "");
});

test("a request to create a folder is refused for its first fault, and leaves no trace", () => {
  const sim = simulator();
  create(sim, "dana", { name: "Front end", description: "" });
  const [before, queue] = [foldersOf(sim), queueOf(sim, "alice")];
  const missing = (var_name: string) => ({ code: "REQUEST_VARIABLE_MISSING", var_name });
  const rows: [string, Record<string, unknown>, string, Record<string, unknown>?][] = [
    ["alice", {}, "Must be an organization administrator", { code: "UNAUTHORIZED_PRINCIPAL" }],
    ["robo", {}, "Must be an organization administrator", { code: "UNAUTHORIZED_PRINCIPAL" }],
    ["dana", {}, "Missing 'description' argument", missing("description")],
    ["dana", { description: "d".repeat(1025) }, "description is too long (limit: 1024 characters)"],
    ["dana", { description: "d".repeat(1024) }, "Missing 'name' argument", missing("name")],
    ["dana", { description: "", name: "😀".repeat(61) }, "name is too long (limit: 60 characters)"],
    ["dana", { description: "", name: "" }, "Channel folder name can't be empty."],
    ["dana", { description: "", name: " \t" }, "Channel folder name can't be empty."],
    ["dana", { description: "", name: "😀b\u0000" }, "Invalid character in channel folder name, at position 3."],
    ["dana", { description: "", name: "front END" }, "Channel folder name already in use"],
  ];
  for (const [as, fields, msg, extra = {}] of rows) {
    const { status, body } = create(sim, as, fields);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST", ...extra }]);
  }
  assert.equal([foldersOf(sim), eventsOf(sim, "alice", queue)], [before, []]);
  assert.is(create(sim, "dana", { description: "", name: "😀".repeat(60) }).body.channel_folder_id, before[1]!.id + 1);
});

test("which folders must differ in name is a ruling, and older servers count the archived ones", () => {
  const statuses = (options: SimulatorOptions) => {
    const sim = simulator(options);
    return ["attic", "Attic"].map((name) => create(sim, "dana", { name, description: "" }).status);
  };
  assert.equal(statuses({}), [200, 400]);
  assert.equal(statuses({ rulings: { folderNames: "all" } }), [400, 400]);
  assert.equal(statuses({ rulings: { folderNames: "none" } }), [200, 200]);
  assert.equal(statuses({ level: 413 }), [400, 400]);
});

test("before level 410 a folder's name may be longer", () => {
  const longest = (level: number) =>
    [60, 61, 100, 101].map((length) => create(simulator({ level }), "dana", { name: "n".repeat(length), description: "" }).body.msg);
  const over = (limit: number) => `name is too long (limit: ${limit} characters)`;
  assert.equal(longest(409), ["", "", "", over(100)]);
  assert.equal(longest(410), ["", over(60), over(60), over(60)]);
});

test("before level 389 there are no folders", () => {
  assert.is(create(simulator({ level: 388 }), "dana", { name: "x", description: "" }).status, 404);
  assert.not("order" in foldersOf(simulator({ level: 413 }))[0]!);
});

test.run();
