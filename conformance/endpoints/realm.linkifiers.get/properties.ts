import type { Actor } from "../../client/actor.ts";
import { addLinkifier, fetchLinkifiers } from "../../client/linkifiers.ts";
import { person } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Returns the linkifiers, in order. @throws Differs: the request is refused, or answered by no list of objects */
const linkifiers = (actor: Actor): Promise<readonly Body[]> => actor.expect.accepted(fetchLinkifiers(actor));

/** Makes sure that there is an order of linkifiers to look at. @throws Untestable: there is at most one, and none can be added */
async function severalLinkifiers(actor: Actor): Promise<readonly Body[]> {
  const { steering } = actor.session.target;
  const all = await linkifiers(actor);
  for (let missing = 2 - all.length; steering && missing > 0; missing--) await addLinkifier(actor);
  const several = await linkifiers(actor);
  if (several.length < 2) throw new Untestable("the organization has no two linkifiers");
  return several;
}

/** The linkifiers come as a list, without any parameter. */
export const answers = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/no-parameters"],
  serial: "linkifiers",
  async holds({ as, expect }) {
    const { linkifiers: list } = expect.succeeded(await as.alice.send("GET /realm/linkifiers"), "fetching linkifiers");
    expect.objects(list, "linkifiers");
  },
});

/** The list is that of a registration, in the same order. */
export const asRegistered = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/order"],
  serial: "linkifiers",
  async holds({ as, expect, level }) {
    if (level < 176) throw new Untestable("registrations and this endpoint show different forms at this level");
    const list = await severalLinkifiers(as.alice);
    expect.same(list, await recordsOf(as.alice, "realm_linkifiers"), "the list of linkifiers");
  },
});

/** Everybody gets the same list, time and again. */
export const everybody = property({
  clause: "realm.linkifiers.get/order",
  serial: "linkifiers",
  async holds({ as, expect }) {
    const list = await severalLinkifiers(as.alice);
    expect.same(await linkifiers(as.alice), list, "the list of linkifiers for the second time");
    expect.same(await linkifiers(as.bob), list, "the list of linkifiers as somebody else gets it");
  },
});

/** Guests get the same list. */
export const guests = property({
  clause: "realm.linkifiers.get/order",
  serial: "linkifiers",
  async holds(session) {
    const list = await severalLinkifiers(session.as.alice);
    session.expect.same(await linkifiers(person(session, "guest")), list, "the list of linkifiers as a guest gets it");
  },
});

/** A new linkifier comes last, as it was written. */
export const newest = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/order", "linkifier/url_template"],
  serial: "linkifiers",
  async holds({ as, expect }) {
    const before = await linkifiers(as.alice);
    const { id, pattern, url_template } = await addLinkifier(as.alice);
    const after = await linkifiers(as.alice);
    expect.same(after.slice(0, before.length), before, "the linkifiers before the new one");
    const [added] = after.slice(before.length);
    expect.same([added?.id, added?.pattern, added?.url_template], [id, pattern, url_template], "the new linkifier");
  },
});
