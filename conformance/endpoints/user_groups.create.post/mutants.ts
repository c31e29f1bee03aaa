import type { WireRequest } from "../../../sim/protocol/wire.ts";
import { inSuccess, isSuccess, reading, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { callerId, groupBehind, idsIn } from "./mutants.reading.ts";
import { settings } from "./mutants.settings.ts";

const creating = onRoute("POST /user_groups/create");

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
