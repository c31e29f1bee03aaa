import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { person } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, type Drawn, fields, mostly, truth, unsupported } from "../../draw/combinators.ts";
import { activePeople } from "../../draw/people.ts";
import { again, oneOf } from "../../draw/references.ts";
import { textOf, words } from "../../draw/texts.ts";
import { at, type Body } from "../../expect.ts";
import { shaped } from "../shaped.ts";

/** A domain that is new on the server. */
const domain: Drawn = fc
  .tuple(fc.constantFrom(...words), textOf({ max: 12, kinds: ["letter", "digit"] }))
  .map(([word, more]) => ({ ref: "text", of: [{ ref: "fresh", of: word }, `.${more}.example.net`] }));

const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"));

/** Letters and digits, at times with a hyphen between them. */
const aLabel: fc.Arbitrary<string> = fc
  .array(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join("-"));

/** Returns the allowed domains of a name, as a registration shows them. */
const domainsOf = (viewer: Actor, domain: unknown): Promise<readonly Body[]> => recordsWith(viewer, "realm_domains", "domain", domain);

export const realmDomainsPost = stated("realm.domains.post", {
  clauses: {},
  call: {
    // A domain with labels in small letters around a fresh one.
    ...shaped(
      fc.record({
        labels: fc.array(aLabel, { maxLength: 3 }),
        below: fc.constantFrom("", ".photography", ".nyc"),
        allow_subdomains: fc.boolean(),
      }),
      [
        { labels: [], below: "", allow_subdomains: false },
        { labels: [], below: "", allow_subdomains: true },
        { labels: ["www", "xn--bcher-kva", "3"], below: ".photography", allow_subdomains: true },
      ],
      async (session, by = person(session, "owner"), { labels, below, allow_subdomains }) => {
        const fresh = session
          .fresh("d")
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-");
        const domain = `${[...labels, fresh].join(".")}.example.com${below}`;
        return { actor: by, route: "POST /realm/domains", fields: { domain, allow_subdomains } };
      },
    ),
    trace: ({ actor, fields }) => domainsOf(actor, fields.domain),
    kept: async (viewer, { fields: { domain } }) =>
      viewer.expect.present((await domainsOf(viewer, domain))[0], `the domain ${String(domain)} in a registration`),
    told: {
      types: ["realm_domains"],
      what: "a domain was allowed",
      isIt: ({ op, realm_domain: added }, { fields }) =>
        op === "add" && at(added, "domain") === fields.domain && at(added, "allow_subdomains") === fields.allow_subdomains,
    },
    seenBy: activePeople,
  },
  step: {
    weight: () => 3,
    draw: (facts) => {
      const accepted = fields({ as: oneOf(facts.owners), domain, allow_subdomains: truth, colour: unsupported });
      const refused = mostly(
        [2, again("realm.domains.post")],
        [2, but(accepted, { domain: fc.constantFrom("", "nodot", "-a.org", "a..org") })],
        ...refusedByTable("realm.domains.post", facts, accepted),
      );
      return { accepted, refused };
    },
    tell: (given, say) => `allows the domain ${say(given.domain, "as name")}${rest(given, ["domain"], say)}`,
  },
  properties: {},
  mutants: () => import("./mutants.ts"),
});
