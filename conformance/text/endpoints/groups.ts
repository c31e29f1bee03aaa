import { endpointText, envelopeAlone, type ParameterText, type Stated, states } from "../endpoint.ts";
import { settingNames, settingsSince } from "../records/others.ts";

/** The level that brought subgroups to both endpoints. */
const subgroupsSince = 311;

const bots = (says: string): Stated =>
  states("bots", says, { since: 496, also: ["authentication/groups-for-bots", "versioning/bots-manage-groups"] });

export const createGroup = endpointText("user_groups.create.post", "POST /user_groups/create", {
  parameters: {
    name: { type: "string", required: states("name-required", "The name is required.") },
    description: { type: "string", required: states("description-required", "The description is required.") },
    members: {
      type: "array",
      required: states("members-required", "The list of members is required.", { since: 253 }),
      unknown: states("members-unknown", "An id of no user among the members is refused with BAD_REQUEST.", {
        also: ["errors/unknown-member"],
      }),
    },
    subgroups: {
      type: "array",
      since: subgroupsSince,
      unknown: states("subgroups-unknown", "An id of no group among the subgroups is refused.", { since: subgroupsSince }),
      kept: states("subgroups-initial", "The new group has the subgroups that were listed.", {
        since: subgroupsSince,
        also: ["user-group/subgroups"],
      }),
    },
    ...Object.fromEntries(settingNames.map((name): [string, ParameterText] => [name, { type: "object", since: settingsSince }])),
  },
  does: states("members-initial", "The new group has the members that were listed, which may be none.", {
    also: ["user-group/name", "user-group/description", "user-group/members"],
  }),
  returns: {
    group_id: {
      type: "integer",
      since: 317,
      stated: states("group-id", "The answer has the id of the new group as the integer group_id.", { also: ["user-group/group-id"] }),
    },
  },
  bots: bots("Bots may create groups."),
  noTrace: states("no-trace", "A creation that is refused leaves no group."),
});

const unknownGroup = states("groups-known", "An id of no group is refused, in the path and among the subgroups.", {
  since: subgroupsSince,
});

const users: ParameterText = {
  type: "array",
  unknown: states("users-known", "An id of no user is refused."),
  active: states("users-active", "The id of a deactivated account is refused.", { since: 303 }),
};

const subgroups = (clause: string, says: string): ParameterText => ({
  type: "array",
  since: subgroupsSince,
  unknown: unknownGroup,
  kept: states(clause, says, { since: subgroupsSince, also: ["user_groups-id.members.post/together", "user-group/subgroups"] }),
});

export const changeMembers = endpointText("user_groups-id.members.post", "POST /user_groups/{user_group_id}/members", {
  parameters: {
    add: users,
    delete: users,
    add_subgroups: subgroups("add_subgroups", "Groups in add_subgroups become subgroups."),
    delete_subgroups: subgroups("delete_subgroups", "Groups in delete_subgroups are no longer subgroups."),
  },
  does: states("all-optional", "Each of the parameters may be given without the others.", {
    changes: true,
    also: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete", "user-group/members"],
  }),
  nothing: states("none-required", "A request without any of the parameters is accepted and changes nothing.", {
    silent: "emptyMemberUpdate" as const,
  }),
  bots: bots("Bots may change members."),
  noTrace: states("no-trace", "A request that is refused changes nothing, also where a part of it could have been done."),
  unknownInPath: unknownGroup,
  envelope: envelopeAlone(),
});
