import { type Fields, isSuccess } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Whether a request sends a direct message. */
const isDirectSend = (request: InterceptedRequest): boolean => request.route === "POST /messages" && Array.isArray(request.json("to"));

/** Faults by which somebody is told of what is not theirs. */
export const telling: readonly Mutant[] = [
  mutant({
    name: "direct-messages-told-to-another",
    breaks: ["visibility/no-event", "events/message-untold"],
    says: "A third person gets the event of a direct message.",
    on: ["POST /messages", "GET /events"],
    besides: (request, said) => {
      if (!isDirectSend(request) || !isSuccess(said) || !request.caller) return false;
      const { message } = request.also(request.caller, `GET /messages/${String(said.body.id)}`).body;
      request.memory.set("overheard", message);
      return false;
    },
    answer: (said, request) => {
      const message = request.memory.get("overheard") as Fields | undefined;
      const events = said.body.events;
      if (request.route !== "GET /events" || !message || !Array.isArray(events) || events.length === 0 || !request.caller) return;
      const own = request.member(request.caller).user_id;
      const people = message.display_recipient;
      if (!Array.isArray(people) || people.some((one: Fields) => one.id === own)) return;
      said.body.events = [{ type: "message", message, flags: [], id: (events[0] as Fields).id }, ...events];
    },
  }),
  mutant({
    name: "policies-told-to-everybody",
    breaks: ["visibility/personal-state", "topic-policy/personal"],
    says: "The event of a topic policy reaches other people's queues too.",
    on: ["POST /user_topics", "GET /events"],
    besides: (request, said) => {
      const policy = {
        stream_id: request.json("stream_id"),
        topic_name: request.field("topic"),
        visibility_policy: request.json("visibility_policy"),
      };
      if (request.route === "POST /user_topics" && isSuccess(said)) request.memory.set("policy", { by: request.caller, policy });
      return false;
    },
    answer: ({ body }, request) => {
      const change = request.memory.get("policy") as { by: string; policy: Fields } | undefined;
      if (!change || change.by === request.caller || !Array.isArray(body.events) || body.events.length === 0) return;
      body.events = [{ type: "user_topic", ...change.policy, id: (body.events[0] as Fields).id }, ...body.events];
    },
  }),
  mutant({
    name: "deletions-told-to-everybody",
    breaks: ["visibility/no-event", "messages-id.delete/untold"],
    says: "The deletion of a message is told to those who could not see it.",
    on: ["DELETE /messages/{id}", "GET /events"],
    besides: (request, said) => {
      if (request.route !== "GET /events" && isSuccess(said)) request.memory.set("deleted", request.pathId);
      return false;
    },
    answer: ({ body }, { route, memory }) => {
      const id = memory.get("deleted");
      if (route !== "GET /events" || id === undefined || !Array.isArray(body.events) || body.events.length === 0) return;
      const first = body.events[0] as Fields;
      if (!body.events.some(({ type }: Fields) => type === "delete_message"))
        body.events = [{ type: "delete_message", message_ids: [id], message_type: "private", id: first.id }, ...body.events];
    },
  }),
];
