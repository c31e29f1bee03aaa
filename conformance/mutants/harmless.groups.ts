import { harmless, says } from "./harmless.kit.ts";
import { isSuccess, type MutableFields } from "./kit/bodies.ts";
import type { InterceptedRequest } from "./kit/intercepted.ts";
import type { Mutant } from "./kit/mutant.ts";

const members = "POST /user_groups/{id}/members";
const creation = "POST /user_groups/create";

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === "number") : []);
const done = /There is no member|is not a subgroup|already a (member|subgroup) of this/;

/** The changes of a group without those of which the server says that they are made already. */
function leftToDo(request: InterceptedRequest): ReturnType<InterceptedRequest["with"]> | undefined {
  const alone = (name: string, id: number): boolean => {
    const none = { add: undefined, delete: undefined, add_subgroups: undefined, delete_subgroups: undefined };
    return !done.test(String(request.wouldSay(request.with({ ...none, [name]: [id] })).body.msg));
  };
  const names = ["add", "delete", "add_subgroups", "delete_subgroups"];
  return request.with(
    Object.fromEntries(
      names.map((name) => [name, request.json(name) === undefined ? undefined : idsIn(request.json(name)).filter((id) => alone(name, id))]),
    ),
  );
}

const settings = ["can_add_members_group", "can_join_group", "can_leave_group", "can_mention_group", "can_remove_members_group"];
const nobody = { direct_members: [], direct_subgroups: [] };

/** Correct servers that decide open points about groups otherwise. */
export const ofGroups: readonly Mutant[] = [
  harmless("removals-of-strangers-pass", "Removing somebody who is no member, and adding a member, changes nothing and succeeds.", {
    on: members,
    request: (request) => (says(request, done) ? leftToDo(request) : undefined),
  }),
  harmless("group-names-twice", "Two groups may have one name.", {
    request: (request) => {
      if (request.route !== creation || !says(request, /already exists/)) return undefined;
      const count = Number(request.memory.get("names") ?? 0) + 1;
      request.memory.set("names", count);
      return request.with({ name: `${request.field("name")}\u2060${count}` });
    },
    answer: (said) => {
      const shown = [said.body.realm_user_groups, said.body.user_groups].flatMap((list) =>
        Array.isArray(list) ? (list as MutableFields[]) : [],
      );
      const added = (Array.isArray(said.body.events) ? (said.body.events as MutableFields[]) : []).flatMap(({ group }) =>
        group ? [group as MutableFields] : [],
      );
      for (const group of [...shown, ...added]) if (typeof group.name === "string") group.name = group.name.replace(/\u2060\d+$/, "");
    },
  }),
  harmless("groups-by-guests", "Guests make groups.", {
    on: creation,
    request: (request) => (request.caller === "gus" && !isSuccess(request.wouldSay()) ? request.by("cara") : undefined),
  }),
  harmless("creators-join", "Who makes a group is a member of it.", {
    on: creation,
    request: (request) => {
      const { caller } = request;
      const listed = request.json("members");
      const own = caller === undefined ? undefined : request.served.cast[caller]?.user_id;
      return own !== undefined && Array.isArray(listed) && !listed.includes(own) ? request.with({ members: [...listed, own] }) : undefined;
    },
  }),
  harmless("other-default-settings", "Settings of a group that are left out let nobody in.", {
    on: creation,
    request: (request) => {
      const absent = settings.filter((name) => request.field(name) === undefined);
      return absent.length === 0 ? undefined : request.with(Object.fromEntries(absent.map((name) => [name, nobody])));
    },
  }),
];
