import type { WireRequest } from "../../../sim/protocol/wire.ts";
import { settingNames } from "../../client/groups.ts";
import { capabilities } from "../../client/registration.ts";
import { ignoring, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

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

const creating = onRoute("POST /user_groups/create", "user-group");

/** Takes characters beyond the first 65,536 out of the name and the description. */
export function inThreeBytes(request: InterceptedRequest): WireRequest | false {
  const given = ["name", "description"].map((name) => [name, request.field(name)] as const);
  const short = given.map(([name, text]) => [name, text?.replace(/[\u{10000}-\u{10ffff}]/gu, "")] as const);
  return short.some(([, text], i) => text !== given[i]?.[1]) && request.with(Object.fromEntries(short));
}

export const mutants: readonly Mutant[] = [
  creating("group-id-of-the-first", ["user_groups.create.post/group-id", "group-id"])
    .says("Every new group is answered with the id of the first that was made.")
    .tells("group_id", (id, request) => request.first("first", id)),
  creating("group-empty-at-first", ["user_groups.create.post/members-initial", "members"])
    .says("A new group has no members.")
    .reads("members", () => []),
  creating("group-members-twice-refused", "user_groups.create.post/members-initial")
    .says("A list that names somebody twice is refused.")
    .refuses((request) => new Set(request.list("members")).size < request.list("members").length),
  creating("group-texts-in-three-bytes", ["name", "description"])
    .says("Of names and descriptions only what fits into three bytes of UTF-8 is stored.")
    .takes(inThreeBytes),
  creating("group-name-normalised", "name")
    .says("A group's name is stored in a normal form.")
    .reads("name", (name) => name.normalize("NFC")),
  creating("group-description-lost", "description")
    .says("The description is stored empty.")
    .reads("description", () => ""),
  creating("group-name-in-capitals", "name")
    .says("A group's name is stored in capitals.")
    .reads("name", (name) => name.toUpperCase()),
  creating("group-creator-joins", "user_groups.create.post/creator")
    .says("The creator of a group becomes a member of it where nobody else is listed.")
    .takes(
      (request) => request.list("members").length === 0 && request.wouldSucceed() && request.with({ members: [request.account?.user_id] }),
    ),
  creating("group-subgroups-of-others-refused", "user_groups.create.post/subgroups-regardless")
    .says("Only groups that the caller created may be subgroups.")
    .refuses((request) => request.list("subgroups").some((id) => groupBehind(request, id)?.creator_id !== request.account?.user_id)),
  creating("group-notice-to-first", "user_groups.create.post/notices")
    .says("Of the first members only one is told by a message.")
    .afterwards((request) => {
      const [to, content] = [request.list("members").slice(0, 1), `You are in the group ${request.field("name")} now.`];
      return to.length > 0 && request.makes("owen", "POST /messages", { type: "direct", to, content });
    }),
  // The settings that a group is created with.
  creating("group-permissions-lost", [
    "settings",
    "group-setting/integer",
    "group-setting/object",
    "can_manage_group-excluded",
    "can_mention_group-internet",
  ])
    .says("Permissions given at creation are ignored.")
    .ignores(...settingNames),
  creating("group-anonymous-value-refused", "group-setting/object")
    .says("A permission cannot be an object.")
    .refuses((request) => settingNames.some((name) => (request.field(name) ?? "").startsWith("{"))),
  creating("group-managed-by-everyone", "can_manage_group-excluded")
    .says("can_manage_group may be any system group.")
    .takes((request) => !request.wouldSucceed() && ignoring("can_manage_group")(request)),
  creating("group-mentioned-by-internet", ["can_mention_group-internet", "can_mention_group-owners"])
    .says("can_mention_group may be any system group.")
    .takes((request) => !request.wouldSucceed() && ignoring("can_mention_group")(request)),
  creating("group-setting-system-group-refused", ["settings", "group-setting/integer"])
    .says("A permission cannot be a system group.")
    .refuses((request) => settingNames.some((name) => groupBehind(request, request.json(name))?.is_system_group === true)),
  creating("group-settings-all-or-none", ["user_groups.create.post/settings-optional", "settings"])
    .says("Either all permissions are given or none.")
    .refuses((request) => new Set(settingNames.map((name) => request.field(name) === undefined)).size > 1),
  creating("group-manager-required", "user_groups.create.post/settings-optional")
    .says("can_manage_group must be given.")
    .refuses((request) => request.field("can_manage_group") === undefined),
  creating("group-joined-by-internet", "settings-not-excluded")
    .says("can_join_group may be role:internet, which is then ignored.")
    .takes(
      (request) => groupBehind(request, request.json("can_join_group"))?.name === "role:internet" && ignoring("can_join_group")(request),
    ),
  creating("group-settings-of-other-shapes", "group-setting/other-shapes")
    .says("A permission that cannot be read is ignored.")
    .takes((request) => !request.wouldSucceed() && ignoring("can_join_group")(request)),
];
