import { listOf, type MutableFields, within } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const polling = onRoute("GET /events", "events");

/** Faults of events. */
export const mutants: readonly Mutant[] = [
  polling("message-event-missing", "message-told")
    .says("Nobody gets message events.")
    .drops(({ type }) => type === "message"),
  polling("edit-event-old-content", "changes-told")
    .says("The event of an edit brings the former content.")
    .delivers(
      "update_message",
      ({ orig_rendered_content }) => orig_rendered_content !== undefined && { rendered_content: orig_rendered_content },
    ),
  polling("move-event-old-topic", "changes-told")
    .says("The event of a move names the former topic.")
    .delivers("update_message", ({ subject, orig_subject }) => subject !== undefined && { subject: orig_subject }),
  polling("reaction-event-always-added", "changes-told")
    .says("A reaction that is taken away is told as one that is made.")
    .delivers("reaction", { op: "add" }),
  polling("flag-event-inverted", "changes-told")
    .says("A flag that is set is told as one that is removed, and the other way round.")
    .delivers("update_message_flags", ({ op }) => {
      const other = op === "add" ? "remove" : "add";
      return { op: other, operation: other };
    }),
  polling("message-event-other-flags", "message-told")
    .says("The event of a message says that everybody has read it.")
    .delivers("message", { flags: ["read"] }),
  onRoute(["POST /register", "GET /events"], "events")("tenth-queue-deaf", "message-told")
    .says("Every tenth queue is told nothing.")
    .changes(({ body }, { memory, route, wire }) => {
      const queues = (memory.get("queues") ?? []) as unknown[];
      if (route === "POST /register") memory.set("queues", [...queues, body.queue_id]);
      else if (queues.indexOf(wire.query.get("queue_id")) % 10 === 9 && Array.isArray(body.events))
        body.events = body.events.map(({ id }) => ({ type: "heartbeat", id }));
      return undefined;
    }),
  polling("event-ids-descend", "ids-ascend")
    .says("The newer of two events has the smaller id.")
    .answers(({ events }) => ({ events: listOf(events).map((event, i, all) => ({ ...event, id: all.at(-1 - i)?.id })) })),
  onRoute(["POST /register", "DELETE /events"], "events")("queues-die-together", ["queue-deleted-alone", "events.delete/other-queues"])
    .says("Deleting one queue deletes the others of its owner too.")
    .afterwards((request, caller, { queue_id: id }) => {
      const own = (request.memory.get(caller) as string[] | undefined) ?? [];
      if (request.route === "POST /register") request.memory.set(caller, [...own, String(id)]);
      const gone = request.route === "POST /register" ? [] : own.filter((one) => one !== request.field("queue_id"));
      return gone.filter((queue_id) => request.makes(caller, "DELETE /events", { queue_id })).length > 0;
    }),
  polling("policy-event-other-topic", ["policy-set", "automatic-policy"])
    .says("The event of a policy names another topic.")
    .delivers("user_topic", { topic_name: "" }),
  polling("policy-event-other-value", ["policy-set", "automatic-policy"])
    .says("The event of a policy always says 0.")
    .delivers("user_topic", { visibility_policy: 0 }),
  polling("typing-event-other-sender", "typing-people")
    .says("Typing events name somebody else.")
    .delivers(
      "typing",
      within("sender", ({ user_id }) => ({ user_id: Number(user_id) + 1 })),
    ),
  polling("typing-event-without-topic", "typing-channel")
    .says("Typing events of channels do not say in which topic.")
    .delivers("typing", { topic: undefined }),
  polling("local-echo-unsubscribed-nameless", ["local-echo-unsubscribed", "local-echo"])
    .says("A sender who does not receive the message gets its event without the local_message_id.")
    .delivers(
      "message",
      ({ message }, { served }) =>
        (message as MutableFields).stream_id === served.channels.quiet?.stream_id && { local_message_id: undefined },
    ),
];
