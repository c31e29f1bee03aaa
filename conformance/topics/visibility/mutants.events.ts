import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, isSuccess } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Whether a request sends a direct message. */
const isDirectSend = (asked: Asked): boolean => asked.route === "POST /messages" && Array.isArray(asked.json("to"));

/** Faults by which somebody is told of what is not theirs. */
export const telling: readonly Mutant[] = [
  mutant({
    name: "direct-messages-told-to-another",
    breaks: ["visibility/no-event", "events/message-untold"],
    says: "A third person gets the event of a direct message.",
    on: ["POST /messages", "GET /events"],
    besides: (asked, said) => {
      if (!isDirectSend(asked) || !isSuccess(said) || !asked.caller) return false;
      const { message } = asked.also(asked.caller, `GET /messages/${String(said.body.id)}`).body;
      asked.memory.set("overheard", message);
      return false;
    },
    answer: (said, asked) => {
      const message = asked.memory.get("overheard") as Fields | undefined;
      const events = said.body.events;
      if (asked.route !== "GET /events" || !message || !Array.isArray(events) || events.length === 0 || !asked.caller) return;
      const own = asked.member(asked.caller).user_id;
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
    besides: (asked, said) => {
      const policy = {
        stream_id: asked.json("stream_id"),
        topic_name: asked.field("topic"),
        visibility_policy: asked.json("visibility_policy"),
      };
      if (asked.route === "POST /user_topics" && isSuccess(said)) asked.memory.set("policy", { by: asked.caller, policy });
      return false;
    },
    answer: ({ body }, asked) => {
      const told = asked.memory.get("policy") as { by: string; policy: Fields } | undefined;
      if (!told || told.by === asked.caller || !Array.isArray(body.events) || body.events.length === 0) return;
      body.events = [{ type: "user_topic", ...told.policy, id: (body.events[0] as Fields).id }, ...body.events];
    },
  }),
  mutant({
    name: "deletions-told-to-everybody",
    breaks: ["visibility/no-event", "messages-id.delete/untold"],
    says: "The deletion of a message is told to those who could not see it.",
    on: ["DELETE /messages/{id}", "GET /events"],
    besides: (asked, said) => {
      if (asked.route !== "GET /events" && isSuccess(said)) asked.memory.set("deleted", asked.pathId);
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
