import {
  becomes,
  inNameOf,
  isSuccess,
  type MutableFields,
  recoded,
  refusing,
  success,
  swallowed,
  withoutEvents,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const deleting = onRoute("DELETE /messages/{id}");

/** Faults in what a deletion does and tells. */
const effects: readonly Mutant[] = [
  deleting("deleted-still-there", ["messages-id.delete/gone", "messages-id.delete/told"], "A deletion is accepted and nothing deleted.", {
    instead: swallowed,
  }),
  mutant({
    name: "deleted-still-listed",
    breaks: "messages-id.delete/gone",
    says: "A deleted message cannot be fetched alone, but lists still show it.",
    on: ["DELETE /messages/{id}", "GET /messages"],
    instead: (request) => {
      if (request.route !== "DELETE /messages/{id}" || !request.caller || !isSuccess(request.wouldSay())) return undefined;
      const { message } = request.also(request.caller, `GET /messages/${request.pathId}`).body;
      request.memory.set("gone", [...((request.memory.get("gone") as MutableFields[]) ?? []), message]);
      return undefined;
    },
    answer: (said, request) => {
      if (request.route !== "GET /messages" || !Array.isArray(said.body.messages)) return;
      const gone = (request.memory.get("gone") as MutableFields[]) ?? [];
      said.body.messages = [...(said.body.messages as MutableFields[]), ...gone].sort((a, b) => Number(a.id) - Number(b.id));
    },
  }),
  deleting("deletion-of-two", "messages-id.delete/only-it", "The message before is deleted too.", {
    besides: (request, said) => isSuccess(said) && isSuccess(request.also("owen", `DELETE /messages/${(request.pathId ?? 0) - 1}`)),
  }),
  mutant({
    name: "deleted-id-reused",
    breaks: "messages-id.delete/id-not-reused",
    says: "The next message gets the id of the one that was deleted.",
    on: ["DELETE /messages/{id}", "POST /messages"],
    answer: (said, request) => {
      if (!isSuccess(said)) return;
      if (request.route === "DELETE /messages/{id}") request.memory.set("free", request.pathId);
      else if (request.memory.has("free")) said.body.id = request.memory.get("free");
    },
  }),
  mutant({
    name: "deletion-not-told",
    breaks: "messages-id.delete/told",
    says: "Nobody is told that a message was deleted.",
    on: "GET /events",
    answer: withoutEvents(({ type }) => type === "delete_message"),
  }),
  mutant({
    name: "deletion-told-to-all",
    breaks: "messages-id.delete/untold",
    says: "Everybody is told of a deletion, whether they could see the message or not.",
    on: ["DELETE /messages/{id}", "GET /events"],
    answer: (said, { route, memory, pathId }) => {
      const [deleted, events] = [(memory.get("deleted") as unknown[] | undefined) ?? [], said.body.events];
      if (route === "DELETE /messages/{id}" && isSuccess(said)) memory.set("deleted", [...deleted, pathId]);
      if (!Array.isArray(events) || events.length === 0) return;
      const announced = (events as MutableFields[]).flatMap(({ message_ids }) => message_ids);
      const untold = deleted.filter((id) => !announced.includes(id));
      if (untold.length > 0) said.body.events = [{ type: "delete_message", id: events[0]?.id, message_ids: untold }, ...events];
    },
  }),
];

/** The message that is to be deleted, as the caller sees it. */
const messageOf = (request: InterceptedRequest): MutableFields | undefined =>
  request.caller === undefined
    ? undefined
    : (request.also(request.caller, `GET /messages/${request.pathId}`).body.message as MutableFields | undefined);

const callerId = (request: InterceptedRequest): number | undefined => request.served.cast[request.caller ?? ""]?.user_id;

/** Whether the caller wrote what is to be deleted. */
const isOwn = (request: InterceptedRequest): boolean => messageOf(request)?.sender_id === callerId(request);

/** Whether a setting of the channel that the message is in names the caller. */
function isNamedByChannel(request: InterceptedRequest, setting: string): boolean {
  const { streams } = request.also("owen", "POST /register", { event_types: [], fetch_event_types: ["stream"] }).body;
  const channel = (streams as MutableFields[]).find(({ stream_id }) => stream_id === messageOf(request)?.stream_id);
  const people = (channel?.[setting] as MutableFields | undefined)?.direct_members;
  return Array.isArray(people) && people.includes(callerId(request));
}

/** Faults in who may delete. */
const permissions: readonly Mutant[] = [
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
        const people = (value as MutableFields).direct_members;
        return Array.isArray(people) && !people.includes(callerId(request)) && isOwn(request);
      }),
    },
  ),
];

/** Faults of DELETE /messages/{message_id}. */
export const mutants: readonly Mutant[] = [...effects, ...permissions];
