import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const linkifiers = (sim: Simulator) => sim.as("gus").send("GET /realm/linkifiers").body.linkifiers as Event[];
const told = (sim: Simulator) => [{ type: "realm_linkifiers", realm_linkifiers: linkifiers(sim) }];
const rendered = (sim: Simulator, content: string): unknown => {
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "x", content }).body;
  return (sim.as("alice").send(`GET /messages/${id}`).body.message as Event).content;
};

const ticket = { pattern: "T-(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" };
const plain = { example_input: null, reverse_template: null, alternative_url_templates: [] };

test("a new linkifier comes last, is told to all in the full list, and works at once", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_linkifiers"]);
  const spaced = { pattern: ` ${ticket.pattern} `, url_template: ` ${ticket.url_template}\n` };
  const { id, ...rest } = sim.as("dana").send("POST /realm/filters", spaced).body;
  assert.equal(rest, success);
  assert.equal(linkifiers(sim).at(-1), { id, ...ticket, ...plain });
  assert.equal(hear(), told(sim));
  assert.is(rendered(sim, "T-7"), '<p><a href="https://t.example.com/7">T-7</a></p>');
  const more = { example_input: "U-1", reverse_template: "U-{id}", alternative_url_templates: ["https://u.example.com/{id}"] };
  const second = { ...more, pattern: "U-(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" };
  assert.is(sim.as("owen").send("POST /realm/filters", second).body.id, (id as number) + 1);
  assert.equal(linkifiers(sim).at(-1), { id: (id as number) + 1, ...second });
});

test("an example matches its pattern, and a reverse template has one, and no other variables", () => {
  const sim = createSimulator();
  const before = linkifiers(sim);
  const rows: readonly (readonly [more: object, msg: string])[] = [
    [{ reverse_template: "T-{id}" }, "Reverse linkifiers need an example input."],
    [{ reverse_template: "T-{id}", example_input: "U-1" }, "Example input does not match the linkifier pattern."],
    [{ example_input: "U-1" }, "Example input does not match the linkifier pattern."],
    [{ reverse_template: "{{T}}-{no}", example_input: "T-1" }, "Group 'no' in reverse template is not present in linkifier pattern."],
  ];
  for (const [more, msg] of rows) {
    const { body } = sim.as("dana").send("POST /realm/filters", { ...ticket, ...more });
    assert.equal(body, failure(msg, "BAD_REQUEST", { errors: { __all__: [msg] } }));
    assert.throws(() => sim.act({ action: "add_linkifier", ...ticket, ...more }), msg);
  }
  assert.equal(linkifiers(sim), before);
  assert.is(sim.as("dana").send("POST /realm/filters", { ...ticket, reverse_template: "{{T}}-{id}", example_input: "T-1" }).status, 200);
});

test("a reverse template that is sent alone goes with the example that is there", () => {
  const sim = createSimulator();
  const { id } = sim.as("dana").send("POST /realm/filters", { ...ticket, example_input: "T-1" }).body;
  const change = (more: object) => sim.as("dana").send(`PATCH /realm/filters/${id}`, { ...ticket, ...more }).body;
  assert.equal(change({ reverse_template: "T-{id}" }), success);
  const msg = "Example input does not match the linkifier pattern.";
  assert.equal(change({ example_input: "U-1" }), failure(msg, "BAD_REQUEST", { errors: { __all__: [msg] } }));
  assert.equal(linkifiers(sim).at(-1), { id, ...ticket, ...plain, example_input: "T-1", reverse_template: "T-{id}" });
});

test("a linkifier changes in its place, and is removed", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_linkifiers"]);
  const [number, plot] = linkifiers(sim) as [Event, Event];
  const route = `/realm/filters/${number.id}`;
  assert.equal(sim.as("dana").send(`PATCH ${route}`, ticket).body, success);
  assert.equal(linkifiers(sim), [{ ...number, ...ticket }, plot]);
  assert.equal(hear(), told(sim));
  assert.equal(sim.as("dana").send(`PATCH ${route}`, ticket).body, success);
  assert.equal(hear(), told(sim));
  const moved = { pattern: plot.pattern, url_template: "https://new.example.com/{plot}" };
  assert.equal(sim.as("dana").send(`PATCH /realm/filters/${plot.id}`, moved).body, success);
  assert.equal(linkifiers(sim)[1], { ...plot, ...moved });
  assert.equal(hear(), told(sim));
  assert.equal(sim.as("dana").send(`DELETE ${route}`).body, success);
  assert.equal(linkifiers(sim), [{ ...plot, ...moved }]);
  assert.equal(hear(), told(sim));
  assert.is(rendered(sim, "T-7"), "<p>T-7</p>");
});

test("linkifiers apply in the order that they are given", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_linkifiers"]);
  const [first, second] = linkifiers(sim) as [Event, Event];
  const order = (ids: unknown, as = "dana") => sim.as(as).send("PATCH /realm/linkifiers", { ordered_linkifier_ids: ids }).body;
  const all = failure("The ordered list must enumerate all existing linkifiers exactly once");
  assert.equal(order("x", "alice"), failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"));
  assert.equal(order("x"), failure("ordered_linkifier_ids is not valid JSON"));
  assert.equal(order(["x"]), failure("ordered_linkifier_ids[0] is not an integer"));
  assert.equal(order([second.id, second.id]), failure("The ordered list must not contain duplicated linkifiers"));
  assert.equal([order([second.id]), order([second.id, 9999])], [all, all]);
  assert.equal([linkifiers(sim), hear()], [[first, second], []]);
  assert.equal(order([second.id, first.id]), success);
  assert.equal(linkifiers(sim), [second, first]);
  assert.equal(hear(), told(sim));
});

test("a linkifier is refused for its first fault, with all of them by field", () => {
  const sim = createSimulator();
  const [{ id, pattern: taken }] = linkifiers(sim) as [Event];
  const hear = listener(sim, "gus", ["realm_linkifiers"]);
  const before = linkifiers(sim);
  const blank = "This field cannot be blank.";
  const exists = "Realm filter with this Realm and Pattern already exists.";
  const template = "Invalid URL template.";
  const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  const wrong = (errors: Record<string, string[]>) => failure(Object.values(errors).flat()[0]!, "BAD_REQUEST", { errors });
  const ladder: [Event, object][] = [
    [{}, missing("pattern")],
    [{ pattern: " " }, missing("url_template")],
    [{ pattern: " ", url_template: "", alternative_url_templates: "x" }, failure("alternative_url_templates is not valid JSON")],
    [{ pattern: " ", url_template: "" }, wrong({ pattern: [blank], url_template: [blank] })],
    [{ pattern: "(", url_template: "{" }, wrong({ url_template: [template], __all__: ["Bad regular expression: missing ): ("] })],
    [{ pattern: "(", url_template: "{id}" }, wrong({ __all__: ["Bad regular expression: missing ): ("] })],
    [{ pattern: "a**", url_template: "{id}" }, wrong({ __all__: ["Bad regular expression: bad repetition operator: **"] })],
    [{ pattern: "a\\", url_template: "{id}" }, wrong({ __all__: ["Bad regular expression: trailing \\"] })],
    [{ pattern: "[a", url_template: "{id}" }, wrong({ __all__: ["Bad regular expression: missing ]: [a"] })],
    [{ ...ticket, url_template: "{" }, wrong({ url_template: [template] })],
    [{ ...ticket, alternative_url_templates: ["{"] }, wrong({ alternative_url_templates: [template] })],
    [{ ...ticket, url_template: "{z}{other}" }, wrong({ __all__: ["Group 'other' in URL template is not present in linkifier pattern."] })],
    [{ ...ticket, url_template: "a" }, wrong({ __all__: ["Group 'id' in linkifier pattern is not present in URL template."] })],
    [
      { pattern: taken, url_template: "a" },
      wrong({ __all__: ["Group 'id' in linkifier pattern is not present in URL template.", exists] }),
    ],
    [{ pattern: taken, url_template: "{id}" }, wrong({ __all__: [exists] })],
  ];
  for (const [fields, expected] of ladder) {
    const { status, body } = sim.as("dana").send("POST /realm/filters", fields);
    assert.equal([status, body], [400, expected]);
  }
  const other = before[1]!.id;
  const route = `PATCH /realm/filters/${other}`;
  assert.equal(sim.as("dana").send(route, { pattern: taken, url_template: "{id}" }).body, wrong({ __all__: [exists] }));
  assert.equal(sim.as("dana").send("PATCH /realm/filters/9999", { pattern: "", url_template: "" }).body, failure("Linkifier not found."));
  assert.equal(sim.as("dana").send("DELETE /realm/filters/9999").body, failure("Linkifier not found."));
  const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  for (const route of ["POST /realm/filters", `PATCH /realm/filters/${id}`, `DELETE /realm/filters/${id}`]) {
    assert.equal(sim.as("alice").send(route, ticket).body, refused, route);
  }
  assert.equal([linkifiers(sim), hear()], [before, []]);
});

test("fields newer than the server are ignored", () => {
  const sim = createSimulator({ level: 477 });
  const given = { ...ticket, example_input: "T-1", alternative_url_templates: "x" };
  const { id, ...rest } = sim.as("dana").send("POST /realm/filters", given).body;
  assert.equal(rest, { ...success, ignored_parameters_unsupported: ["alternative_url_templates"] });
  assert.equal(linkifiers(sim).at(-1), { id, ...ticket, example_input: "T-1", reverse_template: null });
});

test.run();
