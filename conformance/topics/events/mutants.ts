import { type AlterAnswer, inEvents, isSuccess, type MutableFields, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "DELETE /events";

/** Makes a mutant of the answers to polls. */
const inPolls = (name: string, breaks: Breaks, says: string, answer: AlterAnswer): Mutant =>
  mutant({ name, breaks, says, on: "GET /events", answer });

/** Faults of events. */
export const mutants: readonly Mutant[] = [
  inPolls(
    "message-event-missing",
    "events/message-told",
    "Nobody gets message events.",
    withoutEvents(({ type }) => type === "message"),
  ),
  inPolls(
    "edit-event-old-content",
    "events/changes-told",
    "The event of an edit brings the former content.",
    inEvents("update_message", (event) => {
      if (event.orig_rendered_content !== undefined) event.rendered_content = event.orig_rendered_content;
    }),
  ),
  inPolls(
    "move-event-old-topic",
    "events/changes-told",
    "The event of a move names the former topic.",
    inEvents("update_message", (event) => {
      if (event.subject !== undefined) event.subject = event.orig_subject;
    }),
  ),
  inPolls(
    "reaction-event-always-added",
    "events/changes-told",
    "A reaction that is taken away is told as one that is made.",
    inEvents("reaction", (event) => void (event.op = "add")),
  ),
  inPolls(
    "flag-event-inverted",
    "events/changes-told",
    "A flag that is set is told as one that is removed, and the other way round.",
    inEvents("update_message_flags", (event) => void (event.op = event.operation = event.op === "add" ? "remove" : "add")),
  ),
  inPolls(
    "message-event-other-flags",
    "events/message-told",
    "The event of a message says that everybody has read it.",
    inEvents("message", (event) => void (event.flags = ["read"])),
  ),
  mutant({
    name: "tenth-queue-deaf",
    breaks: "events/message-told",
    says: "Every tenth queue is told nothing.",
    on: ["POST /register", "GET /events"],
    answer: (said, { memory, route: asked, wire }) => {
      if (asked === "POST /register") {
        const all = (memory.get("queues") ?? []) as unknown[];
        memory.set("queues", [...all, said.body.queue_id]);
        return;
      }
      const place = ((memory.get("queues") ?? []) as unknown[]).indexOf(wire.query.get("queue_id"));
      if (place % 10 === 9 && Array.isArray(said.body.events))
        said.body.events = said.body.events.map(({ id }) => ({ type: "heartbeat", id }));
    },
  }),
  mutant({
    name: "event-ids-descend",
    breaks: "events/ids-ascend",
    says: "The newer of two events has the smaller id.",
    on: "GET /events",
    answer: (said) => {
      const all = Array.isArray(said.body.events) ? (said.body.events as MutableFields[]) : [];
      if (all.length > 1) said.body.events = all.map((event, i) => ({ ...event, id: all.at(-1 - i)?.id }));
    },
  }),
  mutant({
    name: "queues-die-together",
    breaks: ["events/queue-deleted-alone", "events.delete/other-queues"],
    says: "Deleting one queue deletes the others of its owner too.",
    on: ["POST /register", "DELETE /events"],
    besides: (request, said) => {
      const { caller } = request;
      if (!isSuccess(said) || !caller) return false;
      const own = (request.memory.get(caller) as string[] | undefined) ?? [];
      if (request.route === "POST /register") request.memory.set(caller, [...own, String(said.body.queue_id)]);
      if (request.route === "POST /register") return false;
      const gone = own.filter((id) => id !== request.field("queue_id"));
      return gone.filter((queue_id) => isSuccess(request.also(caller, route, { queue_id }))).length > 0;
    },
  }),
  inPolls(
    "policy-event-other-topic",
    ["events/policy-set", "events/automatic-policy"],
    "The event of a policy names another topic.",
    inEvents("user_topic", (event) => void (event.topic_name = "")),
  ),
  inPolls(
    "policy-event-other-value",
    ["events/policy-set", "events/automatic-policy"],
    "The event of a policy always says 0.",
    inEvents("user_topic", (event) => void (event.visibility_policy = 0)),
  ),
  inPolls(
    "typing-event-other-sender",
    "events/typing-people",
    "Typing events name somebody else.",
    inEvents("typing", (event) => {
      const sender = event.sender as MutableFields;
      sender.user_id = Number(sender.user_id) + 1;
    }),
  ),
  inPolls(
    "typing-event-without-topic",
    "events/typing-channel",
    "Typing events of channels do not say in which topic.",
    inEvents("typing", (event) => void delete event.topic),
  ),
  inPolls(
    "local-echo-unsubscribed-nameless",
    ["events/local-echo-unsubscribed", "events/local-echo"],
    "A sender who does not receive the message gets its event without the local_message_id.",
    inEvents("message", (event, { served }) => {
      if ((event.message as MutableFields).stream_id === served.channels.quiet?.stream_id) delete event.local_message_id;
    }),
  ),
];
