import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });

const viewsOf = (sim: Simulator, who: string) =>
  sim
    .fork()
    .as(who)
    .send("POST /register", { fetch_event_types: ["navigation_views"] }).body.navigation_views;

test("views that a person adds are in the next snapshot, and the person's clients hear of them", () => {
  const sim = createSimulator();
  const bob = sim.as("bob");
  const queueOf = (who: string) => sim.as(who).send("POST /register", { event_types: ["navigation_view"], fetch_event_types: [] }).body;
  const [own, other] = [queueOf("bob"), queueOf("alice")];
  assert.equal(bob.send("POST /navigation_views", { fragment: " narrow/has/link ", is_pinned: true, name: "Links" }).body, success);
  assert.equal(bob.send("POST /navigation_views", { fragment: "drafts", is_pinned: false }).body, success);
  const links = { fragment: "narrow/has/link", is_pinned: true, name: "Links" };
  const drafts = { fragment: "drafts", is_pinned: false, name: null };
  assert.equal(viewsOf(sim, "bob"), [drafts, links]);
  const { events } = bob.send("GET /events", { queue_id: own.queue_id, last_event_id: -1 }).body;
  assert.equal(events, [
    { type: "navigation_view", op: "add", navigation_view: links, id: 0 },
    { type: "navigation_view", op: "add", navigation_view: drafts, id: 1 },
  ]);
  const { queue_id } = other;
  assert.equal(sim.as("alice").send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events, []);
});

test("guests and bots have views of their own, and names and fragments are told apart by capitals", () => {
  const sim = createSimulator();
  for (const [who, fragment, name] of [
    ["gus", "narrow/has/link", "Links"],
    ["robo", "narrow/has/link", "Links"],
    ["gus", "Narrow/has/link", "links"],
  ]) {
    assert.equal(sim.as(who!).send("POST /navigation_views" as string, { fragment, is_pinned: true, name }).body, success);
  }
});

test("a refused view says what is wrong, one fault after the other, and is not added", () => {
  const sim = createSimulator();
  const before = viewsOf(sim, "alice");
  const ladder: [Record<string, unknown>, object][] = [
    [{}, missing("fragment")],
    [{ fragment: " ", is_pinned: 1 }, failure("fragment cannot be blank")],
    [{ fragment: "recent" }, missing("is_pinned")],
    [{ fragment: "recent", is_pinned: "True" }, failure("is_pinned is not valid JSON")],
    [{ fragment: "recent", is_pinned: 1 }, failure("is_pinned is not a boolean")],
    [{ fragment: "recent", is_pinned: true, name: "" }, failure("name cannot be blank")],
    [{ fragment: "recent", is_pinned: true, name: "Links" }, failure("Built-in views cannot have a custom name.")],
    [{ fragment: "#recent", is_pinned: true, name: "Links" }, failure("Navigation view already exists.")],
    [{ fragment: "narrow/has/link", is_pinned: true, name: "Recent" }, failure("Navigation view already exists.")],
    [{ fragment: "inbox", is_pinned: true }, failure("Navigation view already exists.")],
  ];
  for (const [fields, expected] of ladder) {
    const refused = sim.as("alice").send("POST /navigation_views", fields);
    assert.equal([refused.status, refused.body], [400, expected], JSON.stringify(fields));
  }
  assert.equal(viewsOf(sim, "alice"), before);
  assert.equal(sim.as("alice").send("POST /navigation_views", { fragment: "#recent", is_pinned: true, name: "Recent" }).body, success);
});

test("a custom view may be left without a name; running servers want one", () => {
  const [sim, observed] = [createSimulator(), createSimulator({ rulings: "observed" })];
  const unnamed = ["narrow/has/image", "narrow/has/attachment"].map((fragment) => ({ fragment, is_pinned: true }));
  for (const fields of unnamed) {
    assert.equal(sim.as("cara").send("POST /navigation_views", fields).body, success);
    const views = viewsOf(sim, "cara") as { fragment: string; name: string | null }[];
    assert.ok(views.some(({ fragment, name }) => fragment === fields.fragment && name === null));
  }
  assert.equal(observed.as("cara").send("POST /navigation_views", unnamed[0]!).body, failure("Custom views must have a valid name."));
});

test("the endpoint is there from level 390 on", () => {
  const status = (level: number) =>
    createSimulator({ level }).as("alice").send("POST /navigation_views", { fragment: "recent", is_pinned: true }).status;
  assert.equal([389, 390].map(status), [404, 200]);
});

test.run();
