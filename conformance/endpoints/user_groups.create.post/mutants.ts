import { settingNames } from "../../client/groups.ts";
import type { Asked } from "../../mutants/kit/asked.ts";
import { ignoring, inSuccess, isSuccess, lacking, reading, recoded, refusing, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const creating = onRoute("POST /user_groups/create");

const listOf = (asked: Asked, name: string): unknown[] => {
  const list = asked.json(name);
  return Array.isArray(list) ? list : [];
};

const known = (asked: Asked, ids: readonly unknown[]): unknown[] => {
  const all: unknown[] = Object.entries(asked.served.cast).flatMap(([name, { user_id }]) => (name === "zoe" ? [] : [user_id]));
  return ids.filter((id) => all.includes(id));
};

const isBot = (asked: Asked): boolean => asked.caller === "robo";

/** Drops people who do not exist, or are deactivated, where that makes a refused request acceptable. */
const knownOnly = (name: string) => (asked: Asked) => {
  const ids = listOf(asked, name);
  const left = known(asked, ids);
  if (left.length === ids.length || isSuccess(asked.wouldSay())) return undefined;
  return asked.with({ [name]: name === "members" || left.length > 0 ? left : undefined });
};

/** Faults of POST /user_groups/create. */
export const mutants: readonly Mutant[] = [
  creating(
    "group-not-made",
    ["user_groups.create.post/group-id", "user-group/group-id", "user_groups.create.post/members-initial"],
    "A group is accepted and not made.",
    { instead: swallowed },
  ),
  creating("group-without-id", ["user_groups.create.post/group-id", "user-group/group-id"], "The new group's id is not told.", {
    answer: lacking("group_id"),
  }),
  creating("group-id-as-text", ["user_groups.create.post/group-id", "user-group/group-id"], "The new group's id is a string.", {
    answer: inSuccess((body) => void (body.group_id = String(body.group_id))),
  }),
  creating(
    "group-of-unknown-people",
    ["user_groups.create.post/members-unknown", "errors/unknown-member"],
    "Members who do not exist are passed over.",
    { request: knownOnly("members") },
  ),
  creating(
    "group-unknown-people-other-code",
    ["user_groups.create.post/members-unknown", "errors/unknown-member"],
    "A member who does not exist is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "USER_NOT_FOUND"),
    },
  ),
  creating(
    "group-refused-but-made",
    "user_groups.create.post/no-trace",
    "Where a member does not exist the group is refused, and made without.",
    {
      besides: (asked, said) => {
        const members = listOf(asked, "members");
        const left = known(asked, members);
        return !isSuccess(said) && left.length < members.length && "text" in asked.served.exchange(asked.with({ members: left }));
      },
    },
  ),
  creating("group-empty-at-first", ["user_groups.create.post/members-initial", "user-group/members"], "A new group has no members.", {
    request: reading("members", () => []),
  }),
  creating(
    "group-subgroups-lost",
    ["user_groups.create.post/subgroups-initial", "user-group/subgroups"],
    "The first subgroups are ignored.",
    { request: ignoring("subgroups") },
  ),
  creating("group-description-lost", "user-group/description", "The description is stored empty.", {
    request: reading("description", () => ""),
  }),
  creating("group-name-not-required", "user_groups.create.post/name-required", "A group needs no name.", {
    request: (asked) => (asked.field("name") === undefined ? asked.with({ name: "a group" }) : undefined),
  }),
  creating("group-members-not-required", "user_groups.create.post/members-required", "A group needs no list of members.", {
    request: (asked) => (asked.field("members") === undefined ? asked.with({ members: [] }) : undefined),
  }),
  creating("group-description-not-required", "user_groups.create.post/description-required", "A group needs no description.", {
    request: (asked) => (asked.field("description") === undefined ? asked.with({ description: "" }) : undefined),
  }),
  creating(
    "group-bots-refused",
    ["user_groups.create.post/bots", "authentication/groups-for-bots", "versioning/bots-manage-groups"],
    "Bots may not make groups.",
    { instead: refusing(isBot) },
  ),
  creating(
    "group-permissions-lost",
    ["user-group/settings", "group-setting/integer", "group-setting/object"],
    "Permissions given at creation are ignored.",
    { request: ignoring(...settingNames) },
  ),
  creating("group-anonymous-value-refused", "group-setting/object", "A permission cannot be an object.", {
    instead: refusing((asked) => settingNames.some((name) => (asked.field(name) ?? "").startsWith("{"))),
  }),
  creating("group-managed-by-everyone", "user-group/can_manage_group-excluded", "can_manage_group may be any system group.", {
    request: (asked) => (isSuccess(asked.wouldSay()) ? undefined : ignoring("can_manage_group")(asked)),
  }),
  creating(
    "group-mentioned-by-internet",
    ["user-group/can_mention_group-internet", "user-group/can_mention_group-owners"],
    "can_mention_group may be any system group.",
    {
      request: (asked) => (isSuccess(asked.wouldSay()) ? undefined : ignoring("can_mention_group")(asked)),
    },
  ),
];
