import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { addLinkifier, fetchLinkifiers, orderLinkifiers } from "../../client/organization.ts";
import { administrator } from "../../client/people.ts";
import { ifTold, recordsOf } from "../../client/registration.ts";
import { passingRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { aLinkifier, fullLinkifier, type LinkifierShape, plainLinkifier } from "../../draw/contents.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Returns the linkifiers, in order. @throws Differs: the request is refused, or answered by no list of objects */
const linkifiers = (actor: Actor): Promise<readonly Body[]> => actor.expect.accepted(fetchLinkifiers(actor));

/** The account that lists the linkifiers, and those that are added before where the target can be steered. */
interface Listing {
  readonly who: PersonName;
  readonly added: readonly LinkifierShape[];
}

const listing = { who: anActor(...people), added: fc.array(aLinkifier, { maxLength: 3 }) };
const plainest: Listing = { who: "alice", added: [] };

/** Adds linkifiers, and makes sure that there is an order of them to look at. @throws Untestable: there is at most one, and none can be added */
async function severalLinkifiers(actor: Actor, added: readonly LinkifierShape[]): Promise<readonly Body[]> {
  const all = await linkifiers(actor);
  const missing = Array.from({ length: Math.max(0, 2 - all.length - added.length) }, () => plainLinkifier);
  for (const shape of actor.session.isSteerable ? [...added, ...missing] : []) await addLinkifier(actor, shape);
  const several = await linkifiers(actor);
  if (several.length < 2) throw new Untestable("the organization has no two linkifiers");
  return several;
}

/**
 * Everybody gets the same list, time and again, which is that of a registration, each linkifier with an id of its own: in the order that they were
 * given where they were given another one.
 */
export const everybody = property<Listing & { readonly others: readonly PersonName[]; readonly first: number | undefined }>({
  clause: ["linkifiers", "order", "linkifier/id"],
  serial: "linkifiers",
  given: {
    ...listing,
    others: fc.array(anActor(...people), { minLength: 1, maxLength: 3 }),
    first: fc.option(proportion, { nil: undefined }),
  },
  examples: [
    { ...plainest, others: ["alice", "bob"], first: undefined },
    { ...plainest, others: ["gus"], first: undefined },
    { ...plainest, others: ["alice"], first: 0.9 },
  ],
  async holds(session, { who, added, others, first }, expect) {
    if (first !== undefined) passingRealm(session);
    const actor = session.actor(who);
    let list = await severalLinkifiers(actor, added);
    expect.same(new Set(list.map(({ id }) => id)).size, list.length, "the number of different ids of linkifiers");
    if (first !== undefined) {
      const at = Math.floor(first * list.length);
      const ordered = [...list.slice(at), ...list.slice(0, at)];
      const idsOf = (all: readonly Body[]) => all.map(({ id }) => id);
      await orderLinkifiers(administrator(session), idsOf(ordered));
      list = await linkifiers(actor);
      expect.same(idsOf(list), idsOf(ordered), "the linkifiers after they were given another order");
    }
    // Before, registrations have another form.
    const registered = session.level < levels.urlTemplates ? undefined : await ifTold(recordsOf(actor, "realm_linkifiers"));
    if (registered) expect.same(list, registered, "the list of linkifiers, beside that of a registration");
    for (const name of others) expect.same(await linkifiers(session.actor(name)), list, `the list of linkifiers as ${name} gets it`);
  },
});

/** New linkifiers come last, in the order in which they were added, as they were written. */
export const newest = property({
  clause: ["linkifiers", "order", "linkifier/url_template"],
  serial: "linkifiers",
  given: { ...listing, added: fc.array(aLinkifier, { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", added: [fullLinkifier] }],
  async holds(session, { who, added }, expect) {
    const actor = session.actor(who);
    const before = await linkifiers(actor);
    const own: unknown[] = [];
    for (const shape of added) {
      const { id, pattern, url_template } = await addLinkifier(actor, shape);
      own.push({ id, pattern, url_template });
    }
    const after = await linkifiers(actor);
    expect.same(after.slice(0, before.length), before, "the linkifiers before the new ones");
    const last = after.slice(before.length).map(({ id, pattern, url_template }) => ({ id, pattern, url_template }));
    expect.same(last, own, "the new linkifiers");
  },
});
