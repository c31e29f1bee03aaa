import type { WireRequest } from "../../../sim/protocol/wire.ts";
import { ignoring, inSuccess, isSuccess, lacking, reading, recoded, refusing, swallowed } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { callerId, groupBehind, idsIn, isByBot, knownGroups, knownPeople } from "./mutants.reading.ts";
import { settings } from "./mutants.settings.ts";

const creating = onRoute("POST /user_groups/create");

/** Drops people who do not exist, or are deactivated, where that makes a refused request acceptable. */
const knownOnly = (name: string) => (request: InterceptedRequest) => {
  const ids = idsIn(request, name);
  const left = knownPeople(request, ids);
  if (left.length === ids.length || isSuccess(request.wouldSay())) return undefined;
  return request.with({ [name]: name === "members" || left.length > 0 ? left : undefined });
};

/** Takes characters beyond the first 65,536 out of the name and the description. */
export function inThreeBytes(request: InterceptedRequest): WireRequest | undefined {
  const short = (name: string) => request.field(name)?.replace(/[\u{10000}-\u{10ffff}]/gu, "");
  const [name, description] = [short("name"), short("description")];
  return name === request.field("name") && description === request.field("description") ? undefined : request.with({ name, description });
}

/** Faults of POST /user_groups/create. */
export const mutants: readonly Mutant[] = [
  creating(
    "group-not-made",
    ["user_groups.create.post/group-id", "user-group/group-id", "user_groups.create.post/members-initial"],
    "A group is accepted and not made.",
    { instead: swallowed },
  ),
  creating("group-without-id", ["user_groups.create.post/group-id", "user-group/group-id"], "The new group's id is not told.", {
    answer: lacking("group_id"),
  }),
  creating("group-id-as-text", ["user_groups.create.post/group-id", "user-group/group-id"], "The new group's id is a string.", {
    answer: inSuccess((body) => void (body.group_id = String(body.group_id))),
  }),
  creating(
    "group-of-unknown-people",
    ["user_groups.create.post/members-unknown", "errors/unknown-member"],
    "Members who do not exist are passed over.",
    { request: knownOnly("members") },
  ),
  creating(
    "group-unknown-people-other-code",
    ["user_groups.create.post/members-unknown", "errors/unknown-member"],
    "A member who does not exist is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "USER_NOT_FOUND"),
    },
  ),
  creating(
    "group-refused-but-made",
    "user_groups.create.post/no-trace",
    "Where a member does not exist the group is refused, and made without.",
    {
      besides: (request, said) => {
        const members = idsIn(request, "members");
        const left = knownPeople(request, members);
        return !isSuccess(said) && left.length < members.length && "text" in request.served.exchange(request.with({ members: left }));
      },
    },
  ),
  creating("group-empty-at-first", ["user_groups.create.post/members-initial", "user-group/members"], "A new group has no members.", {
    request: reading("members", () => []),
  }),
  creating(
    "group-subgroups-lost",
    ["user_groups.create.post/subgroups-initial", "user-group/subgroups"],
    "The first subgroups are ignored.",
    { request: ignoring("subgroups") },
  ),
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
  creating("group-name-not-required", "user_groups.create.post/name-required", "A group needs no name.", {
    request: (request) => (request.field("name") === undefined ? request.with({ name: "a group" }) : undefined),
  }),
  creating("group-members-not-required", "user_groups.create.post/members-required", "A group needs no list of members.", {
    request: (request) => (request.field("members") === undefined ? request.with({ members: [] }) : undefined),
  }),
  creating("group-description-not-required", "user_groups.create.post/description-required", "A group needs no description.", {
    request: (request) => (request.field("description") === undefined ? request.with({ description: "" }) : undefined),
  }),
  creating(
    "group-bots-refused",
    ["user_groups.create.post/bots", "authentication/groups-for-bots", "versioning/bots-manage-groups"],
    "Bots may not make groups.",
    { instead: refusing(isByBot) },
  ),
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
  creating("group-of-unknown-groups", "user_groups.create.post/subgroups-unknown", "Subgroups that do not exist are passed over.", {
    request: reading("subgroups", (text, request) => {
      const [ids, left] = [idsIn(request, "subgroups"), knownGroups(request, idsIn(request, "subgroups"))];
      return left.length < ids.length ? left : text;
    }),
  }),
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
