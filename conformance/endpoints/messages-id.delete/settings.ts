import type { Actor } from "../../client/actor.ts";
import { createGroup } from "../../client/groups.ts";
import { deleteMessage, requireHidden, shownMessage } from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { recordsOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { anActor, members, type PersonName, somePeople } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";
import { requireRefusal } from "./deletion.ts";

/** Runs a trial while a setting of the organization has another value. @throws Untestable: the registration does not say its value */
export async function withSetting(session: Session, setting: string, value: unknown, trial: () => Promise<void>): Promise<void> {
  const { steering, target } = session;
  const set = (to: unknown) => steering.act({ action: "set_realm", property: setting, value: to });
  // An embedded target is this run's alone, and ends with it.
  const isShared = target.kind === "live";
  const before = isShared ? (await register(session.as.alice, ["realm"]))[`realm_${setting}`] : value;
  if (before === undefined) throw new Untestable(`the registration does not say realm_${setting}`);
  await set(value);
  try {
    await trial();
  } finally {
    if (isShared) await set(before);
  }
}

/** Requires a deletion that is refused, and leaves the message there. */
export async function requireKept(actor: Actor, id: number, which: string): Promise<void> {
  await requireRefusal(actor, id, `deleting a message ${which}`);
  await shownMessage(actor, id);
}

/** Requires a deletion that is carried out where the actor may delete, and refused where not. */
export async function requireDecided(actor: Actor, id: number, mayDelete: boolean, which: string): Promise<void> {
  if (!mayDelete) return requireKept(actor, id, `${which} without permission`);
  await actor.expect.accepted(deleteMessage(actor, id));
  await requireHidden(actor, id, "that is deleted");
}

/** Returns the ids of all active accounts but some: to others who share the server the setting then changes nothing. */
export async function everybodyBut({ as: { alice } }: Session, left: readonly Actor[]): Promise<readonly number[]> {
  const users = await recordsOf(alice, "realm_user", "realm_users");
  const ids = users.map(({ user_id }) => prepared.integer(user_id, "the user_id of an account in a registration"));
  return ids.filter((id) => !left.some(({ user_id }) => user_id === id));
}

/** Makes sure that somebody's permission is up to the settings that a property changes. @throws Untestable: they may delete any message */
export async function requireUnprivileged(actor: Actor): Promise<void> {
  if (await mayDeleteAny(actor)) throw new Untestable(`${actor.name} may delete any message`);
}

/** Who tries to delete, and whom a setting names: by themselves and by a group, which may be none. */
export interface Named {
  readonly who: PersonName;
  readonly direct: readonly PersonName[];
  readonly grouped: readonly PersonName[];
}

const some = somePeople({ from: members, min: 0 });
export const aNaming = { who: anActor("cara", "bob", "alice"), direct: some, grouped: some };

export const isNamed = ({ who, direct, grouped }: Named): boolean => direct.includes(who) || grouped.includes(who);

/** Returns the group of those whom a setting names by one. @throws Unprepared: it cannot be created */
export async function groupsOf(session: Session, grouped: readonly PersonName[]): Promise<readonly number[]> {
  if (grouped.length === 0) return [];
  const ids = grouped.map((name) => session.actor(name).user_id);
  return [(await createGroup(session.as.dana, { members: ids })).id];
}

export const idsOf = (session: Session, names: readonly PersonName[]): number[] => names.map((name) => session.actor(name).user_id);
