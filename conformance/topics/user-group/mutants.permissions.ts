import { callerId, groupBehind, idsIn } from "../../endpoints/user_groups.create.post/mutants.reading.ts";
import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, inMessages, inNameOf, isSuccess, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const changing = onRoute("POST /user_groups/{id}/members");

/** Whether a list of a request names somebody, and whether that is the caller alone. */
const names = (asked: Asked, list: "add" | "delete", whom: "self" | "others"): boolean => {
  const ids = idsIn(asked, list);
  return ids.length > 0 && ids.every((id) => id === callerId(asked)) === (whom === "self");
};

/** Whether a group that somebody else created names the caller in can_manage_group. */
function isManager(asked: Asked): boolean {
  const group = groupBehind(asked, asked.pathId);
  const managers = (group?.can_manage_group as Fields | undefined)?.direct_members;
  return Array.isArray(managers) && managers.includes(callerId(asked)) && group?.creator_id !== callerId(asked);
}

/** Whether the caller is named by an object. */
const isNamed = (asked: Asked, setting: unknown): boolean =>
  ((setting as Fields | null)?.direct_members as unknown[] | undefined)?.includes(callerId(asked)) === true;

/** Whether a setting is a group in which the caller is no direct member. */
function isNotDirect(asked: Asked, setting: unknown): boolean {
  const members = typeof setting === "number" ? groupBehind(asked, setting)?.members : undefined;
  return Array.isArray(members) && !members.includes(callerId(asked));
}

/** Whether the caller joins a group that somebody else created, by a value of can_join_group that a test picks. */
function joinsBy(asked: Asked, picked: (setting: unknown) => boolean): boolean {
  const group = names(asked, "add", "self") ? groupBehind(asked, asked.pathId) : undefined;
  return group !== undefined && group.creator_id !== callerId(asked) && picked(group.can_join_group);
}

const groupMention = /@\*(?=[^*])/g;

const mentionsGroup = (asked: Asked): boolean => (asked.field("content") ?? "").search(groupMention) !== -1;

/** Faults of what the settings of a group permit. */
export const permissions: readonly Mutant[] = [
  changing("group-members-added-by-anyone", "user-group/can_add_members_group", "Everybody may add members to a group.", {
    request: inNameOf("alice", (asked) => names(asked, "add", "others")),
  }),
  changing("group-joined-by-anyone", "user-group/can_join_group", "Everybody may join a group.", {
    request: inNameOf("alice", (asked) => names(asked, "add", "self")),
  }),
  changing("group-left-by-anyone", "user-group/can_leave_group", "Everybody may leave a group.", {
    request: inNameOf("alice", (asked) => names(asked, "delete", "self")),
  }),
  changing("group-members-removed-by-anyone", "user-group/can_remove_members_group", "Everybody may remove members of a group.", {
    request: inNameOf("alice", (asked) => names(asked, "delete", "others")),
  }),
  changing("group-managed-by-creator", "user-group/can_manage_group", "Of those who may manage a group only its creator can change it.", {
    instead: refusing(isManager),
  }),
  changing(
    "group-setting-direct-members-only",
    ["group-setting/integer", "user-group/can_join_group"],
    "A setting that is a group permits its direct members, and not those of its subgroups.",
    { instead: refusing((asked) => joinsBy(asked, (setting) => isNotDirect(asked, setting))) },
  ),
  changing("group-setting-groups-ignored", "group-setting/object", "Of a setting that is an object only direct_members are permitted.", {
    instead: refusing((asked) => joinsBy(asked, (setting) => typeof setting === "object" && !isNamed(asked, setting))),
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
    request: (asked) =>
      asked.route === "POST /messages" && mentionsGroup(asked) && !isSuccess(asked.wouldSay())
        ? asked.with({ content: asked.field("content")?.replaceAll(groupMention, "@_*") })
        : undefined,
    answer: inMessages((message) => {
      const isMention = String(message.content).includes("user-group-mention silent");
      if (isMention) message.flags = [...(message.flags as unknown[]), "mentioned"];
    }),
  }),
];
