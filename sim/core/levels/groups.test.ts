import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../index.ts";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import {
  act,
  body,
  changedAfterItsEnd,
  group,
  hasGroupSetting,
  hasRoute,
  hears,
  outcome,
  reads,
  type ShownFields,
  type ShownList,
  says,
  send,
  told,
  user,
} from "./looks.test.kit.ts";
import { groupLevels } from "./people.ts";

const boundaries: Boundaries = {
  can_mention_group: [hasGroupSetting("can_mention_group"), false, true],
  groupNoticesAfter: [
    (sim) =>
      hears(sim, "bob", ["message", "user_group"], () =>
        send(sim, `POST /user_groups/${group(sim, "gardeners")}/members`, { add: [user(sim, "bob")] }, "dana"),
      ).map(({ type, message }) => (message as ShownFields | undefined)?.content ?? type),
    ["Dana Dill added you to the group gardeners.", "user_group"],
    ["user_group", "@_**Dana Dill|15** added you to the group @_*gardeners*."],
  ],
  membersRequired: [says("POST /user_groups/create", { name: "crew", description: "" }), "success", "Missing 'members' argument"],
  anonymousGroups: [
    (sim) =>
      outcome(
        send(sim, "POST /user_groups/create", {
          name: "x",
          description: "",
          members: [],
          can_mention_group: { direct_members: [], direct_subgroups: [] },
        }),
      ),
    "can_mention_group is not an integer",
    "success",
  ],
  can_manage_group: [hasGroupSetting("can_manage_group"), false, true],
  groupCreators: [(sim) => ["creator_id", "date_created"].map((name) => hasGroupSetting(name)(sim)), [false, false], [true, true]],
  groupDeactivation: [(sim) => hasRoute(`POST /user_groups/${group(sim, "support")}/deactivate`)(sim), false, true],
  deactivatedGroups: [reads("GET /user_groups", "include_deactivated_groups", { include_deactivated_groups: true }), false, true],
  can_join_group: [hasGroupSetting("can_join_group"), false, true],
  activeDirectMembers: [
    (sim) =>
      (told(act(sim, { action: "deactivate_user", as: "cara" }), "realm_user_groups").realm_user_groups as ShownList).find(
        ({ name }) => name === "gardeners",
      )!.members,
    [14],
    [],
  ],
  can_add_members_group: [hasGroupSetting("can_add_members_group"), false, true],
  can_leave_group: [hasGroupSetting("can_leave_group"), false, true],
  subgroupsInCreation: [
    reads("POST /user_groups/create", "subgroups", { name: "x", description: "", members: [], subgroups: [] }),
    false,
    true,
  ],
  groupIdInReply: [(sim) => "group_id" in body(sim, "POST /user_groups/create", { name: "x", description: "", members: [] }), false, true],
  can_remove_members_group: [hasGroupSetting("can_remove_members_group"), false, true],
  groupReactivation: [
    (sim) => reads(`PATCH /user_groups/${group(sim, "support")}`, "deactivated", { description: "new", deactivated: false }, "owen")(sim),
    false,
    true,
  ],
  deactivatedGroupMembers: [(sim) => changedAfterItsEnd(sim), "User group is deactivated.", "success"],
  botsManageGroups: [
    says("POST /user_groups/create", { name: "x", description: "", members: [] }, "robo"),
    "This endpoint does not accept bot requests.",
    "success",
  ],
  ownersMention: [
    ({ server: { level } }) => {
      const open = createSimulator({ level, rulings: "observed" });
      const can_mention_group = group(open, "role:owners");
      return outcome(send(open, "POST /user_groups/create", { name: "n", description: "", members: [], can_mention_group }));
    },
    "'can_mention_group' setting cannot be set to 'role:owners' group.",
    "success",
  ],
  deactivatedGroupChanges: [
    (sim) => {
      const { group_id } = body(sim, "POST /user_groups/create", { name: "help", description: "", members: [] }, "owen");
      sim.act({ action: "deactivate_group", group_id: Number(group_id) });
      return outcome(send(sim, `PATCH /user_groups/${String(group_id)}`, { name: "aid" }, "owen"));
    },
    "User group is deactivated.",
    "success",
  ],
};

for (const [name, find, expected] of [coverageOf(groupLevels, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
