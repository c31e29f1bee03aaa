import type { Asked } from "../../mutants/kit/asked.ts";
import { isSuccess, reading, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

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

/** Faults of POST /user_groups/{user_group_id}/members. */
export const mutants: readonly Mutant[] = [
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
