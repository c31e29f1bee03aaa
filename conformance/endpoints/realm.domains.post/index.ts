import fc from "fast-check";
import { domainOf, freshDomain } from "../../client/organization.ts";
import { person } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import type { CallBeside, Shapes } from "../../declare/call.ts";
import { stated } from "../../declare/folder.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, type Drawn, fields, mostly, truth, unsupported, type ValueOf } from "../../draw/combinators.ts";
import { activePeople } from "../../draw/people.ts";
import { again, oneOf } from "../../draw/references.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { textOf, words } from "../../draw/texts.ts";
import { at } from "../../expect.ts";

const label = textOf({ max: 12, kinds: ["letter", "digit"] });

/** A domain that is new on the server. */
const domain: Drawn = fc
  .tuple(fc.constantFrom(...words), label)
  .map(([word, more]) => ({ ref: "text", of: [{ ref: "fresh", of: word }, `.${more}.example.net`] }));

const allowed = (facts: TargetFacts): Drawn => fields({ as: oneOf(facts.owners), domain, allow_subdomains: truth, colour: unsupported });

const refused = (facts: TargetFacts): Drawn =>
  mostly(
    [2, again("realm.domains.post")],
    [2, but(allowed(facts), { domain: fc.constantFrom("", "nodot", "-a.org", "a..org") })],
    ...refusedByTable("realm.domains.post", facts, allowed(facts)),
  );

const step: StepBeside = {
  weight: () => 3,
  draw: (facts) => ({ accepted: allowed(facts), refused: refused(facts) }),
  tell: (given, say) => `allows the domain ${say(given.domain, "as name")}${rest(given, ["domain"], say)}`,
};

const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"));

/** Letters and digits, at times with a hyphen between them. */
const aLabel: fc.Arbitrary<string> = fc
  .array(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join("-"));

/** A domain to allow, with labels in small letters around a fresh one. */
const aDomain = fc.record({
  labels: fc.array(aLabel, { maxLength: 3 }),
  below: fc.constantFrom("", ".photography", ".nyc"),
  allow_subdomains: fc.boolean(),
});

const shapes: Shapes<ValueOf<typeof aDomain>> = {
  drawn: aDomain,
  examples: [
    { labels: [], below: "", allow_subdomains: false },
    { labels: [], below: "", allow_subdomains: true },
    { labels: ["www", "xn--bcher-kva", "3"], below: ".photography", allow_subdomains: true },
  ],
};

const call: CallBeside = {
  shapes,
  prepare: async (
    session,
    by = person(session, "owner"),
    { labels, below, allow_subdomains }: ValueOf<typeof aDomain> = shapes.examples[0],
  ) => ({
    actor: by,
    route: "POST /realm/domains",
    fields: { domain: `${[...labels, freshDomain(session)].join(".")}${below}`, allow_subdomains },
  }),
  trace: ({ actor, fields }) => recordsWith(actor, "realm_domains", "domain", fields.domain),
  kept: async (viewer, { fields: { domain } }) =>
    viewer.expect.present(await domainOf(viewer, String(domain)), `the domain ${String(domain)} in a registration`),
  told: {
    types: ["realm_domains"],
    what: "a domain was allowed",
    isIt: ({ op, realm_domain: added }, { fields }) =>
      op === "add" && at(added, "domain") === fields.domain && at(added, "allow_subdomains") === fields.allow_subdomains,
  },
  seenBy: activePeople,
};

export const realmDomainsPost = stated("realm.domains.post", {
  clauses: {},
  call,
  step,
  properties: {},
  mutants: () => import("./mutants.ts"),
});
