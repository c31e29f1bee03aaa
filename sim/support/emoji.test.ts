import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const emojiOf = (sim: Simulator) => sim.as("gus").send("GET /realm/emoji").body.emoji as Record<string, Event>;
const named = (sim: Simulator, name: string) => Object.values(emojiOf(sim)).filter((emoji) => emoji.name === name);
const file = { name: "x.png", type: "image/png", bytes: new Uint8Array(1) };
const upload = (sim: Simulator, as: string, name: string, files = [file]) =>
  sim.as(as).send(`POST /realm/emoji/${encodeURIComponent(name)}`, {}, files);
const remove = (sim: Simulator, as: string, name: string) => sim.as(as).send(`DELETE /realm/emoji/${name}`);

const listeners = (sim: Simulator) =>
  [listener(sim, "gus", ["realm_emoji"]), listener(sim, "gus", ["realm_emoji"], ["individual_emoji_changes"])] as const;

test("everybody reads the emoji", () => {
  const sim = createSimulator();
  const { emoji, ...rest } = sim.as("gus").send("GET /realm/emoji").body;
  assert.equal(rest, success);
  const [[id, can]] = Object.entries(emoji as Record<string, Event>) as [[string, Event]];
  const source_url = `/user_avatars/touchstone/emoji/images/${id}.png`;
  const author_id = sim.cast.cara!.user_id;
  assert.equal(can, { id, name: "watering_can", source_url, still_url: null, deactivated: false, author_id });
});

test("a file that names no type is what its name says", () => {
  const sim = createSimulator();
  const untyped = (name: string, type = "application/octet-stream") => [{ ...file, name, type }];
  assert.equal(upload(sim, "alice", "barrow", untyped("x.PNG")).body, success);
  assert.equal(upload(sim, "alice", "spade", untyped("x.gif", "")).body, success);
  assert.equal(upload(sim, "alice", "rake", untyped("x.txt")).body, failure("Invalid image format", "BAD_IMAGE"));
});

test("an emoji is told whole to old clients and alone to new ones, and works", () => {
  const sim = createSimulator();
  const [old, young] = listeners(sim);
  assert.equal(upload(sim, "alice", " wheel barrow-2 ").body, success);
  const [emoji] = named(sim, "wheel_barrow-2") as [Event];
  const { author_id, deactivated } = emoji;
  assert.equal([author_id, deactivated], [sim.cast.alice!.user_id, false]);
  assert.equal(old(), [{ type: "realm_emoji", op: "update", realm_emoji: emojiOf(sim) }]);
  assert.equal(young(), [{ type: "realm_emoji", op: "add", emoji }]);
  const content = ":wheel_barrow-2:";
  const { id } = sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "x", content }).body;
  assert.match((sim.as("bob").send(`GET /messages/${id}`).body.message as Event).content as string, /<img .*wheel_barrow-2/);
});

test("only those add emoji whom the organization lets, before it is looked at whether there is one of the name", () => {
  const sim = createSimulator();
  const groups = sim.as("owen").send("GET /user_groups").body.user_groups as readonly { id: number; name: string }[];
  const admins = groups.find(({ name }) => name === "role:administrators")!.id;
  sim.as("owen").send("PATCH /realm", { can_add_custom_emoji_group: { new: admins } });
  for (const name of ["barrow", "watering_can"]) assert.equal(upload(sim, "alice", name).body, failure("Insufficient permission"));
  assert.equal(upload(sim, "dana", "barrow").body, success);
});

test("an emoji goes out of use by its author or an administrator, and its name is free again", () => {
  const sim = createSimulator();
  const [old, young] = listeners(sim);
  const [{ id }] = named(sim, "watering_can") as [Event];
  assert.equal(remove(sim, "cara", "watering_can").body, success);
  assert.is(named(sim, "watering_can")[0]!.deactivated, true);
  assert.equal(old(), [{ type: "realm_emoji", op: "update", realm_emoji: emojiOf(sim) }]);
  assert.equal(young(), [{ type: "realm_emoji", op: "update_one", emoji_id: id, data: { deactivated: true } }]);
  assert.equal(upload(sim, "bob", "watering_can").body, success);
  assert.equal(remove(sim, "dana", "watering_can").body, success);
  assert.equal(
    named(sim, "watering_can").map(({ deactivated }) => deactivated),
    [true, true],
  );
});

test("a name in a message is a picture from when an emoji has it until none has, in each fork for itself", () => {
  const sim = createSimulator();
  const shown = (one: Simulator) => {
    const { id } = one.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "x", content: "a :trowel: b" }).body;
    return /<img [^>]*images\/\d+/.exec((one.as("bob").send(`GET /messages/${id}`).body.message as Event).content as string)?.[0];
  };
  assert.is(shown(sim), undefined);
  upload(sim, "bob", "trowel");
  const first = shown(sim);
  assert.match(first as string, /trowel/);
  const fork = sim.fork();
  remove(fork, "bob", "trowel");
  assert.is(shown(fork), undefined);
  upload(fork, "bob", "trowel");
  assert.match(shown(fork) as string, /trowel/);
  assert.is.not(shown(fork), first);
  assert.is(shown(sim), first);
});

test("below its level the capability of single changes means nothing", () => {
  const sim = createSimulator({ level: 490 });
  const [old, young] = listeners(sim);
  upload(sim, "alice", "wheelbarrow");
  assert.equal(old(), young());
});

test("what is refused leaves no trace", () => {
  const sim = createSimulator();
  const [old] = listeners(sim);
  const before = emojiOf(sim);
  const letters = "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  const ladder: [string, string, string][] = [
    ["gus", "Bad!", "Not allowed for guest users"],
    ["robo", "Bad!", "This endpoint does not accept bot requests."],
    ["alice", " ", "Emoji name is missing"],
    ["alice", "Bad!", letters],
    ["alice", "bad_", "Emoji names must end with either a letter or digit."],
    ["alice", "watering_can", "A custom emoji with this name already exists."],
    ["alice", "tada", "Only administrators can override built-in emoji."],
  ];
  const plain = upload(sim, "alice", "fine", [{ ...file, name: "x.txt", type: "text/plain" }]);
  assert.equal([plain.status, plain.body], [400, failure("Invalid image format", "BAD_IMAGE")]);
  for (const [as, name, msg] of ladder) {
    const { status, body } = upload(sim, as, name);
    assert.equal([status, body], [400, failure(msg)]);
  }
  const missing = remove(sim, "alice", "tada");
  assert.equal([missing.status, missing.body], [404, failure("Emoji 'tada' does not exist")]);
  assert.equal(remove(sim, "alice", "watering_can").body, failure("Must be an organization administrator or emoji author"));
  for (const files of [[], [file, file]]) {
    assert.equal(upload(sim, "alice", "spade", files).body, failure("You must upload exactly one file."));
  }
  assert.equal([emojiOf(sim), old()], [before, []]);
  assert.equal(upload(sim, "dana", "tada").body, success);
});

test.run();
