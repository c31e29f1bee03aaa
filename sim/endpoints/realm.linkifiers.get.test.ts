import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../index.ts";

const tasks = {
  id: 71,
  pattern: "#(?P<id>[0-9]{2,8})",
  url_template: "https://tasks.example.com/{id}",
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
};
const plots = {
  id: 72,
  pattern: "PLOT-(?P<plot>[0-9]+)",
  url_template: "https://garden.example.com/plots/{plot}",
  example_input: "PLOT-7",
  reverse_template: "PLOT-{plot}",
  alternative_url_templates: ["https://old.example.com/plot?no={plot}"],
};

test("everybody gets the linkifiers in the order in which they apply, guests and bots too", () => {
  const sim = createSimulator();
  for (const who of ["alice", "gus", "robo"]) {
    assert.equal(sim.as(who).send("GET /realm/linkifiers").body, { result: "success", msg: "", linkifiers: [tasks, plots] });
  }
});

test("a linkifier that is added comes last", () => {
  const sim = createSimulator();
  const { id } = sim.act({ action: "add_linkifier", pattern: "TOOL-(?P<tool>[a-z]+)", url_template: "https://garden.example.com/{tool}" });
  const added = { ...tasks, id, pattern: "TOOL-(?P<tool>[a-z]+)", url_template: "https://garden.example.com/{tool}" };
  assert.equal(sim.as("alice").send("GET /realm/linkifiers").body.linkifiers, [tasks, plots, added]);
});

test("an organization without linkifiers has an empty list", () => {
  const sim = createSimulator({ realm: { users: { alice: { full_name: "Alice" } } } });
  assert.equal(sim.as("alice").send("GET /realm/linkifiers").body, { result: "success", msg: "", linkifiers: [] });
});

test("fields come with their levels", () => {
  const fields = (level: number) =>
    Object.keys((createSimulator({ level }).as("alice").send("GET /realm/linkifiers").body.linkifiers as object[])[0]!);
  assert.equal(fields(247), ["id", "pattern", "url_template"]);
  assert.equal(fields(471), ["id", "pattern", "url_template", "example_input", "reverse_template"]);
  assert.equal(fields(478).length, 6);
});

test("parameters are listed as ignored, unless the server is to do as running ones do", () => {
  const ignored = (rulings?: "observed") =>
    createSimulator(rulings && { rulings })
      .as("alice")
      .send("GET /realm/linkifiers" as string, { junk: 1 }).body.ignored_parameters_unsupported;
  assert.equal(ignored(), ["junk"]);
  assert.is(ignored("observed"), undefined);
});

test("those who are not logged in are refused", () => {
  const refused = createSimulator().as().send("GET /realm/linkifiers");
  assert.is(refused.status, 401);
  assert.is(refused.body.code, "UNAUTHORIZED");
});

test.run();
