import { settingNames } from "../../client/groups.ts";
import { ignoring, isSuccess, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { groupBehind } from "./mutants.reading.ts";

const creating = onRoute("POST /user_groups/create");

const given = (request: InterceptedRequest): string[] => settingNames.filter((name) => request.field(name) !== undefined);

/** Faults of the settings that a group is created with. */
export const settings: readonly Mutant[] = [
  creating(
    "group-permissions-lost",
    [
      "user-group/settings",
      "group-setting/integer",
      "group-setting/object",
      "user-group/can_manage_group-excluded",
      "user-group/can_mention_group-internet",
    ],
    "Permissions given at creation are ignored.",
    { request: ignoring(...settingNames) },
  ),
  creating("group-anonymous-value-refused", "group-setting/object", "A permission cannot be an object.", {
    instead: refusing((request) => settingNames.some((name) => (request.field(name) ?? "").startsWith("{"))),
  }),
  creating("group-managed-by-everyone", "user-group/can_manage_group-excluded", "can_manage_group may be any system group.", {
    request: (request) => (isSuccess(request.wouldSay()) ? undefined : ignoring("can_manage_group")(request)),
  }),
  creating(
    "group-mentioned-by-internet",
    ["user-group/can_mention_group-internet", "user-group/can_mention_group-owners"],
    "can_mention_group may be any system group.",
    {
      request: (request) => (isSuccess(request.wouldSay()) ? undefined : ignoring("can_mention_group")(request)),
    },
  ),
  creating(
    "group-setting-system-group-refused",
    ["user-group/settings", "group-setting/integer"],
    "A permission cannot be a system group.",
    {
      instead: refusing((request) => settingNames.some((name) => groupBehind(request, request.json(name))?.is_system_group === true)),
    },
  ),
  creating(
    "group-settings-all-or-none",
    ["user_groups.create.post/settings-optional", "user-group/settings"],
    "Either all permissions are given or none.",
    {
      instead: refusing((request) => ![0, settingNames.length].includes(given(request).length)),
    },
  ),
  creating("group-manager-required", "user_groups.create.post/settings-optional", "can_manage_group must be given.", {
    instead: refusing((request) => request.field("can_manage_group") === undefined),
  }),
  creating("group-joined-by-internet", "user-group/settings-not-excluded", "can_join_group may be role:internet, which is then ignored.", {
    request: (request) =>
      groupBehind(request, request.json("can_join_group"))?.name === "role:internet" ? ignoring("can_join_group")(request) : undefined,
  }),
  creating("group-settings-of-other-shapes", "group-setting/other-shapes", "A permission that cannot be read is ignored.", {
    request: (request) => (isSuccess(request.wouldSay()) ? undefined : ignoring("can_join_group")(request)),
  }),
];
