import { test } from "uvu";
import * as assert from "uvu/assert";
import { folderRecords } from "../resources/channel.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const users = { alice: {}, dana: { role: "administrator" } };

const realm = {
  users,
  folders: { Front: { description: "screens" }, Back: {}, Attic: { archived: true }, Old: {} },
  channels: { general: { folder: "Back", subscribers: "everyone" }, past: { folder: "Old", archived: true } },
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });
const foldersOf = (sim: Simulator) => folderRecords(sim.snapshot().world);
const folderOf = (sim: Simulator, name: string) => foldersOf(sim).find((folder) => folder.name === name)!;

const change = (sim: Simulator, as: string, folder: string | number, fields: Record<string, unknown>) =>
  sim.as(as).send(`PATCH /channel_folders/${typeof folder === "number" ? folder : folderOf(sim, folder).id}`, fields);

function queueOf(sim: Simulator, name: string): string {
  return String(sim.as(name).send("POST /register", { event_types: ["channel_folder"] }).body.queue_id);
}

const eventsOf = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events;

test("a folder's name, description and archive flag change, each with its own event", () => {
  const sim = simulator();
  const queue = queueOf(sim, "alice");
  const front = folderOf(sim, "Front");
  const fields = { is_archived: true, description: "`code`", name: "Screens" };
  assert.equal(change(sim, "dana", "Front", fields).body, { result: "success", msg: "" });
  const rendered_description = "<p><code>code</code></p>";
  assert.equal(folderOf(sim, "Screens"), { ...front, ...fields, rendered_description });
  const common = { type: "channel_folder", op: "update", channel_folder_id: front.id };
  assert.equal(eventsOf(sim, "alice", queue), [
    { id: 0, ...common, data: { name: "Screens" } },
    { id: 1, ...common, data: { description: "`code`", rendered_description } },
    { id: 2, ...common, data: { is_archived: true } },
  ]);
  assert.is(change(sim, "dana", "Screens", { is_archived: false, description: "" }).status, 200);
  assert.equal(folderOf(sim, "Screens"), { ...front, name: "Screens", description: "", rendered_description: "" });
});

test("what is so already is left alone: no event, no check", () => {
  const sim = simulator({ rulings: "observed" });
  const [before, queue] = [foldersOf(sim), queueOf(sim, "alice")];
  assert.equal(change(sim, "dana", "Front", {}).body, { result: "success", msg: "" });
  assert.is(change(sim, "dana", "Front", { name: "Front", description: "screens", is_archived: false }).status, 200);
  assert.is(change(sim, "dana", "Attic", { is_archived: true }).status, 200);
  assert.equal([foldersOf(sim), eventsOf(sim, "alice", queue)], [before, []]);
});

test("a change is refused for its first fault, and nothing of it is made", () => {
  const sim = simulator();
  const [before, queue] = [foldersOf(sim), queueOf(sim, "alice")];
  const principal = { code: "UNAUTHORIZED_PRINCIPAL" };
  const rows: [string, string | number, Record<string, unknown>, string, Record<string, unknown>?][] = [
    ["alice", 999, { description: "d".repeat(1025) }, "Must be an organization administrator", principal],
    ["dana", 999, { description: "d".repeat(1025), is_archived: "True" }, "description is too long (limit: 1024 characters)"],
    ["dana", 999, { description: "new", is_archived: "True", name: "n".repeat(61) }, "is_archived is not valid JSON"],
    ["dana", 999, { description: "new", is_archived: 1, name: "n".repeat(61) }, "is_archived is not a boolean"],
    ["dana", 999, { description: "new", is_archived: true, name: "n".repeat(61) }, "name is too long (limit: 60 characters)"],
    ["dana", 999, { description: "new", is_archived: true, name: " " }, "Invalid channel folder ID"],
    ["dana", "Front", { description: "new", is_archived: true, name: " " }, "Channel folder name can't be empty."],
    ["dana", "Front", { description: "new", name: "a\nb" }, "Invalid character in channel folder name, at position 2."],
    ["dana", "Front", { description: "new", name: "BACK" }, "Channel folder name already in use"],
    ["dana", "Front", { description: "new", name: "FRONT" }, "Channel folder name already in use"],
  ];
  for (const [as, folder, fields, msg, extra = {}] of rows) {
    const { status, body } = change(sim, as, folder, fields);
    assert.equal([status, body], [400, { result: "error", msg, code: "BAD_REQUEST", ...extra }]);
  }
  assert.equal([foldersOf(sim), eventsOf(sim, "alice", queue)], [before, []]);
  assert.is(change(sim, "dana", "Front", { description: "new", is_archived: true, name: "attic" }).status, 200);
});

test("a folder with channels is archived by the specification, refused by running servers", () => {
  assert.is(change(simulator(), "dana", "Back", { is_archived: true }).status, 200);
  const sim = simulator({ rulings: "observed" });
  const before = foldersOf(sim);
  for (const name of ["Back", "Old"]) {
    const { body } = change(sim, "dana", name, { is_archived: true, description: "new", name: "Newer" });
    assert.is(body.msg, "You need to remove all the channels from this folder to archive it.");
  }
  assert.equal(foldersOf(sim), before);
  assert.is(change(sim, "dana", "Front", { is_archived: true }).status, 200);
});

test("an archived folder comes back under its name whoever has taken that", () => {
  const sim = simulator();
  assert.is(change(sim, "dana", "Front", { name: "attic" }).status, 200);
  assert.is(change(sim, "dana", "Attic", { is_archived: false }).status, 200);
  const copy = simulator();
  copy.restore(sim.snapshot());
  assert.equal(foldersOf(copy), foldersOf(sim));
});

test("to running servers an archived folder comes back under its name only while no other folder has it", () => {
  const sim = simulator({ rulings: { unarchivedNames: "observed" } });
  assert.is(change(sim, "dana", "Front", { name: "attic" }).status, 200);
  const taken = change(sim, "dana", "Attic", { is_archived: false });
  assert.is(taken.body.msg, "Channel folder name already in use");
  assert.is(change(sim, "dana", "Attic", { is_archived: false, name: "Loft" }).status, 200);
  assert.is(folderOf(sim, "Loft").is_archived, false);
  const strict = simulator({ rulings: { folderNames: "all" } });
  assert.is(change(strict, "dana", "Attic", { is_archived: false }).status, 200);
});

test("whether a folder may get its own name in other capitals is a ruling", () => {
  const sim = simulator({ rulings: { folderCapitals: "changeable" } });
  assert.is(change(sim, "dana", "Front", { name: "FRONT" }).status, 200);
  assert.is(change(sim, "dana", "FRONT", { name: "back" }).status, 400);
});

test.run();
