import { callerId, groupBehind, groupNamed, idsIn } from "../../endpoints/user_groups.create.post/mutants.ts";
import { inMessages, inNameOf, inSuccess, isSuccess, type MutableFields, refusing, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const changing = onRoute("POST /user_groups/{id}/members");

/** Whether a list of a request names somebody, and whether that is the caller alone. */
const names = (request: InterceptedRequest, list: "add" | "delete", whom: "self" | "others"): boolean => {
  const ids = idsIn(request, list);
  return ids.length > 0 && ids.every((id) => id === callerId(request)) === (whom === "self");
};

/** Whether a group that somebody else created names the caller in can_manage_group. */
function isManager(request: InterceptedRequest): boolean {
  const group = groupBehind(request, request.pathId);
  const managers = (group?.can_manage_group as MutableFields | undefined)?.direct_members;
  return Array.isArray(managers) && managers.includes(callerId(request)) && group?.creator_id !== callerId(request);
}

/** Whether the caller is named by an object. */
const isNamed = (request: InterceptedRequest, setting: unknown): boolean =>
  ((setting as MutableFields | null)?.direct_members as unknown[] | undefined)?.includes(callerId(request)) === true;

/** Whether a setting is a group in which the caller is no direct member. */
function isNotDirect(request: InterceptedRequest, setting: unknown): boolean {
  const members = typeof setting === "number" ? groupBehind(request, setting)?.members : undefined;
  return Array.isArray(members) && !members.includes(callerId(request));
}

/** Whether the caller joins a group that somebody else created, by a value of can_join_group that a test picks. */
function joinsBy(request: InterceptedRequest, picked: (setting: unknown) => boolean): boolean {
  const group = names(request, "add", "self") ? groupBehind(request, request.pathId) : undefined;
  return group !== undefined && group.creator_id !== callerId(request) && picked(group.can_join_group);
}

const groupMention = /@\*(?=[^*])/g;

const mentionsGroup = (request: InterceptedRequest): boolean => (request.field("content") ?? "").search(groupMention) !== -1;

/** Faults of what the settings of a group permit. */
const permissions: readonly Mutant[] = [
  changing("group-members-added-by-anyone", "user-group/can_add_members_group", "Everybody may add members to a group.", {
    request: inNameOf("alice", (request) => names(request, "add", "others")),
  }),
  changing("group-joined-by-anyone", "user-group/can_join_group", "Everybody may join a group.", {
    request: inNameOf("alice", (request) => names(request, "add", "self")),
  }),
  changing("group-left-by-anyone", "user-group/can_leave_group", "Everybody may leave a group.", {
    request: inNameOf("alice", (request) => names(request, "delete", "self")),
  }),
  changing("group-members-removed-by-anyone", "user-group/can_remove_members_group", "Everybody may remove members of a group.", {
    request: inNameOf("alice", (request) => names(request, "delete", "others")),
  }),
  changing("group-managed-by-creator", "user-group/can_manage_group", "Of those who may manage a group only its creator can change it.", {
    instead: refusing(isManager),
  }),
  changing(
    "group-setting-direct-members-only",
    ["group-setting/integer", "user-group/can_join_group"],
    "A setting that is a group permits its direct members, and not those of its subgroups.",
    { instead: refusing((request) => joinsBy(request, (setting) => isNotDirect(request, setting))) },
  ),
  changing("group-setting-groups-ignored", "group-setting/object", "Of a setting that is an object only direct_members are permitted.", {
    instead: refusing((request) => joinsBy(request, (setting) => typeof setting === "object" && !isNamed(request, setting))),
  }),
  mutant({
    name: "group-mentioned-by-nobody",
    breaks: "user-group/can_mention_group",
    says: "Nobody may mention groups.",
    on: "POST /messages",
    instead: refusing(mentionsGroup),
  }),
  mutant({
    name: "group-mentioned-by-anyone",
    breaks: "user-group/can_mention_group",
    says: "Everybody may mention a group, and the mention reaches its members.",
    on: ["POST /messages", "GET /messages/{id}"],
    request: (request) =>
      request.route === "POST /messages" && mentionsGroup(request) && !isSuccess(request.wouldSay())
        ? request.with({ content: request.field("content")?.replaceAll(groupMention, "@_*") })
        : undefined,
    answer: inMessages((message) => {
      const isMention = String(message.content).includes("user-group-mention silent");
      if (isMention) message.flags = [...(message.flags as unknown[]), "mentioned"];
    }),
  }),
];

const registering = onRoute("POST /register");

const isDeactivated = (request: InterceptedRequest): boolean => groupBehind(request, request.pathId)?.deactivated === true;

/** Changes every group that a registration shows. */
const inGroups = (change: (group: MutableFields, request: InterceptedRequest) => void) =>
  inSuccess(({ realm_user_groups }, request) => {
    for (const group of (realm_user_groups as MutableFields[] | undefined) ?? []) change(group, request);
  });

/** Returns the accounts that a request to create a group gives can_join_group to. */
function joinersIn(request: InterceptedRequest): unknown {
  const setting = request.json("can_join_group");
  return typeof setting === "object" ? (setting as MutableFields | null)?.direct_members : undefined;
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
        if (name.startsWith("can_") && typeof value === "object") group[name] = (value as MutableFields).direct_members;
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
        const remover = groupBehind(request, request.pathId)?.can_remove_members_group as MutableFields | undefined;
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
