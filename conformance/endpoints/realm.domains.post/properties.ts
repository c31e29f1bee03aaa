import type { Actor } from "../../client/actor.ts";
import { person } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const domainName = (session: Session): string =>
  `${session
    .fresh("d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")}.example.com`;

const add = (actor: Actor, fields: Body) => actor.send("POST /realm/domains", fields);

const domainOf = async (actor: Actor, domain: string): Promise<Body | undefined> =>
  (await recordsOf(actor, "realm_domains")).find((each) => each.domain === domain);

/** The answer has an id and the domain. */
export const answers = property({
  clause: ["realm.domains.post/new-domain", "records/allowed-domain"],
  async holds(session) {
    const { expect } = session;
    const owen = person(session, "owner");
    const ids: unknown[] = [];
    for (const allow_subdomains of [true, false]) {
      const domain = domainName(session);
      const { new_domain } = expect.succeeded(await add(owen, { domain, allow_subdomains }), "adding a domain");
      expect.typed(new_domain, "array", "new_domain");
      const [id, name, ...rest] = new_domain as unknown[];
      expect.typed(id, "integer", "the first of new_domain");
      expect.same([name, ...rest], [domain], "new_domain after its id");
      ids.push(id);
    }
    expect.holds(ids[0] !== ids[1], `two domains have the id ${ids[0]}`);
  },
});

/** The domain is allowed, with or without its subdomains. */
export const adds = property({
  clause: ["realm.domains.post/adds", "records/allowed-domain"],
  async holds(session) {
    const { expect } = session;
    const owen = person(session, "owner");
    for (const allow_subdomains of [true, false]) {
      const domain = domainName(session);
      expect.succeeded(await add(owen, { domain, allow_subdomains }));
      const { domain: name, allow_subdomains: allows } = (await domainOf(owen, domain)) ?? {};
      expect.same([name, allows], [domain, allow_subdomains], "the allowed domain");
    }
  },
});

/** Everybody's clients hear of it. */
export const isAnnounced = property({
  clause: "realm.domains.post/adds",
  async holds(session) {
    const { expect } = session;
    const [owen, domain] = [person(session, "owner"), domainName(session)];
    const queue = await session.as.alice.queue({ event_types: ["realm_domains"] });
    expect.succeeded(await add(owen, { domain, allow_subdomains: true }));
    await queue.until("a domain was allowed", ({ op, realm_domain }) => {
      const told = realm_domain as Body | undefined;
      return op === "add" && told?.domain === domain && told.allow_subdomains === true;
    });
  },
});

/** Both parameters are required. */
export const required = property({
  clause: ["realm.domains.post/domain-required", "realm.domains.post/allow-subdomains-required"],
  async holds(session) {
    const { expect } = session;
    const [owen, domain] = [person(session, "owner"), domainName(session)];
    expect.missing(await add(owen, { allow_subdomains: true }), "domain");
    expect.missing(await add(owen, { domain }), "allow_subdomains");
    expect.same(await domainOf(owen, domain), undefined, "the domain whose addition was refused");
  },
});

/** Tries to add a domain as somebody who must not. */
async function mayNot(session: Session, actor: Actor): Promise<void> {
  const { expect } = session;
  const domain = domainName(session);
  expect.refused(await add(actor, { domain, allow_subdomains: false }), "UNAUTHORIZED_PRINCIPAL", {}, `a domain from ${actor.name}`);
  expect.same(await domainOf(actor, domain), undefined, "the domain whose addition was refused");
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
  async holds(session) {
    const { expect } = session;
    if (session.target.level >= 143) throw new Untestable("the target is of a level at which owners alone add domains");
    const fields = { domain: domainName(session), allow_subdomains: false };
    expect.succeeded(await add(person(session, "administrator"), fields), "a domain from an administrator");
  },
});
