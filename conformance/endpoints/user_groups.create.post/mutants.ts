import type { WireRequest } from "../../../sim/protocol/wire.ts";
import { settingNames } from "../../client/groups.ts";
import { capabilities } from "../../client/registration.ts";
import { ignoring, inSuccess, isSuccess, type MutableFields, reading, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

/** Returns the ids of a list in a request; none where it has no such list. */
export const idsIn = (request: InterceptedRequest, name: string): unknown[] => {
  const list = request.json(name);
  return Array.isArray(list) ? list : [];
};

/** Returns those of some ids that are people's whose accounts are active. */
export const knownPeople = (request: InterceptedRequest, ids: readonly unknown[]): unknown[] => {
  const all: unknown[] = Object.entries(request.served.cast).flatMap(([name, { user_id }]) => (name === "zoe" ? [] : [user_id]));
  return ids.filter((id) => all.includes(id));
};

/** Returns the id of the caller's account. */
export const callerId = ({ caller, served }: InterceptedRequest): number | undefined =>
  caller === undefined ? undefined : served.cast[caller]?.user_id;

/** Returns the groups that the server behind shows. */
function groupsBehind(request: InterceptedRequest): readonly MutableFields[] {
  const options = { fetch_event_types: ["realm_user_groups"], client_capabilities: capabilities };
  return request.also("owen", "POST /register", options).body.realm_user_groups as MutableFields[];
}

/** Returns what the server behind shows of a group; undefined where there is none with the id. */
export const groupBehind = (request: InterceptedRequest, id: unknown): MutableFields | undefined =>
  groupsBehind(request).find((group) => group.id === id);

/** Returns what the server behind shows of the group that has the name of a request; undefined where there is none. */
export const groupNamed = (request: InterceptedRequest): MutableFields | undefined =>
  groupsBehind(request).find(({ name }) => name === request.field("name"));

const creating = onRoute("POST /user_groups/create");

const given = (request: InterceptedRequest): string[] => settingNames.filter((name) => request.field(name) !== undefined);

/** Faults of the settings that a group is created with. */
const settings: readonly Mutant[] = [
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

/** Takes characters beyond the first 65,536 out of the name and the description. */
export function inThreeBytes(request: InterceptedRequest): WireRequest | undefined {
  const short = (name: string) => request.field(name)?.replace(/[\u{10000}-\u{10ffff}]/gu, "");
  const [name, description] = [short("name"), short("description")];
  return name === request.field("name") && description === request.field("description") ? undefined : request.with({ name, description });
}

/** Faults of POST /user_groups/create. */
export const mutants: readonly Mutant[] = [
  creating(
    "group-id-of-the-first",
    ["user_groups.create.post/group-id", "user-group/group-id"],
    "Every new group is answered with the id of the first that was made.",
    {
      answer: inSuccess((body, { memory }) => {
        if (!memory.has("first")) memory.set("first", body.group_id);
        body.group_id = memory.get("first");
      }),
    },
  ),
  creating("group-empty-at-first", ["user_groups.create.post/members-initial", "user-group/members"], "A new group has no members.", {
    request: reading("members", () => []),
  }),
  creating("group-members-twice-refused", "user_groups.create.post/members-initial", "A list that names somebody twice is refused.", {
    instead: refusing((request) => new Set(idsIn(request, "members")).size < idsIn(request, "members").length),
  }),
  creating(
    "group-texts-in-three-bytes",
    ["user-group/name", "user-group/description"],
    "Of names and descriptions only what fits into three bytes of UTF-8 is stored.",
    { request: inThreeBytes },
  ),
  creating("group-name-normalised", "user-group/name", "A group's name is stored in a normal form.", {
    request: reading("name", (name) => name.normalize("NFC")),
  }),
  creating("group-description-lost", "user-group/description", "The description is stored empty.", {
    request: reading("description", () => ""),
  }),
  creating("group-name-in-capitals", "user-group/name", "A group's name is stored in capitals.", {
    request: reading("name", (name) => name.toUpperCase()),
  }),
  creating(
    "group-creator-joins",
    "user_groups.create.post/creator",
    "The creator of a group becomes a member of it where nobody else is listed.",
    {
      request: (request) =>
        idsIn(request, "members").length === 0 && isSuccess(request.wouldSay())
          ? request.with({ members: [callerId(request)] })
          : undefined,
    },
  ),
  creating(
    "group-subgroups-of-others-refused",
    "user_groups.create.post/subgroups-regardless",
    "Only groups that the caller created may be subgroups.",
    {
      instead: refusing((request) => idsIn(request, "subgroups").some((id) => groupBehind(request, id)?.creator_id !== callerId(request))),
    },
  ),
  creating("group-notice-to-first", "user_groups.create.post/notices", "Of the first members only one is told by a message.", {
    besides: (request, said) => {
      const to = idsIn(request, "members").slice(0, 1);
      const content = `You are in the group ${request.field("name")} now.`;
      return isSuccess(said) && to.length > 0 && isSuccess(request.also("owen", "POST /messages", { type: "direct", to, content }));
    },
  }),
  ...settings,
];
