import type { QueueId } from "../core/ids.ts";
import { channelWord, has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { type Refusal, refuse, refuseMissing } from "../core/refusal.ts";
import { createMessage, type Destination } from "../effects/create-message.ts";
import { warnOwner } from "../effects/notices.ts";
import { changePolicies, type PolicyChanges, policyChanges } from "../effects/topic-policies.ts";
import { announceMessage, type Echo } from "../events/message.ts";
import { anyone, type Call, writes } from "../protocol/endpoint.ts";
import { aNumber } from "../protocol/json.ts";
import { boolean, json, oneOf, optional, required, text } from "../protocol/params.ts";
import { type Content, contentOf } from "../resources/content.ts";
import { startsRead } from "../rules/messages/access.ts";
import {
  channelNamed,
  mayWriteTo,
  type NamedChannel,
  namedChannel,
  namedPeople,
  unknownChannel,
  usersNamed,
} from "../rules/messages/destination.ts";
import { contentToSend, mayMentionAll, mayMentionGroups, mayPost, mayUseTopic } from "../rules/messages/posting.ts";
import { widgetOf } from "../rules/messages/submessage.ts";
import { boundedTopic, topicToSendTo } from "../rules/messages/topics.ts";

const params = {
  forged: optional(text(), { undocumented: true }),
  local_id: optional(text()),
  content: required(text()),
  queue_id: optional(text()),
  read_by_sender: optional(boolean, { since: "readBySender" }),
  sender: optional(text(), { undocumented: true }),
  to: optional(text()),
  type: required(oneOf("direct", "private", "stream", "channel")),
  time: optional(json(aNumber), { undocumented: true }),
  topic: optional(text({ stripped: true }), { aliases: ["subject"], unless: (sent) => /^(direct|private)$/.test(sent("type") ?? "") }),
  widget_content: optional(text(), { undocumented: true }),
};

type Request = Call<"POST /messages", typeof params>;

interface SendableMessage {
  readonly to: Destination;
  readonly content: Content;
  readonly widget: string | undefined;
  readonly echo: Echo | undefined;
}

/** A message to a channel that is not there: refused, but a bot's owner is told first. */
interface UnknownChannel {
  readonly refusal: Refusal;
  readonly problem: string;
}

/** Says to a bot's owner which channel is not there. */
function noSuchChannel(realm: Realm, { id, said }: NamedChannel): string {
  const word = channelWord(realm);
  return id === undefined ? `#**${said}**, but that ${word} does not exist.` : `ID ${said}, but there is no ${word} with that ID.`;
}

/** Whether the message goes to a channel, in the words that the server's level knows. */
function isToChannel({ realm, params: { type } }: Request): boolean {
  if ((type === "direct" && !has(realm, "directType")) || (type === "channel" && !has(realm, "channelType"))) refuse("Invalid type");
  return type === "stream" || type === "channel";
}

function echoOf({ realm, params: { queue_id, local_id } }: Request): Echo | undefined {
  if (realm.server.rulings.localEchoPair === "required") {
    if (queue_id !== undefined && local_id === undefined) refuseMissing("local_id");
    if (local_id !== undefined && queue_id === undefined) refuseMissing("queue_id");
  }
  return queue_id === undefined || local_id === undefined ? undefined : { queue: queue_id as QueueId, local_id };
}

/** Sending in the name of others, or at another time, is for importers; no account of the simulator is one. */
function inOwnName({ realm, params: { forged, sender } }: Request): void {
  const isForged = forged === "yes" || forged === "true";
  if (isForged || (sender !== undefined && has(realm, "senderRights"))) refuse("User not authorized for this query");
  if (sender !== undefined) refuse("Invalid mirrored message");
}

const widgetIn = ({ params: { widget_content } }: Request) => (widget_content === undefined ? undefined : widgetOf(widget_content));

function channelMessage(request: Request, given: string, echo: Echo | undefined): SendableMessage | UnknownChannel {
  const { realm, caller } = request;
  const named = namedChannel(realm, given);
  inOwnName(request);
  const asked = topicToSendTo(realm, request.params.topic);
  const source = contentToSend(realm, request.params.content);
  const topic = boundedTopic(realm, asked);
  const channel = channelNamed(realm, caller, named);
  if (!channel) return { refusal: unknownChannel(realm, named), problem: noSuchChannel(realm, named) };
  mayPost(realm, caller, channel);
  mayUseTopic(realm, caller, channel, topic);
  const widget = widgetIn(request);
  const content = contentOf(realm, caller, source);
  mayMentionAll(realm, caller, channel, topic, content);
  mayMentionGroups(realm, caller, content);
  return { to: { channel, topic }, content, widget, echo };
}

function directMessage(request: Request, given: string, echo: Echo | undefined): SendableMessage {
  const { realm, caller } = request;
  const named = namedPeople(given);
  inOwnName(request);
  const recipients = usersNamed(realm, named);
  const source = contentToSend(realm, request.params.content);
  mayWriteTo(realm, caller, recipients);
  const widget = widgetIn(request);
  const content = contentOf(realm, caller, source);
  mayMentionGroups(realm, caller, content);
  return { to: { users: [caller.id, ...recipients.map(({ id }) => id)] }, content, widget, echo };
}

/**
 * POST /messages: a message to a channel topic or to people.
 * @spec    Endpoints > POST /messages; States and transitions > Topic visibility policy; Events 1 and 2
 * @reply   id; automatic_new_visibility_policy where the send changed it
 * @refuses STREAM_DOES_NOT_EXIST (stream or stream_id), STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED,
 *          REQUEST_VARIABLE_MISSING (var_name); BAD_REQUEST: everything else that the rules above name
 * @silent  rulings.ignoredMalformed, localEchoPair, localEcho, missingRecipient, longTopic, longContent, unknownChannelName, oddChannelNames,
 *          hiddenChannel, ownerNotices, undocumentedParameters
 */
export const sendMessage = writes({
  route: "POST /messages",
  params,
  olderOrders: [{ until: "alphabeticalParameters", names: ["type", "to", "sender", "forged", "topic", "content", "widget_content"] }],
  allow: anyone,
  rules: (request): SendableMessage | UnknownChannel => {
    const { realm } = request;
    const toChannel = isToChannel(request);
    const to = request.params.to ?? (realm.server.rulings.missingRecipient === "BAD_REQUEST" ? undefined : refuseMissing("to"));
    const echo = echoOf(request);
    if (!toChannel) return directMessage(request, to ?? "", echo);
    return channelMessage(request, to ?? refuse(`Missing ${channelWord(realm)}`), echo);
  },
  effect: ({ turn, caller, params: { read_by_sender }, client, found }) => {
    if ("refusal" in found) {
      warnOwner(turn, caller, found.problem);
      return found.refusal;
    }
    const { to, content, widget, echo } = found;
    let changes: PolicyChanges | undefined;
    if (to.channel) {
      const { id, name } = to.channel;
      if (!turn.world.subscribers.get(id)?.active.size) {
        warnOwner(turn, caller, `#**${name}**. The ${channelWord(turn.world)} exists but does not have any subscribers.`);
      }
      changes = policyChanges(turn.world, caller, to, content);
    }
    const readBySender = read_by_sender ?? startsRead(turn.world, client);
    const message = createMessage(turn, { sender: caller, to, content, client, readBySender, widget });
    if (changes) changePolicies(turn, changes);
    announceMessage(turn, message, echo);
    return { id: message.id, automatic_new_visibility_policy: changes?.own };
  },
});
