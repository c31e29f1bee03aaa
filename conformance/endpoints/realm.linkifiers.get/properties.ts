import type { Actor } from "../../client/actor.ts";
import { person } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const linkifiers = async (actor: Actor): Promise<readonly Body[]> => {
  const { expect } = actor;
  const list = expect.succeeded(await actor.send("GET /realm/linkifiers"), "fetching linkifiers").linkifiers;
  expect.typed(list, "array", "linkifiers");
  return list as Body[];
};

/** The linkifiers come as a list, without any parameter. */
export const answers = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/no-parameters"],
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    for (const each of await linkifiers(session.as.alice)) expect.typed(each, "object", "a linkifier");
  },
});

/** The list is that of a registration, in the same order. */
export const asRegistered = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/order"],
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    if (session.target.level < 176) throw new Untestable("registrations and this endpoint show different forms at this level");
    expect.same(await linkifiers(alice), await recordsOf(alice, "realm_linkifiers"), "the list of linkifiers");
  },
});

/** Everybody gets the same list, time and again. */
export const everybody = property({
  clause: "realm.linkifiers.get/order",
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    const list = await linkifiers(session.as.alice);
    expect.same(await linkifiers(session.as.alice), list, "the list of linkifiers for the second time");
    expect.same(await linkifiers(session.as.bob), list, "the list of linkifiers as somebody else gets it");
  },
});

/** Guests get the same list. */
export const guests = property({
  clause: "realm.linkifiers.get/order",
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    expect.same(
      await linkifiers(person(session, "guest")),
      await linkifiers(session.as.alice),
      "the list of linkifiers as a guest gets it",
    );
  },
});

/** A new linkifier comes last, as it was written. */
export const newest = property({
  clause: ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/order", "linkifier/url_template"],
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    const before = await linkifiers(alice);
    const pattern = `${session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "")}-(?P<n>[0-9]+)`;
    const url_template = "https://example.com/{n}";
    const { id } = await session.steering.act({ action: "add_linkifier", pattern, url_template });
    const after = await linkifiers(alice);
    expect.same(after.slice(0, before.length), before, "the linkifiers before the new one");
    const [added] = after.slice(before.length);
    expect.same([added?.id, added?.pattern, added?.url_template], [id, pattern, url_template], "the new linkifier");
  },
});
