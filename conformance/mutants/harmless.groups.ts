import { harmless, says } from "./harmless.kit.ts";
import type { Asked } from "./kit/asked.ts";
import { type Fields, isSuccess } from "./kit/bodies.ts";
import type { Mutant } from "./kit/mutant.ts";

const members = "POST /user_groups/{id}/members";
const creation = "POST /user_groups/create";

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === "number") : []);
const done = /There is no member|is not a subgroup|already a (member|subgroup) of this/;

/** The changes of a group without those of which the server says that they are made already. */
function leftToDo(asked: Asked): ReturnType<Asked["with"]> | undefined {
  const alone = (name: string, id: number): boolean => {
    const none = { add: undefined, delete: undefined, add_subgroups: undefined, delete_subgroups: undefined };
    return !done.test(String(asked.wouldSay(asked.with({ ...none, [name]: [id] })).body.msg));
  };
  const names = ["add", "delete", "add_subgroups", "delete_subgroups"];
  return asked.with(
    Object.fromEntries(
      names.map((name) => [name, asked.json(name) === undefined ? undefined : idsIn(asked.json(name)).filter((id) => alone(name, id))]),
    ),
  );
}

const settings = ["can_add_members_group", "can_join_group", "can_leave_group", "can_mention_group", "can_remove_members_group"];
const nobody = { direct_members: [], direct_subgroups: [] };

/** Correct servers that decide open points about groups otherwise. */
export const ofGroups: readonly Mutant[] = [
  harmless("removals-of-strangers-pass", "Removing somebody who is no member, and adding a member, changes nothing and succeeds.", {
    on: members,
    request: (asked) => (says(asked, done) ? leftToDo(asked) : undefined),
  }),
  harmless("group-names-twice", "Two groups may have one name.", {
    request: (asked) => {
      if (asked.route !== creation || !says(asked, /already exists/)) return undefined;
      const count = Number(asked.memory.get("names") ?? 0) + 1;
      asked.memory.set("names", count);
      return asked.with({ name: `${asked.field("name")}\u2060${count}` });
    },
    answer: (said) => {
      const shown = [said.body.realm_user_groups, said.body.user_groups].flatMap((list) => (Array.isArray(list) ? (list as Fields[]) : []));
      const added = (Array.isArray(said.body.events) ? (said.body.events as Fields[]) : []).flatMap(({ group }) =>
        group ? [group as Fields] : [],
      );
      for (const group of [...shown, ...added]) if (typeof group.name === "string") group.name = group.name.replace(/\u2060\d+$/, "");
    },
  }),
  harmless("groups-by-guests", "Guests make groups.", {
    on: creation,
    request: (asked) => (asked.caller === "gus" && !isSuccess(asked.wouldSay()) ? asked.by("cara") : undefined),
  }),
  harmless("creators-join", "Who makes a group is a member of it.", {
    on: creation,
    request: (asked) => {
      const { caller } = asked;
      const listed = asked.json("members");
      const own = caller === undefined ? undefined : asked.served.cast[caller]?.user_id;
      return own !== undefined && Array.isArray(listed) && !listed.includes(own) ? asked.with({ members: [...listed, own] }) : undefined;
    },
  }),
  harmless("other-default-settings", "Settings of a group that are left out let nobody in.", {
    on: creation,
    request: (asked) => {
      const absent = settings.filter((name) => asked.field(name) === undefined);
      return absent.length === 0 ? undefined : asked.with(Object.fromEntries(absent.map((name) => [name, nobody])));
    },
  }),
];
