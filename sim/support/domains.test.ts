import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const domainsOf = (sim: Simulator) => sim.as("gus").send("GET /realm/domains").body.domains;

const example = { domain: "example.com", allow_subdomains: false };
const garden = { domain: "garden.example.org", allow_subdomains: true };

test("everybody reads the domains", () => {
  assert.equal(createSimulator().as("gus").send("GET /realm/domains").body, { ...success, domains: [example, garden] });
});

test("an owner changes and removes domains, and everybody hears of it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_domains"]);
  const changed = { ...example, allow_subdomains: true };
  assert.equal(sim.as("owen").send("PATCH /realm/domains/example.com", { allow_subdomains: true }).body, success);
  assert.equal(domainsOf(sim), [changed, garden]);
  assert.equal(sim.as("owen").send("DELETE /realm/domains/garden.example.org").body, success);
  assert.equal(domainsOf(sim), [changed]);
  assert.equal(hear(), [
    { type: "realm_domains", op: "change", realm_domain: changed },
    { type: "realm_domains", op: "remove", domain: "garden.example.org" },
  ]);
});

test("changes are refused for their first fault, and nothing happens", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_domains"]);
  const unknown = failure("No entry found for domain other.net.");
  const rows: [string, string, Event, object][] = [
    ["dana", "PATCH /realm/domains/other.net", {}, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")],
    ["dana", "DELETE /realm/domains/example.com", {}, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")],
    [
      "owen",
      "PATCH /realm/domains/other.net",
      {},
      failure("Missing 'allow_subdomains' argument", "REQUEST_VARIABLE_MISSING", { var_name: "allow_subdomains" }),
    ],
    ["owen", "PATCH /realm/domains/other.net", { allow_subdomains: 1 }, failure("allow_subdomains is not a boolean")],
    ["owen", "PATCH /realm/domains/other.net", { allow_subdomains: true }, unknown],
    ["owen", "DELETE /realm/domains/other.net", {}, unknown],
    ["owen", "DELETE /realm/domains/Example.com", {}, failure("No entry found for domain Example.com.")],
  ];
  for (const [as, route, fields, expected] of rows) {
    const { status, body } = sim.as(as).send(route, fields);
    assert.equal([status, body], [400, expected]);
  }
  assert.equal([domainsOf(sim), hear()], [[example, garden], []]);
});

test.run();
