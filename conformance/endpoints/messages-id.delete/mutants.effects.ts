import { type Fields, isSuccess, swallowed, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const deleting = onRoute("DELETE /messages/{id}");

/** Faults in what a deletion does and tells. */
export const effects: readonly Mutant[] = [
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
      request.memory.set("gone", [...((request.memory.get("gone") as Fields[]) ?? []), message]);
      return undefined;
    },
    answer: (said, request) => {
      if (request.route !== "GET /messages" || !Array.isArray(said.body.messages)) return;
      const gone = (request.memory.get("gone") as Fields[]) ?? [];
      said.body.messages = [...(said.body.messages as Fields[]), ...gone].sort((a, b) => Number(a.id) - Number(b.id));
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
      const announced = (events as Fields[]).flatMap(({ message_ids }) => message_ids);
      const untold = deleted.filter((id) => !announced.includes(id));
      if (untold.length > 0) said.body.events = [{ type: "delete_message", id: events[0]?.id, message_ids: untold }, ...events];
    },
  }),
];
