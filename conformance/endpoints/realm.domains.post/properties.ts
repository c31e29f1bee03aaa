import fc from "fast-check";
import { addDomain, domainOf, freshDomain } from "../../client/domains.ts";
import { levels } from "../../client/levels.ts";
import { person } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";

/** The answer has the domain behind an id that no other domain has. */
export const answers = property({
  clause: ["new-domain", "records/allowed-domain"],
  given: { each: fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }) },
  examples: [{ each: [true, false] }],
  async holds(session, { each }, expect) {
    const ids: number[] = [];
    for (const allow_subdomains of each) {
      const domain = freshDomain(session);
      const { new_domain } = expect.succeeded(await addDomain(person(session, "owner"), { domain, allow_subdomains }), "adding a domain");
      const [id, ...rest] = expect.list(new_domain, "new_domain");
      ids.push(expect.integer(id, "the first of new_domain"));
      expect.same(rest, [domain], "new_domain after its id");
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different domains");
  },
});

/** Before owners took over administrators added domains too, and those of a lesser role did not. */
export const administratorsBefore = property({
  clause: ["administrators-before", "authentication/domains-for-administrators"],
  until: levels.ownersAddDomains,
  given: { who: anActor("alice", "bob", "cara", "gus", "robo"), allow_subdomains: fc.boolean() },
  examples: [{ who: "alice", allow_subdomains: false }],
  async holds(session, { who, allow_subdomains }, expect) {
    const [administrator, fields] = [person(session, "administrator"), { domain: freshDomain(session), allow_subdomains }];
    expect.declined(await addDomain(session.actor(who), fields), `a domain by ${who}`);
    expect.succeeded(await addDomain(administrator, fields), "the same domain by an administrator");
    expect.present(await domainOf(administrator, fields.domain), "the domain that an administrator added");
  },
});
