import fc from "fast-check";
import { asSent, createNest, groupsOf, mayNotCreate, settingNames, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { recordsWith } from "../../client/registration.ts";
import { from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, fields, listOf, mostly, rarely, unsupported, type ValueOf } from "../../draw/combinators.ts";
import { aMemberList, aNest, emptyNest, groupMakers, groupSetting, letters, madeGroup, notASetting } from "../../draw/groups.ts";
import { fullMembers } from "../../draw/people.ts";
import { again, formerMembers, named, noneOf, oneOf, several, systemGroup } from "../../draw/references.ts";
import { aDescription, aName, delicate, delicateLines, name, nameOf, plainName } from "../../draw/texts.ts";
import { at } from "../../expect.ts";
import { settingsSince } from "../../text/records/others.ts";
import { shaped } from "../shaped.ts";
import * as properties from "./properties.ts";

const aGroup = fc.record(
  {
    name: aName,
    description: aDescription,
    members: aMemberList(),
    // The groups of the nest that are its subgroups.
    subgroups: fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }),
    nest: aNest,
  },
  { requiredKeys: ["name", "description", "members", "nest"] },
);

const plain: ValueOf<typeof aGroup> = { name: plainName, description: "Made to be looked at", members: ["alice"], nest: emptyNest };

/** The code points that names of groups are kept within, as the specification says no bound. */
const nameLength = 60;

export const userGroupsCreatePost = stated("user_groups.create.post", {
  clauses: {
    creator: { says: "Whether who creates a group is a member of it without being listed is left open.", silent: "groupCreators" },
    ...from(settingsSince, {
      "subgroups-regardless": "The caller may give any subgroups, regardless of other permissions.",
      "settings-optional": "The six settings may be given or left out, each by itself.",
    }),
    notices: { says: "Whether first members are told by a direct message is left open.", silent: "groupCreationNotices" },
  },
  call: {
    beside: { subgroups: { value: [] } },
    mayRefuse: mayNotCreate,
    by: fullMembers,
    ...shaped(
      aGroup,
      [
        plain,
        { ...plain, name: { ...plainName, tail: delicate }, description: delicateLines, members: [] },
        { ...plain, description: "", members: ["bob", "alice", "bob", "cara", "dana", "robo", "owen"] },
        { ...plain, subgroups: ["a", "b", "a", "c"] },
      ],
      async (session, by = session.as.alice, { name, description, members, subgroups, nest }) => {
        const groups = subgroups && session.level >= levels.subgroupsInCreation ? await createNest(by, nest) : undefined;
        const fields = {
          name: nameOf(name, session.fresh("group"), nameLength),
          description,
          members: userIds(by, members),
          ...(groups && { subgroups: subgroups?.map((letter) => groups[letter].id) }),
        };
        return { actor: by, route: "POST /user_groups/create", fields };
      },
    ),
    trace: ({ actor, fields }) => recordsWith(actor, "realm_user_groups", "name", fields.name),
    kept: async (viewer, { actor, fields }, { group_id: id }) => {
      const found = (await groupsOf(viewer)).filter((group) => (id === undefined ? group.name === fields.name : group.id === id));
      const { name, description, members, direct_subgroup_ids } = viewer.expect.first(found, "the new group in a registration");
      const { expect, session } = viewer;
      const isListed = (id: unknown): boolean => Array.isArray(fields.members) && fields.members.includes(id);
      // Whether who creates a group is in it is left open.
      const others = expect
        .list(session.told({ members }, "members"), "the members of the group")
        .filter((id) => id !== actor.user_id || isListed(id));
      const kept = { name, description, members: asSent(viewer, fields.members, others) };
      if (fields.subgroups === undefined) return kept;
      const subgroups = expect.list(session.told({ direct_subgroup_ids }, "direct_subgroup_ids"), "the subgroups of the group");
      return { ...kept, subgroups: asSent(viewer, fields.subgroups, subgroups) };
    },
    told: {
      types: ["user_group"],
      what: "a user group was added",
      isIt: ({ op, group }, { fields }) => op === "add" && at(group, "name") === fields.name,
    },
    seenBy: groupMakers,
  },
  step: {
    weight: () => 6,
    draw: (facts) => {
      const accepted = fields({
        as: noneOf(facts.guests),
        name: name(facts, "crew", "cooks", "night watch"),
        description: aDescription,
        members: several("user", 0, 4),
        subgroups: rarely(listOf(mostly([4, madeGroup], [1, systemGroup()]), 2, 1), 3),
        ...Object.fromEntries(settingNames.map((setting) => [setting, rarely(groupSetting, 6)])),
        colour: unsupported,
      });
      const former = formerMembers(facts);
      const refused = mostly(
        [2, again("user_groups.create.post")],
        [facts.guests.length > 0 ? 1 : 0, but(accepted, { as: oneOf(facts.guests) })],
        [2, but(accepted, { name: fc.constantFrom("", "role:crew", "@crew") })],
        ...refusedByTable("user_groups.create.post", facts, accepted),
        [former.length > 0 ? 1 : 0, but(accepted, { members: listOf(named("user", former), 1, 1) })],
        [1, but(accepted, { can_manage_group: systemGroup("internet", "everyone") })],
        [1, but(accepted, { can_mention_group: systemGroup("internet") })],
        [1, but(accepted, { can_join_group: notASetting })],
      );
      return { accepted, refused };
    },
    tell: (given, say) =>
      `creates the group ${say(given.name, "as name")} of ${say(given.members)}${rest(given, ["name", "members"], say)}`,
    makes: { kind: "group", field: "group_id", shownIn: "realm_user_groups" },
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
