import { settingNames } from "../stage/groups.ts";
import type { Asked } from "./asked.ts";
import { ignoring, inSuccess, isSuccess, lacking, reading, recoded, refusing, success, swallowed } from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const creating = onRoute("POST /user_groups/create");

const changing = onRoute("POST /user_groups/{id}/members");

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
export const groupCreation: readonly Mutant[] = [
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

/** Faults of POST /user_groups/{user_group_id}/members. */
export const groupMembers: readonly Mutant[] = [
  changing("members-not-changed", "user_groups-id.members.post/add", "A change of members is accepted and not made.", {
    instead: swallowed,
  }),
  changing("members-not-removed", "user_groups-id.members.post/delete", "Nobody is ever removed.", {
    instead: (asked) => (asked.field("delete") !== undefined && asked.fields.size === 1 ? swallowed(asked) : undefined),
  }),
  changing("members-first-only", "user_groups-id.members.post/add", "Only the first of the people is added.", {
    request: reading("add", (text, asked) => (listOf(asked, "add").length > 1 ? listOf(asked, "add").slice(0, 1) : text)),
  }),
  changing(
    "members-deactivated-passed-over",
    ["user_groups-id.members.post/users-active", "user_groups-id.members.post/users-known"],
    "Deactivated and unknown people are passed over.",
    {
      instead: (asked) => {
        if (isSuccess(asked.wouldSay())) return undefined;
        const add = listOf(asked, "add");
        const left = add.filter((id) => isSuccess(asked.wouldSay(asked.with({ add: [id] }))));
        if (left.length === add.length || !asked.caller) return undefined;
        if (left.length > 0) asked.served.exchange(asked.with({ add: left }));
        return success();
      },
    },
  ),
  changing(
    "members-unknown-half-added",
    "user_groups-id.members.post/no-trace",
    "Where one of the people does not exist the rest is added, though it is refused.",
    {
      besides: (asked, said) => {
        const add = listOf(asked, "add");
        const left = known(asked, add);
        return (
          !isSuccess(said) && left.length > 0 && left.length < add.length && "text" in asked.served.exchange(asked.with({ add: left }))
        );
      },
    },
  ),
  changing("subgroups-not-added", "user_groups-id.members.post/add_subgroups", "Subgroups are never added.", {
    instead: (asked) => (asked.field("add_subgroups") !== undefined && asked.fields.size === 1 ? swallowed(asked) : undefined),
  }),
  changing("subgroups-not-removed", "user_groups-id.members.post/delete_subgroups", "Subgroups are never removed.", {
    instead: (asked) => (asked.field("delete_subgroups") !== undefined && asked.fields.size === 1 ? swallowed(asked) : undefined),
  }),
  changing(
    "members-by-bots-refused",
    ["user_groups-id.members.post/bots", "authentication/groups-for-bots"],
    "Bots may not change members.",
    { instead: refusing(isBot) },
  ),
  changing(
    "members-add-required",
    ["user_groups-id.members.post/all-optional", "user_groups-id.members.post/delete"],
    "A change must add somebody.",
    {
      instead: refusing((asked) => asked.field("add") === undefined),
    },
  ),
];
