import { capabilities } from "../../client/registration.ts";
import type { Asked } from "../../mutants/kit/asked.ts";
import type { Fields } from "../../mutants/kit/bodies.ts";

/** Returns the ids of a list in a request; none where it has no such list. */
export const idsIn = (asked: Asked, name: string): unknown[] => {
  const list = asked.json(name);
  return Array.isArray(list) ? list : [];
};

/** Returns those of some ids that are people's whose accounts are active. */
export const knownPeople = (asked: Asked, ids: readonly unknown[]): unknown[] => {
  const all: unknown[] = Object.entries(asked.served.cast).flatMap(([name, { user_id }]) => (name === "zoe" ? [] : [user_id]));
  return ids.filter((id) => all.includes(id));
};

export const isByBot = (asked: Asked): boolean => asked.caller === "robo";

/** Returns the id of the caller's account. */
export const callerId = ({ caller, served }: Asked): number | undefined =>
  caller === undefined ? undefined : served.cast[caller]?.user_id;

/** Returns the groups that the server behind shows. */
function groupsBehind(asked: Asked): readonly Fields[] {
  const options = { fetch_event_types: ["realm_user_groups"], client_capabilities: capabilities };
  return asked.also("owen", "POST /register", options).body.realm_user_groups as Fields[];
}

/** Returns what the server behind shows of a group; undefined where there is none with the id. */
export const groupBehind = (asked: Asked, id: unknown): Fields | undefined => groupsBehind(asked).find((group) => group.id === id);

/** Returns what the server behind shows of the group that has the name of a request; undefined where there is none. */
export const groupNamed = (asked: Asked): Fields | undefined => groupsBehind(asked).find(({ name }) => name === asked.field("name"));

/** Returns those of some ids that are groups'. */
export const knownGroups = (asked: Asked, ids: readonly unknown[]): unknown[] => ids.filter((id) => groupBehind(asked, id) !== undefined);
