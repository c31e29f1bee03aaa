import fc from "fast-check";
import { addLinkifier, fetchLinkifiers } from "../../client/linkifiers.ts";
import type { Session } from "../../client/session.ts";
import { aLinkifier, fullLinkifier, type LinkifierShape } from "../../draw/linkifiers.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

/** Linkifiers that are added where the target can be steered, and who lists them. */
export interface Listing {
  readonly who: PersonName;
  readonly added: readonly LinkifierShape[];
}

/** What a property of listed linkifiers declares beside its clause. */
export const ofListing = {
  serial: "linkifiers",
  given: { who: anActor(...people), added: fc.array(aLinkifier, { maxLength: 3 }) },
  examples: [
    { who: "alice", added: [] },
    { who: "alice", added: [fullLinkifier] },
  ],
} as const;

/** Returns the linkifiers as they are listed, those that are added among them. @throws Differs: they are refused, or one is not as it was added */
export async function linkifiers(session: Session, { who, added }: Listing): Promise<readonly Body[]> {
  const { expect } = session;
  const actor = session.actor(who);
  const shapes = session.isSteerable ? added : [];
  const own = new Map<unknown, Body>();
  for (const shape of shapes) {
    const { id, word, ...fields } = await addLinkifier(actor, shape);
    own.set(id, { ...fields });
  }
  const all = await expect.accepted(fetchLinkifiers(actor));
  for (const one of all)
    for (const [name, value] of Object.entries(own.get(one.id) ?? {}))
      if (name in one) expect.same(one[name], value, `${name} of a linkifier that was added`);
  return all;
}
