import { type Fields, ignoring, inMessages, inSuccess, isSuccess, lacking, reading, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { remember, remembered } from "./mutants.memory.ts";

const route = "POST /messages";

/** Faults of POST /messages: what is done and answered. */
export const sending: readonly Mutant[] = [
  mutant({
    name: "message-not-kept",
    breaks: ["messages.post/sends-to-channel", "messages.post/sends-to-people", "messages.post/id-fetches", "messages.post/ids-increase"],
    says: "A message is accepted and lost.",
    on: route,
    instead: swallowed,
  }),
  mutant({
    name: "message-sent-twice",
    breaks: ["messages.post/sends-to-channel", "messages.post/sends-to-people"],
    says: "A message is filed twice.",
    on: route,
    besides: (request, said) => isSuccess(said) && request.caller !== undefined && "text" in request.served.exchange(request.wire),
  }),
  mutant({
    name: "id-of-the-one-before",
    breaks: "messages.post/id-fetches",
    says: "The id answered is that of the message before.",
    on: route,
    answer: inSuccess((body) => void (body.id = Number(body.id) - 1)),
  }),
  mutant({
    name: "id-never-grows",
    breaks: ["messages.post/ids-increase", "message-resource/ids-ascend"],
    says: "Every send is answered with the id of the first.",
    on: route,
    answer: inSuccess((body, request) => {
      if (!request.memory.has("first")) request.memory.set("first", body.id);
      body.id = request.memory.get("first");
    }),
  }),
  mutant({
    name: "ids-of-deleted-messages-given-again",
    breaks: "messages.post/ids-increase",
    says: "After the deletion of a message the next one gets its id.",
    on: [route, "DELETE /messages/{id}"],
    answer: inSuccess((body, { route: request, pathId, memory }) => {
      if (request !== route) memory.set("deleted", pathId);
      else if (memory.has("deleted")) body.id = memory.get("deleted");
      if (request === route) memory.delete("deleted");
    }),
  }),
  mutant({
    name: "read-by-sender-not-heeded",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender is ignored.",
    on: route,
    request: ignoring("read_by_sender"),
  }),
  mutant({
    name: "read-by-sender-turned",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender means its contrary.",
    on: route,
    request: reading("read_by_sender", (text) => text !== "true"),
  }),
  mutant({
    name: "read-by-sender-read-by-all",
    breaks: "messages.post/read-by-sender",
    says: "A message that starts read for its sender starts read for everybody.",
    besides: (request, said) => remember(request, said, "read", request.field("read_by_sender") === "true" || undefined),
    answer: inMessages((message, request) => {
      if (remembered(request, message, "read") && Array.isArray(message.flags)) message.flags = [...new Set([...message.flags, "read"])];
    }),
  }),
  mutant({
    name: "read-by-sender-false-as-absent",
    breaks: "messages.post/read-by-sender",
    says: "read_by_sender false counts as absent.",
    on: route,
    request: (request) => (request.field("read_by_sender") === "false" ? request.with({ read_by_sender: undefined }) : undefined),
  }),
  mutant({
    name: "channel-messages-start-read",
    breaks: "messages.post/read-by-client",
    says: "Without read_by_sender a message to a channel starts read for its sender, whatever the client.",
    on: route,
    request: (request) =>
      request.field("read_by_sender") === undefined && /^(channel|stream)$/.test(request.field("type") ?? "")
        ? request.with({ read_by_sender: true })
        : undefined,
  }),
  mutant({
    name: "automatic-policy-of-direct-message",
    breaks: "messages.post/automatic-policy-direct",
    says: "The answer to a direct message says that a policy is followed.",
    on: route,
    answer: inSuccess((body, request) => {
      if (/^(direct|private)$/.test(request.field("type") ?? "")) body.automatic_new_visibility_policy = 3;
    }),
  }),
  mutant({
    name: "every-send-follows",
    breaks: "topic-policy/never-by-sending",
    says: "Every sender follows the topic, also where their settings say never.",
    on: route,
    besides: (request, said) => {
      const { body } = said;
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (!isSuccess(said) || body.automatic_new_visibility_policy !== undefined || !request.caller || typeof stream_id !== "number")
        return false;
      return isSuccess(request.also(request.caller, "POST /user_topics", { stream_id, topic, visibility_policy: 3 }));
    },
    answer: inSuccess((body, request) => {
      if (typeof request.json("to") === "number") body.automatic_new_visibility_policy ??= 3;
    }),
  }),
  mutant({
    name: "automatic-policy-told-again",
    breaks: "messages.post/automatic-policy-given",
    says: "Each send to a topic that its sender follows or has unmuted tells the policy.",
    on: route,
    answer: inSuccess((body, request) => {
      const [stream_id, topic] = [request.json("to"), request.field("topic")];
      if (typeof stream_id !== "number" || request.caller === undefined) return;
      const { user_topics } = request.also(request.caller, "POST /register", { event_types: [], fetch_event_types: ["user_topic"] }).body;
      const [own] = (user_topics as Fields[]).filter((one) => one.stream_id === stream_id && one.topic_name === topic);
      if (Number(own?.visibility_policy) > 1) body.automatic_new_visibility_policy ??= own?.visibility_policy;
    }),
  }),
  mutant({
    name: "automatic-policy-not-told",
    breaks: "messages.post/automatic-policy-given",
    says: "A send that changed the topic's policy does not say so.",
    on: route,
    answer: lacking("automatic_new_visibility_policy"),
  }),
  mutant({
    name: "automatic-policy-always-told",
    breaks: ["messages.post/automatic-policy-given", "messages.post/automatic-policy-direct"],
    says: "Every send claims to have changed the topic's policy.",
    on: route,
    answer: inSuccess((body) => void (body.automatic_new_visibility_policy ??= 3)),
  }),
  mutant({
    name: "automatic-policy-not-set",
    breaks: ["topic-policy/by-sending", "messages.post/automatic-policy-given"],
    says: "A send says that it changed the topic's policy; the policy stays.",
    on: route,
    besides: (request, said) => {
      const to = request.field("to") ?? "";
      const id = request.served.channels[to]?.stream_id ?? Number(to);
      if (said.body.automatic_new_visibility_policy === undefined || !request.caller) return false;
      return isSuccess(
        request.also(request.caller, "POST /user_topics", { stream_id: id, topic: request.field("topic"), visibility_policy: 0 }),
      );
    },
  }),
  mutant({
    name: "automatic-policy-a-mute",
    breaks: ["messages.post/automatic-policy-value", "messages.post/automatic-policy-given"],
    says: "The policy that a send sets is told as muted.",
    on: route,
    answer: inSuccess((body) => {
      if (body.automatic_new_visibility_policy) body.automatic_new_visibility_policy = 1;
    }),
  }),
];
