import type { Actor } from "../../client/actor.ts";
import { addDomain, domainOf, freshDomain } from "../../client/domains.ts";
import { person } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { at } from "../../expect.ts";

/** The answer has an id and the domain. */
export const answers = property({
  clause: ["realm.domains.post/new-domain", "records/allowed-domain"],
  async holds(session) {
    const { expect } = session;
    const owner = person(session, "owner");
    const ids: number[] = [];
    for (const allow_subdomains of [true, false]) {
      const domain = freshDomain(session);
      const { new_domain } = expect.succeeded(await addDomain(owner, { domain, allow_subdomains }), "adding a domain");
      const [id, ...rest] = expect.list(new_domain, "new_domain");
      ids.push(expect.integer(id, "the first of new_domain"));
      expect.same(rest, [domain], "new_domain after its id");
    }
    expect.holds(ids[0] !== ids[1], `two domains have the id ${ids[0]}`);
  },
});

/** The domain is allowed, with or without its subdomains. */
export const adds = property({
  clause: ["realm.domains.post/adds", "records/allowed-domain"],
  async holds(session) {
    const { expect } = session;
    const owner = person(session, "owner");
    for (const allow_subdomains of [true, false]) {
      const domain = freshDomain(session);
      expect.succeeded(await addDomain(owner, { domain, allow_subdomains }));
      const allowed = expect.present(await domainOf(owner, domain), "the domain that was added");
      expect.same(allowed.allow_subdomains, allow_subdomains, "allow_subdomains of the domain that was added");
    }
  },
});

/** Everybody's clients hear of it. */
export const isAnnounced = property({
  clause: "realm.domains.post/adds",
  async holds(session) {
    const [owner, domain] = [person(session, "owner"), freshDomain(session)];
    const queue = await session.as.alice.queue({ event_types: ["realm_domains"] });
    session.expect.succeeded(await addDomain(owner, { domain, allow_subdomains: true }));
    await queue.until("a domain was allowed", ({ op, realm_domain: told }) => {
      return op === "add" && at(told, "domain") === domain && at(told, "allow_subdomains") === true;
    });
  },
});

/** Both parameters are required; with both the domain is accepted. */
export const required = property({
  clause: ["realm.domains.post/domain-required", "realm.domains.post/allow-subdomains-required"],
  async holds(session) {
    const { expect } = session;
    const [owner, domain] = [person(session, "owner"), freshDomain(session)];
    expect.missing(await addDomain(owner, { allow_subdomains: true }), "domain");
    expect.missing(await addDomain(owner, { domain }), "allow_subdomains");
    expect.same(await domainOf(owner, domain), undefined, "the domain whose addition was refused");
    expect.succeeded(await addDomain(owner, { domain, allow_subdomains: true }), "the domain with both parameters");
  },
});

/** Requires that somebody may not add a domain which an owner may. */
async function mayNot(session: Session, actor: Actor): Promise<void> {
  const { expect } = session;
  const [owner, domain] = [person(session, "owner"), freshDomain(session)];
  const fields = { domain, allow_subdomains: false };
  expect.declined(await addDomain(actor, fields), `a domain from ${actor.name}`);
  expect.same(await domainOf(actor, domain), undefined, "the domain whose addition was refused");
  expect.succeeded(await addDomain(owner, fields), "the same domain from an owner");
}

/** Members add no domains. */
export const membersMayNot = property({
  clause: "realm.domains.post/owners",
  holds: (session) => mayNot(session, person(session, "member", "moderator")),
});

/** Administrators who are no owners add no domains. */
export const administratorsMayNot = property({
  clause: "realm.domains.post/owners",
  holds: (session) => mayNot(session, person(session, "administrator")),
});

/** Before owners took over administrators added domains too. */
export const administratorsBefore = property({
  clause: "realm.domains.post/administrators-before",
  until: 143,
  async holds(session) {
    const { expect } = session;
    const [administrator, domain] = [person(session, "administrator"), freshDomain(session)];
    expect.succeeded(await addDomain(administrator, { domain, allow_subdomains: false }), "a domain from an administrator");
    expect.present(await domainOf(administrator, domain), "the domain that an administrator added");
  },
});
