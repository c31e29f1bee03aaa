import { isObject } from "../../client/json.ts";
import { groupBehind, groupNamed } from "../../endpoints/user_groups.create.post/mutants.ts";
import { inEach, inMessages, inSuccess, listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const sending = onRoute("POST /messages", "user-group");
const telling = onRoute("POST /register", "user-group");
const changing = onRoute("POST /user_groups/{id}/members", "user-group");

/** Whether a list of a request names somebody, and whether that is the caller alone. */
const names = (request: InterceptedRequest, list: "add" | "delete", whom: "self" | "others"): boolean => {
  const ids = request.list(list);
  return ids.length > 0 && ids.every((id) => id === request.account?.user_id) === (whom === "self");
};

/** Whether a setting names the caller by an object. */
const isNamed = ({ account }: InterceptedRequest, setting: unknown): boolean =>
  isObject(setting) && Array.isArray(setting.direct_members) && setting.direct_members.includes(account?.user_id);

/** Whether a group that somebody else created names the caller in can_manage_group. */
function isManager(request: InterceptedRequest): boolean {
  const group = groupBehind(request, request.pathId);
  return isNamed(request, group?.can_manage_group) && group?.creator_id !== request.account?.user_id;
}

/** Whether a setting is a group in which the caller is no direct member. */
function isNotDirect(request: InterceptedRequest, setting: unknown): boolean {
  const members = typeof setting === "number" ? groupBehind(request, setting)?.members : undefined;
  return Array.isArray(members) && !members.includes(request.account?.user_id);
}

/** Whether the caller joins a group that somebody else created, by a value of can_join_group that a test picks. */
function joinsBy(request: InterceptedRequest, picked: (setting: unknown) => boolean): boolean {
  const group = names(request, "add", "self") ? groupBehind(request, request.pathId) : undefined;
  return group !== undefined && group.creator_id !== request.account?.user_id && picked(group.can_join_group);
}

const groupMention = /@\*(?=[^*])/g;

const mentionsGroup = (request: InterceptedRequest): boolean => (request.field("content") ?? "").search(groupMention) !== -1;

/** Faults of what the settings of a group permit. */
const permissions: readonly Mutant[] = [
  changing("group-members-added-by-anyone", "can_add_members_group")
    .says("Everybody may add members to a group.")
    .servesAs("alice", (request) => names(request, "add", "others")),
  changing("group-joined-by-anyone", "can_join_group")
    .says("Everybody may join a group.")
    .servesAs("alice", (request) => names(request, "add", "self")),
  changing("group-left-by-anyone", "can_leave_group")
    .says("Everybody may leave a group.")
    .servesAs("alice", (request) => names(request, "delete", "self")),
  changing("group-members-removed-by-anyone", "can_remove_members_group")
    .says("Everybody may remove members of a group.")
    .servesAs("alice", (request) => names(request, "delete", "others")),
  telling("group-managed-by-everyone-at-first", "can_manage_group-excluded")
    .says("Everybody manages a group for which nobody said who does.")
    .answers(({ realm_user_groups }) => {
      const groups = listOf(realm_user_groups);
      const everyone = groups.find(({ name }) => name === "role:everyone")?.id;
      const shown = groups.map((group) => (group.is_system_group ? group : { ...group, can_manage_group: everyone }));
      return everyone !== undefined && { realm_user_groups: shown };
    }),
  changing("group-managed-by-creator", "can_manage_group")
    .says("Of those who may manage a group only its creator can change it.")
    .refuses(isManager),
  changing("group-setting-direct-members-only", ["group-setting/integer", "can_join_group"])
    .says("A setting that is a group permits its direct members, and not those of its subgroups.")
    .refuses((request) => joinsBy(request, (setting) => isNotDirect(request, setting))),
  changing("group-setting-groups-ignored", "group-setting/object")
    .says("Of a setting that is an object only direct_members are permitted.")
    .refuses((request) => joinsBy(request, (setting) => typeof setting === "object" && !isNamed(request, setting))),
  sending("group-mentioned-by-nobody", "can_mention_group").says("Nobody may mention groups.").refuses(mentionsGroup),
  onRoute(["POST /messages", "GET /messages/{id}"], "user-group")("group-mentioned-by-anyone", "can_mention_group")
    .says("Everybody may mention a group, and the mention reaches its members.")
    .with({
      request: (request) =>
        request.route === "POST /messages" &&
        mentionsGroup(request) &&
        !request.wouldSucceed() &&
        request.with({ content: request.field("content")?.replaceAll(groupMention, "@_*") }),
      answer: inMessages(
        ({ content, flags }) => String(content).includes("user-group-mention silent") && { flags: [...(flags as unknown[]), "mentioned"] },
      ),
    }),
];

const registering = onRoute("POST /register", "user-group");

const isDeactivated = (request: InterceptedRequest): boolean => groupBehind(request, request.pathId)?.deactivated === true;

/** A server that leaves accounts in can_join_group when they are deactivated. @param level its feature level, default the newest */
const keepsDeactivated = (name: string, level?: number): Mutant =>
  onRoute(
    ["POST /user_groups/create", "POST /register"],
    "group-setting",
    level === undefined ? {} : { level },
  )(name, "without-deactivated")
    .says(
      `A permission names the people that it was given to, also after their accounts were deactivated${level ? `, at level ${level}` : ""}.`,
    )
    .with({
      besides: (request, { body }) => {
        const setting = request.json("can_join_group");
        const joiners = isObject(setting) ? setting.direct_members : undefined;
        const id = body.group_id ?? groupNamed(request)?.id;
        if (joiners !== undefined && id !== undefined) request.memory.set(`joiners ${String(id)}`, joiners);
        return false;
      },
      answer: inSuccess(
        inEach("realm_user_groups", ({ id, can_join_group }, { memory }) => {
          const joiners = memory.get(`joiners ${String(id)}`);
          return joiners !== undefined && isObject(can_join_group) && { can_join_group: { ...can_join_group, direct_members: joiners } };
        }),
      ),
    });

/** Faults of groups and of the settings that they have. */
export const mutants: readonly Mutant[] = [
  registering("group-setting-read-as-list", "group-setting/read-shape")
    .says("A permission of some people is shown as the list of their ids.")
    .answersEach("realm_user_groups", (group) => {
      const settings = Object.entries(group).filter(([name, value]) => name.startsWith("can_") && isObject(value));
      return Object.fromEntries(settings.map(([name, value]) => [name, (value as MutableFields).direct_members]));
    }),
  keepsDeactivated("group-setting-keeps-deactivated"),
  keepsDeactivated("group-setting-keeps-deactivated-at-first", 303),
  changing("subgroup-removed-in-name-only", "user_groups-id.members.post/subgroup-removal")
    .says("The removal of a subgroup by somebody who may remove members is accepted and not made.")
    .accepts(
      (request) =>
        isNamed(request, groupBehind(request, request.pathId)?.can_remove_members_group) &&
        request.field("delete_subgroups") !== undefined &&
        !request.wouldSucceed(),
    ),
  changing("deactivated-group-closed", "states.group/deactivated-members")
    .says("The members of a deactivated group cannot be changed.")
    .refuses(isDeactivated),
  onRoute("POST /user_groups/{id}/members", "states.group", { level: 372 })("deactivated-group-open", "deactivated-members")
    .says("A server of level 372 accepts changes of a deactivated group's members.")
    .accepts(isDeactivated),
  ...permissions,
];
