import { inSuccess, isSuccess, listOf, type MutableFields, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const polling = onRoute("GET /events", "messages-id.delete");

const deleting = onRoute("DELETE /messages/{id}", "messages-id.delete");
const early = onRoute("DELETE /messages/{id}", "messages-id.delete", { level: 280 });

/** The message that is to be deleted, as the caller sees it. */
const messageOf = (request: InterceptedRequest): MutableFields | undefined =>
  request.caller === undefined
    ? undefined
    : (request.also(request.caller, `GET /messages/${request.pathId}`).body.message as MutableFields | undefined);

/** Whether the caller wrote what is to be deleted. */
const isOwn = (request: InterceptedRequest): boolean => messageOf(request)?.sender_id === request.account?.user_id;

/** Whether a setting of the channel that the message is in names the caller. */
function isNamedByChannel(request: InterceptedRequest, setting: string): boolean {
  const streams = listOf(request.registered("owen", "stream").streams);
  const channel = streams.find(({ stream_id }) => stream_id === messageOf(request)?.stream_id);
  const people = (channel?.[setting] as MutableFields | undefined)?.direct_members;
  return Array.isArray(people) && people.includes(request.account?.user_id);
}

export const mutants: readonly Mutant[] = [
  // What a deletion does and tells.
  deleting("deleted-still-there", ["gone", "told"]).says("A deletion is accepted and nothing deleted.").swallows(),
  onRoute(["DELETE /messages/{id}", "GET /messages"], "messages-id.delete")("deleted-still-listed", "gone")
    .says("A deleted message cannot be fetched alone, but lists still show it.")
    .with({
      instead: (request) => {
        const { route, memory, pathId } = request;
        if (route === "DELETE /messages/{id}" && request.caller && request.wouldSucceed())
          memory.set("gone", [...listOf(memory.get("gone")), request.also(request.caller, `GET /messages/${pathId}`).body.message]);
        return undefined;
      },
      answer: inSuccess(({ messages }, { memory }) => {
        const all = [...listOf(messages), ...listOf(memory.get("gone"))];
        return Array.isArray(messages) && { messages: all.sort((a, b) => Number(a.id) - Number(b.id)) };
      }),
    }),
  deleting("deletion-of-two", "only-it")
    .says("The message before is deleted too.")
    .afterwards((request) => request.makes("owen", `DELETE /messages/${(request.pathId ?? 0) - 1}`)),
  onRoute(["DELETE /messages/{id}", "POST /messages"], "messages-id.delete")("deleted-id-reused", "id-not-reused")
    .says("The next message gets the id of the one that was deleted.")
    .answers(({ id }, { route, memory, pathId }) => {
      if (route === "POST /messages") return { id: memory.get("free") ?? id };
      memory.set("free", pathId);
      return undefined;
    }),
  polling("deletion-not-told", "told")
    .says("Nobody is told that a message was deleted.")
    .drops(({ type }) => type === "delete_message"),
  onRoute(["DELETE /messages/{id}", "GET /events"], "messages-id.delete")("deletion-told-to-all", "untold")
    .says("Everybody is told of a deletion, whether they could see the message or not.")
    .answers((body, { route, memory, pathId }) => {
      const [deleted, events] = [(memory.get("deleted") ?? []) as unknown[], listOf(body.events)];
      if (route === "DELETE /messages/{id}") memory.set("deleted", [...deleted, pathId]);
      const announced = events.flatMap(({ message_ids }) => message_ids);
      const untold = deleted.filter((id) => !announced.includes(id));
      const isTold = events.length > 0 && untold.length > 0;
      return isTold && { events: [{ type: "delete_message", id: events[0]?.id, message_ids: untold }, ...events] };
    }),
  // Who may delete.
  deleting("deletion-of-missing-accepted", ["missing", "twice"])
    .says("Deleting what does not exist succeeds.")
    .changes((said, request) => {
      const isMissing = !request.makes("owen", `GET /messages/${request.pathId}`);
      return isMissing && said.body.code === "BAD_REQUEST" && success();
    }),
  deleting("deletion-other-code", ["no-permission", "missing", "errors/deletion-not-permitted"])
    .says("Deletions are refused with a code of its own.")
    .recodes("BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"),
  deleting("deletion-by-anyone", "no-permission").says("Everybody may delete everything.").servesAs("owen"),
  deleting("deletion-refused-but-done", ["no-permission", "conventions/refusals-leave-no-trace"])
    .says("A deletion that is refused is done all the same.")
    .nevertheless((request) => request.makes("owen", `DELETE /messages/${request.pathId}`)),
  deleting("own-message-not-deletable", ["gone", "realm-own-group", "limits/deletion-in-time"])
    .says("Nobody may delete a message.")
    .refuses(() => true),
  deleting("deletion-limit-not-heeded", ["time-limit", "limits/deletion-time"])
    .says("The time limit on deleting is not enforced.")
    .servesAs("owen", isOwn),
  deleting("deletion-by-author-only", ["realm-any-group", "channel-any-group"])
    .says("Nobody may delete what others wrote.")
    .refuses((request) => !isOwn(request)),
  deleting("channel-any-group-not-heeded", "channel-any-group")
    .says("Who may delete any message in a channel is not heeded.")
    .refuses((request) => !isOwn(request) && isNamedByChannel(request, "can_delete_any_message_group")),
  deleting("channel-own-group-not-heeded", "channel-own-group")
    .says("Who may delete their own messages in a channel is not heeded.")
    .refuses((request) => isOwn(request) && isNamedByChannel(request, "can_delete_own_message_group")),
  early("early-deletion-by-author-swallowed", "before-281")
    .says("Before level 281 people are told that they deleted their own message, and it stays.")
    .changes((said, request) => !isSuccess(said) && isOwn(request) && success()),
  early("early-deletion-by-anyone", "before-281").says("Before level 281 everybody deletes what they see.").servesAs("dana"),
  deleting("deletion-by-subgroup-refused", "realm-own-group")
    .says("Groups inside the setting of the organization do not count.")
    .refuses((request) => {
      const { realm_can_delete_own_message_group: setting } = request.registered("owen", "realm");
      const { direct_members: people } = setting as MutableFields;
      return Array.isArray(people) && !people.includes(request.account?.user_id) && isOwn(request);
    }),
];
