import { becomes, type Fields, inNameOf, isSuccess, recoded, refusing, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const deleting = onRoute("DELETE /messages/{id}");

/** The message that is to be deleted, as the caller sees it. */
const messageOf = (request: InterceptedRequest): Fields | undefined =>
  request.caller === undefined
    ? undefined
    : (request.also(request.caller, `GET /messages/${request.pathId}`).body.message as Fields | undefined);

const callerId = (request: InterceptedRequest): number | undefined => request.served.cast[request.caller ?? ""]?.user_id;

/** Whether the caller wrote what is to be deleted. */
const isOwn = (request: InterceptedRequest): boolean => messageOf(request)?.sender_id === callerId(request);

/** Whether a setting of the channel that the message is in names the caller. */
function isNamedByChannel(request: InterceptedRequest, setting: string): boolean {
  const { streams } = request.also("owen", "POST /register", { event_types: [], fetch_event_types: ["stream"] }).body;
  const channel = (streams as Fields[]).find(({ stream_id }) => stream_id === messageOf(request)?.stream_id);
  const people = (channel?.[setting] as Fields | undefined)?.direct_members;
  return Array.isArray(people) && people.includes(callerId(request));
}

/** Faults in who may delete. */
export const permissions: readonly Mutant[] = [
  deleting(
    "deletion-of-missing-accepted",
    ["messages-id.delete/missing", "messages-id.delete/twice"],
    "Deleting what does not exist succeeds.",
    {
      answer: (said, request) => {
        const isMissing = !isSuccess(request.also("owen", `GET /messages/${request.pathId}`));
        if (isMissing && said.body.code === "BAD_REQUEST") becomes(said, success());
      },
    },
  ),
  deleting(
    "deletion-other-code",
    ["messages-id.delete/no-permission", "messages-id.delete/missing", "errors/deletion-not-permitted"],
    "Deletions are refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"),
    },
  ),
  deleting("deletion-by-anyone", "messages-id.delete/no-permission", "Everybody may delete everything.", { request: inNameOf("owen") }),
  deleting("deletion-refused-but-done", "messages-id.delete/no-permission", "A deletion that is refused is done all the same.", {
    besides: (request, said) =>
      !isSuccess(said) && request.caller !== undefined && isSuccess(request.also("owen", `DELETE /messages/${request.pathId}`)),
  }),
  deleting(
    "own-message-not-deletable",
    ["messages-id.delete/gone", "messages-id.delete/realm-own-group", "limits/deletion-in-time"],
    "Nobody may delete a message.",
    { instead: refusing(() => true) },
  ),
  deleting(
    "deletion-limit-not-heeded",
    ["messages-id.delete/time-limit", "limits/deletion-time"],
    "The time limit on deleting is not enforced.",
    { request: inNameOf("owen", isOwn) },
  ),
  deleting(
    "deletion-by-author-only",
    ["messages-id.delete/realm-any-group", "messages-id.delete/channel-any-group"],
    "Nobody may delete what others wrote.",
    { instead: refusing((request) => !isOwn(request)) },
  ),
  deleting(
    "channel-any-group-not-heeded",
    "messages-id.delete/channel-any-group",
    "Who may delete any message in a channel is not heeded.",
    {
      instead: refusing((request) => !isOwn(request) && isNamedByChannel(request, "can_delete_any_message_group")),
    },
  ),
  deleting(
    "channel-own-group-not-heeded",
    "messages-id.delete/channel-own-group",
    "Who may delete their own messages in a channel is not heeded.",
    {
      instead: refusing((request) => isOwn(request) && isNamedByChannel(request, "can_delete_own_message_group")),
    },
  ),
  mutant({
    name: "early-deletion-by-author-swallowed",
    breaks: "messages-id.delete/before-281",
    says: "Before level 281 people are told that they deleted their own message, and it stays.",
    level: 280,
    on: "DELETE /messages/{id}",
    answer: (said, request) => {
      if (!isSuccess(said) && isOwn(request)) becomes(said, success());
    },
  }),
  mutant({
    name: "early-deletion-by-anyone",
    breaks: "messages-id.delete/before-281",
    says: "Before level 281 everybody deletes what they see.",
    level: 280,
    on: "DELETE /messages/{id}",
    request: inNameOf("dana"),
  }),
  deleting(
    "deletion-by-subgroup-refused",
    "messages-id.delete/realm-own-group",
    "Groups inside the setting of the organization do not count.",
    {
      instead: refusing((request) => {
        const { realm_can_delete_own_message_group: value } = request.also("owen", "POST /register", {
          event_types: [],
          fetch_event_types: ["realm"],
        }).body;
        const people = (value as Fields).direct_members;
        return Array.isArray(people) && !people.includes(callerId(request)) && isOwn(request);
      }),
    },
  ),
];
