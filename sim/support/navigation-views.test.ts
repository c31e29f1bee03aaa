import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string) => ({ result: "error", msg, code: "BAD_REQUEST" });
const viewsOf = (sim: Simulator, name = "alice") => sim.as(name).send("GET /navigation_views").body.navigation_views;
const at = (fragment: string): string => `/navigation_views/${encodeURIComponent(fragment)}`;

const inbox = { fragment: "inbox", is_pinned: true, name: null };
const links = { fragment: "narrow/has/link", is_pinned: false, name: "Links" };

test("everybody has views of their own", () => {
  const sim = createSimulator();
  assert.equal(sim.as("alice").send("GET /navigation_views").body, { ...success, navigation_views: [inbox, links] });
  assert.equal(viewsOf(sim, "gus"), []);
  assert.is(createSimulator({ level: 389 }).as("alice").send("GET /navigation_views").status, 404);
});

test("a view with slashes is pinned and named, and its user hears what was given", () => {
  const sim = createSimulator();
  const [hear, hearBob] = [listener(sim, "alice", ["navigation_view"]), listener(sim, "bob", ["navigation_view"])];
  const change = (fragment: string, fields: Event) => sim.as("alice").send(`PATCH ${at(fragment)}`, fields).body;
  assert.equal(change("narrow/has/link", { is_pinned: true, name: " Addresses " }), success);
  assert.equal(change("inbox", { is_pinned: false }), success);
  assert.equal(change("inbox", {}), success);
  assert.equal(viewsOf(sim), [
    { ...inbox, is_pinned: false },
    { ...links, is_pinned: true, name: "Addresses" },
  ]);
  const common = { type: "navigation_view", op: "update" };
  assert.equal(hear(), [
    { ...common, fragment: "narrow/has/link", data: { name: "Addresses", is_pinned: true } },
    { ...common, fragment: "inbox", data: { is_pinned: false } },
    { ...common, fragment: "inbox", data: {} },
  ]);
  assert.equal(hearBob(), []);
});

test("a view is removed", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["navigation_view"]);
  const remove = () => sim.as("alice").send(`DELETE ${at("narrow/has/link")}`);
  assert.equal(remove().body, success);
  assert.equal(viewsOf(sim), [inbox]);
  assert.equal(hear(), [{ type: "navigation_view", op: "remove", fragment: "narrow/has/link" }]);
  const again = remove();
  assert.equal([again.status, again.body], [404, failure("Navigation view does not exist.")]);
});

test("changes are refused for their first fault, and nothing happens", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["navigation_view"]);
  const rows: [string, string, Event, number, string][] = [
    ["alice", "drafts", { is_pinned: "x", name: "Links" }, 400, "is_pinned is not valid JSON"],
    ["alice", "drafts", { is_pinned: true, name: " " }, 400, "name cannot be blank"],
    ["alice", "drafts", { is_pinned: true, name: "Links" }, 400, "Built-in views cannot have a custom name."],
    ["alice", "drafts", { is_pinned: true }, 404, "Navigation view does not exist."],
    ["alice", "elsewhere", { is_pinned: true, name: "Links" }, 400, "Navigation view already exists."],
    ["alice", "narrow/has/link", { is_pinned: true, name: "Links" }, 400, "Navigation view already exists."],
    ["alice", "elsewhere", { is_pinned: true, name: "Here" }, 404, "Navigation view does not exist."],
    ["bob", "inbox", { is_pinned: true }, 404, "Navigation view does not exist."],
  ];
  for (const [as, fragment, fields, status, msg] of rows) {
    const answer = sim.as(as).send(`PATCH ${at(fragment)}`, fields);
    assert.equal([answer.status, answer.body], [status, failure(msg)]);
  }
  assert.equal([viewsOf(sim), hear()], [[inbox, links], []]);
});

test.run();
