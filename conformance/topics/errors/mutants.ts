import type { WireRequest } from "../../../sim/protocol/wire.ts";
import { inRefusal, reading, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const sending = onRoute("POST /messages");

const withoutWildcards = (text: string): string => text.replaceAll(/@\*\*(all|everyone|stream)\*\*/g, "all");

const mentionsAll = (request: InterceptedRequest): boolean => {
  const content = request.field("content") ?? "";
  return withoutWildcards(content) !== content;
};

/** Does a request that was refused with a code all the same, in another's name or with other fields. */
const doneAfter =
  (code: string, done: (request: InterceptedRequest) => WireRequest | undefined): NonNullable<Mutant["besides"]> =>
  (request, { body }) => {
    const wire = body.code === code ? done(request) : undefined;
    return wire !== undefined && "text" in request.served.exchange(wire);
  };

/** Faults of requests that are refused and leave something behind. */
const traces: readonly Mutant[] = [
  onRoute("POST /channel_folders/create")(
    "refused-folder-made",
    ["errors/not-an-administrator", "conventions/refusals-leave-no-trace"],
    "A folder that is refused to somebody who does not administer is made.",
    { besides: doneAfter("UNAUTHORIZED_PRINCIPAL", (request) => request.by("dana")) },
  ),
  onRoute("POST /user_groups/create")(
    "refused-group-made-of-the-rest",
    ["errors/unknown-member", "conventions/refusals-leave-no-trace"],
    "A group with an unknown member is refused, and is made of those who exist.",
    {
      besides: doneAfter("BAD_REQUEST", (request) => {
        const known = Object.values(request.served.cast).map(({ user_id }) => user_id);
        const members = request.json("members");
        return Array.isArray(members) ? request.with({ members: members.filter((id) => known.includes(id)) }) : undefined;
      }),
    },
  ),
  onRoute("POST /user_topics")(
    "refused-policy-mutes",
    "conventions/refusals-leave-no-trace",
    "A policy that there is not is refused, and the topic is muted.",
    { besides: doneAfter("BAD_REQUEST", (request) => request.with({ visibility_policy: 1 })) },
  ),
  onRoute("POST /navigation_views")(
    "refused-view-added-by-name",
    ["errors/blank-fragment", "conventions/refusals-leave-no-trace"],
    "A view with a blank fragment is refused, and is added with its name for a fragment.",
    {
      besides: doneAfter("BAD_REQUEST", (request) =>
        request.field("fragment")?.trim() === "" ? request.with({ fragment: request.field("name") }) : undefined,
      ),
    },
  ),
  onRoute("PATCH /channel_folders/{id}")(
    "unknown-folder-made",
    "errors/unknown-folder",
    "A change of a folder that does not exist is answered by a success.",
    {
      instead: (request) =>
        request.wouldSay().body.code === "BAD_REQUEST" && (request.pathId ?? 0) > 1_000_000_000 ? success() : undefined,
    },
  ),
];

/** Faults of codes that no one endpoint's folder is about. */
export const mutants: readonly Mutant[] = [
  sending(
    "unknown-channel-stripped",
    "errors/unknown-channel-escapes",
    "The refusal names the channel without the characters that HTML escapes.",
    {
      answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
        if (typeof body.stream === "string") body.stream = body.stream.replaceAll(/[&<>]/g, "");
      }),
    },
  ),
  sending("old-wildcard-own-code", "errors/wildcard-before", "A server of level 228 has a code of its own for wildcard mentions.", {
    realm: "crowded",
    level: 228,
    answer: inRefusal("BAD_REQUEST", ({ body }, request) => {
      if (mentionsAll(request)) body.code = "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
    }),
  }),
  sending("old-wildcard-allowed", "errors/wildcard-before", "On a server of level 228 everybody may mention a whole channel.", {
    realm: "crowded",
    level: 228,
    request: reading("content", withoutWildcards),
  }),
  ...traces,
];
