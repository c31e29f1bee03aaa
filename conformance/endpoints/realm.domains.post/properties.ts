import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { addDomain, domainOf } from "../../client/domains.ts";
import { levels } from "../../client/levels.ts";
import { person } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor } from "../../draw/people.ts";
import { at, Untestable } from "../../expect.ts";
import { aDomain, type DomainShape, domainFrom, plainDomain } from "./domains.ts";

const bothWays = [true, false].map((allow_subdomains) => plainDomain(allow_subdomains));

/** The answer has an id and the domain. */
export const answers = property({
  clause: ["realm.domains.post/new-domain", "records/allowed-domain"],
  given: { shapes: fc.array(aDomain, { minLength: 2, maxLength: 3 }) },
  examples: [{ shapes: bothWays }],
  async holds(session, { shapes }) {
    const { expect } = session;
    const owner = person(session, "owner");
    const ids: number[] = [];
    for (const shape of shapes) {
      const fields = domainFrom(session, shape);
      const { new_domain } = expect.succeeded(await addDomain(owner, fields), "adding a domain");
      const [id, ...rest] = expect.list(new_domain, "new_domain");
      ids.push(expect.integer(id, "the first of new_domain"));
      expect.same(rest, [fields.domain], "new_domain after its id");
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different domains");
  },
});

/** The domain is allowed, with or without its subdomains, for everybody to see, and those before it stay as they were. */
export const adds = property({
  clause: ["realm.domains.post/adds", "records/allowed-domain"],
  given: { who: anActor(...activePeople), shapes: fc.array(aDomain, { minLength: 1, maxLength: 3 }) },
  examples: [...bothWays.map((shape) => ({ who: "owen", shapes: [shape] })), { who: "alice", shapes: bothWays }],
  async holds(session, { who, shapes }) {
    const { expect } = session;
    const [owner, reader] = [person(session, "owner"), session.actor(who)];
    const before = await recordsOf(reader, "realm_domains");
    const all = shapes.map((shape) => domainFrom(session, shape));
    for (const fields of all) expect.succeeded(await addDomain(owner, fields));
    const after = await recordsOf(reader, "realm_domains");
    for (const { domain, allow_subdomains } of [...before, ...all]) {
      const allowed = expect.first(
        after.filter((each) => each.domain === domain),
        `the domain ${JSON.stringify(domain)} in a registration`,
      );
      expect.same(allowed.allow_subdomains, allow_subdomains, `allow_subdomains of the domain ${JSON.stringify(domain)}`);
    }
  },
});

/** Everybody's clients hear of it. */
export const isAnnounced = property({
  clause: "realm.domains.post/adds",
  given: { who: anActor(...activePeople), shape: aDomain },
  examples: [{ who: "alice", shape: plainDomain() }],
  async holds(session, { who, shape }) {
    const fields = domainFrom(session, shape);
    const queue = await session.actor(who).queue({ event_types: ["realm_domains"] });
    session.expect.succeeded(await addDomain(person(session, "owner"), fields));
    await queue.until("a domain was allowed", ({ op, realm_domain: announced }) => {
      return op === "add" && at(announced, "domain") === fields.domain && at(announced, "allow_subdomains") === fields.allow_subdomains;
    });
  },
});

const parameters = ["domain", "allow_subdomains"] as const;

/** Both parameters are required; with both the domain is accepted. */
export const required = property({
  clause: ["realm.domains.post/domain-required", "realm.domains.post/allow-subdomains-required"],
  given: { shape: aDomain, parameter: fc.constantFrom(...parameters) },
  examples: parameters.map((parameter) => ({ shape: plainDomain(), parameter })),
  async holds(session, { shape, parameter }) {
    const { expect } = session;
    const [owner, fields] = [person(session, "owner"), domainFrom(session, shape)];
    expect.missing(await addDomain(owner, { ...fields, [parameter]: undefined }), parameter);
    expect.same(await domainOf(owner, fields.domain), undefined, "the domain whose addition was refused");
    expect.succeeded(await addDomain(owner, fields), "the domain with both parameters");
  },
});

/** Requires that somebody may not add a domain which an owner may. */
async function mayNot(session: Session, actor: Actor, shape: DomainShape): Promise<void> {
  const { expect } = session;
  if (actor.role === "owner") throw new Untestable(`${actor.name} is an owner`);
  const fields = domainFrom(session, shape);
  expect.declined(await addDomain(actor, fields), `a domain from ${actor.name}`);
  expect.same(await domainOf(actor, fields.domain), undefined, "the domain whose addition was refused");
  expect.succeeded(await addDomain(person(session, "owner"), fields), "the same domain from an owner");
}

/** Members, guests and bots add no domains. */
export const membersMayNot = property({
  clause: "realm.domains.post/owners",
  given: { who: anActor("alice", "bob", "cara", "gus", "robo"), shape: aDomain },
  examples: [{ who: "alice", shape: plainDomain(false) }],
  holds: (session, { who, shape }) => mayNot(session, session.actor(who), shape),
});

/** Administrators who are no owners add no domains. */
export const administratorsMayNot = property({
  clause: "realm.domains.post/owners",
  given: { shape: aDomain },
  examples: [{ shape: plainDomain(false) }],
  holds: (session, { shape }) => mayNot(session, person(session, "administrator"), shape),
});

/** Before owners took over administrators added domains too. */
export const administratorsBefore = property({
  clause: "realm.domains.post/administrators-before",
  until: levels.ownersAddDomains,
  given: { shape: aDomain },
  examples: [{ shape: plainDomain(false) }],
  async holds(session, { shape }) {
    const { expect } = session;
    const [administrator, fields] = [person(session, "administrator"), domainFrom(session, shape)];
    expect.succeeded(await addDomain(administrator, fields), "a domain from an administrator");
    expect.present(await domainOf(administrator, fields.domain), "the domain that an administrator added");
  },
});
