import { callerId, groupBehind, groupNamed } from "../../endpoints/user_groups.create.post/mutants.reading.ts";
import { type Fields, inSuccess, isSuccess, refusing, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { permissions } from "./mutants.permissions.ts";

const changing = onRoute("POST /user_groups/{id}/members");
const registering = onRoute("POST /register");

const isDeactivated = (request: InterceptedRequest): boolean => groupBehind(request, request.pathId)?.deactivated === true;

/** Changes every group that a registration shows. */
const inGroups = (change: (group: Fields, request: InterceptedRequest) => void) =>
  inSuccess(({ realm_user_groups }, request) => {
    for (const group of (realm_user_groups as Fields[] | undefined) ?? []) change(group, request);
  });

/** Returns the accounts that a request to create a group gives can_join_group to. */
function joinersIn(request: InterceptedRequest): unknown {
  const setting = request.json("can_join_group");
  return typeof setting === "object" ? (setting as Fields | null)?.direct_members : undefined;
}

/** A server that leaves accounts in can_join_group when they are deactivated. @param level its feature level, default the newest */
const keepsDeactivated = (name: string, level?: number): Mutant =>
  mutant({
    name,
    breaks: "group-setting/without-deactivated",
    says: `A permission names the people that it was given to, also after their accounts were deactivated${level ? `, at level ${level}` : ""}.`,
    ...(level !== undefined && { level }),
    on: ["POST /user_groups/create", "POST /register"],
    besides: (request, { body }) => {
      const [joiners, id] = [joinersIn(request), body.group_id ?? groupNamed(request)?.id];
      if (joiners !== undefined && id !== undefined) request.memory.set(`joiners ${String(id)}`, joiners);
      return false;
    },
    answer: inGroups((group, { memory }) => {
      const joiners = memory.get(`joiners ${String(group.id)}`);
      if (joiners !== undefined && typeof group.can_join_group === "object")
        group.can_join_group = { ...group.can_join_group, direct_members: joiners };
    }),
  });

/** Faults of groups and of the settings that they have. */
export const mutants: readonly Mutant[] = [
  registering("group-setting-read-as-list", "group-setting/read-shape", "A permission of some people is shown as the list of their ids.", {
    answer: inGroups((group) => {
      for (const [name, value] of Object.entries(group))
        if (name.startsWith("can_") && typeof value === "object") group[name] = (value as Fields).direct_members;
    }),
  }),
  keepsDeactivated("group-setting-keeps-deactivated"),
  keepsDeactivated("group-setting-keeps-deactivated-at-first", 303),
  changing(
    "subgroup-removed-in-name-only",
    "user_groups-id.members.post/subgroup-removal",
    "The removal of a subgroup by somebody who may remove members is accepted and not made.",
    {
      instead: (request) => {
        const remover = groupBehind(request, request.pathId)?.can_remove_members_group as Fields | undefined;
        const mayRemove = Array.isArray(remover?.direct_members) && remover.direct_members.includes(callerId(request));
        return mayRemove && request.field("delete_subgroups") !== undefined && !isSuccess(request.wouldSay()) ? success() : undefined;
      },
    },
  ),
  changing("deactivated-group-closed", "states.group/deactivated-members", "The members of a deactivated group cannot be changed.", {
    instead: refusing(isDeactivated),
  }),
  changing(
    "deactivated-group-open",
    "states.group/deactivated-members",
    "A server of level 372 accepts changes of a deactivated group's members.",
    {
      level: 372,
      instead: (request) => (isDeactivated(request) ? success() : undefined),
    },
  ),
  ...permissions,
];
