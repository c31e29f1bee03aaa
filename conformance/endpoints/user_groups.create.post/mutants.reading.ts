import { capabilities } from "../../client/registration.ts";
import type { MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";

/** Returns the ids of a list in a request; none where it has no such list. */
export const idsIn = (request: InterceptedRequest, name: string): unknown[] => {
  const list = request.json(name);
  return Array.isArray(list) ? list : [];
};

/** Returns those of some ids that are people's whose accounts are active. */
export const knownPeople = (request: InterceptedRequest, ids: readonly unknown[]): unknown[] => {
  const all: unknown[] = Object.entries(request.served.cast).flatMap(([name, { user_id }]) => (name === "zoe" ? [] : [user_id]));
  return ids.filter((id) => all.includes(id));
};

/** Returns the id of the caller's account. */
export const callerId = ({ caller, served }: InterceptedRequest): number | undefined =>
  caller === undefined ? undefined : served.cast[caller]?.user_id;

/** Returns the groups that the server behind shows. */
function groupsBehind(request: InterceptedRequest): readonly MutableFields[] {
  const options = { fetch_event_types: ["realm_user_groups"], client_capabilities: capabilities };
  return request.also("owen", "POST /register", options).body.realm_user_groups as MutableFields[];
}

/** Returns what the server behind shows of a group; undefined where there is none with the id. */
export const groupBehind = (request: InterceptedRequest, id: unknown): MutableFields | undefined =>
  groupsBehind(request).find((group) => group.id === id);

/** Returns what the server behind shows of the group that has the name of a request; undefined where there is none. */
export const groupNamed = (request: InterceptedRequest): MutableFields | undefined =>
  groupsBehind(request).find(({ name }) => name === request.field("name"));
