import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";

const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
const invalid = (reason: string) => failure(`Invalid domain: ${reason}`);

const domainsOf = (sim: Simulator) =>
  sim
    .fork()
    .as("bob")
    .send("POST /register", { fetch_event_types: ["realm_domains"] }).body.realm_domains as object[];

test("an owner's domain is stored in small letters, and everybody's clients hear of it", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("gus").send("POST /register", { event_types: ["realm_domains"] }).body;
  const before = domainsOf(sim);
  const add = (domain: string) => sim.as("owen").send("POST /realm/domains", { domain, allow_subdomains: true }).body;
  const { new_domain, ...rest } = add(" Plants.Example.NET ");
  assert.equal(rest, { result: "success", msg: "" });
  const [id, domain] = new_domain as [number, string];
  assert.is(domain, "plants.example.net");
  assert.equal(add("other.net").new_domain, [id + 1, "other.net"]);
  const record = { domain: "plants.example.net", allow_subdomains: true };
  assert.equal(domainsOf(sim), [...before, record, { ...record, domain: "other.net" }]);
  const { events } = sim.as("gus").send("GET /events", { queue_id, last_event_id: -1 }).body;
  assert.equal((events as object[])[0], { type: "realm_domains", op: "add", realm_domain: record, id: 0 });
});

test("a refused domain says what is wrong, one fault after the other, and is not added", () => {
  const sim = createSimulator();
  const before = domainsOf(sim);
  const notOwner = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
  const domain = (text: string) => ({ domain: text, allow_subdomains: false });
  const ladder: [string, Record<string, unknown>, object][] = [
    ["alice", {}, notOwner],
    ["gus", {}, notOwner],
    ["dana", domain("plants.net"), notOwner],
    ["owen", {}, missing("allow_subdomains")],
    ["owen", { allow_subdomains: "yes" }, failure("allow_subdomains is not valid JSON")],
    ["owen", { allow_subdomains: true }, missing("domain")],
    ["owen", domain(" "), invalid("Domain can't be empty.")],
    ["owen", domain("plants"), invalid("Domain must have at least one dot (.)")],
    ["owen", domain(`.${"p".repeat(252)}.net`), invalid("Domain is too long")],
    ["owen", domain(`.${"p".repeat(251)}net`), invalid("Domain cannot start or end with a dot (.)")],
    ["owen", domain("plants.net."), invalid("Domain cannot start or end with a dot (.)")],
    ["owen", domain("-plants..net"), invalid("Subdomains cannot start or end with a '-'.")],
    ["owen", domain("plants..-net"), invalid("Consecutive '.' are not allowed.")],
    ["owen", domain("plants.net-"), invalid("Subdomains cannot start or end with a '-'.")],
    ["owen", domain("pl ants.net"), invalid("Domain can only have letters, numbers, '.' and '-'s.")],
    ["owen", domain("plänts.net"), invalid("Domain can only have letters, numbers, '.' and '-'s.")],
    ["owen", domain("EXAMPLE.com "), failure("The domain example.com is already a part of your organization.")],
  ];
  for (const [who, fields, expected] of ladder) {
    const refused = sim.as(who).send("POST /realm/domains", fields);
    assert.equal([refused.status, refused.body], [400, expected], `${who} ${JSON.stringify(fields)}`);
  }
  assert.equal(domainsOf(sim), before);
  assert.is(sim.as("owen").send("POST /realm/domains", domain(`${"p".repeat(251)}.net`)).status, 200);
});

test("before level 143 administrators add domains too", () => {
  const answer = (level: number, who: string) =>
    createSimulator({ level }).as(who).send("POST /realm/domains", { domain: "plants.net", allow_subdomains: true }).body;
  assert.is(answer(142, "dana").result, "success");
  assert.equal(answer(142, "alice"), failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"));
  assert.equal(answer(143, "dana"), failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"));
});

test.run();
