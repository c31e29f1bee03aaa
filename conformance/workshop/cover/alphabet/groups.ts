import { settingNames } from "../../../client/groups.ts";
import { itemAt } from "../../../client/present.ts";
import { type Alphabet, fresh, middle, newest, nothing, oldest, systemGroup, user } from "./words.ts";

const crew = { name: fresh("crew"), description: "Those who cook", members: [user("alice"), user("bob")] };

const lists = (members: readonly unknown[], groups: readonly unknown[] = []) => ({ direct_members: members, direct_subgroups: groups });

const settingValues = [
  systemGroup("role:nobody"),
  systemGroup("role:everyone"),
  systemGroup("role:members"),
  systemGroup("role:administrators"),
  systemGroup("role:owners"),
  systemGroup("role:internet"),
  systemGroup("role:moderators"),
  systemGroup("role:fullmembers"),
  newest("group"),
  lists([user("bob")]),
  lists([user("gus"), user("alice")], [systemGroup("role:administrators")]),
  lists([], [newest("group")]),
  lists([user("zoe")]),
  lists([nothing]),
  lists([], [nothing]),
  lists([], [systemGroup("role:members"), oldest("group")]),
  nothing,
  "members",
  null,
  { direct_members: "x" },
];

const others = ["cooks", "bakers", "eaters", "singers", "dancers"];

export const create: Alphabet = {
  bases: [
    crew,
    { name: fresh("cooks"), description: "", members: [] },
    { name: fresh("bakers"), description: "x", members: [user("cara"), user("gus"), user("robo")], subgroups: [newest("group")] },
    { name: fresh("eaters"), description: "x", members: [user("dana")], subgroups: [newest("group"), oldest("group")] },
    { name: fresh("singers"), description: "", members: [user("bob")], subgroups: [systemGroup("role:members")] },
    { name: fresh("dancers"), description: "", members: [user("bob"), user("bob")] },
  ],
  values: {
    name: [
      "",
      " ",
      "@crew",
      "role:crew",
      "user:crew",
      "stream:crew",
      "channel:crew",
      "support",
      fresh("Crew"),
      "x".repeat(101),
      "x".repeat(100),
    ],
    members: [[nothing], [user("zoe")], "all", [user("zoe"), user("bob")]],
    subgroups: [[nothing], "x", [systemGroup("role:internet")]],
    colour: ["blue"],
  },
};

/** Groups with permissions. */
export const createPermitting: Alphabet = {
  as: ["alice", "dana", "gus"],
  bases: settingNames.flatMap((setting) =>
    settingValues.map((value, i) => ({ ...crew, name: fresh(itemAt(others, i % others.length)), [setting]: value })),
  ),
};

const which = [newest("group"), middle("group"), oldest("group")];

export const change: Alphabet = {
  bases: [
    ...which.flatMap((user_group_id) => [
      { user_group_id, add: [user("cara")] },
      { user_group_id, add: [user("bob")] },
      { user_group_id, add: [user("gus"), user("alice")] },
      { user_group_id, add: [user("owen"), user("robo")] },
      { user_group_id, delete: [user("bob")] },
      { user_group_id, delete: [user("alice")] },
      { user_group_id, delete: [user("cara"), user("gus")] },
      { user_group_id, delete: [user("zoe")] },
      { user_group_id, add_subgroups: [oldest("group")] },
      { user_group_id, add_subgroups: [newest("group")] },
      { user_group_id, add_subgroups: [systemGroup("role:administrators")] },
      { user_group_id, delete_subgroups: [oldest("group")] },
      { user_group_id, delete_subgroups: [newest("group")] },
      { user_group_id, add: [user("dana")], delete: [user("alice")] },
      { user_group_id, add: [user("bob")], add_subgroups: [middle("group")] },
    ]),
    { user_group_id: newest("group"), add: [user("gus")] },
    { user_group_id: newest("group"), delete: [user("gus")] },
    { user_group_id: newest("group"), add: [user("owen")] },
    { user_group_id: newest("group") },
    { user_group_id: newest("group"), add: [] },
    { user_group_id: newest("group"), delete_subgroups: [nothing] },
    { user_group_id: newest("group"), add_subgroups: [nothing] },
    { user_group_id: systemGroup("role:members"), add: [user("gus")] },
    { user_group_id: nothing, add: [user("bob")] },
  ],
  values: {
    add: [[nothing], [user("zoe")], "x"],
    delete: [[nothing], "x"],
    add_subgroups: ["x"],
    delete_subgroups: ["x"],
    colour: ["blue"],
  },
};
