import { channelWord, has } from "../core/levels.ts";
import { refuse, refuseAs, refuseUnfinished } from "../core/refusal.ts";
import { announceTyping, type TypingPlace } from "../events/message.ts";
import { anyone, type Call, writesOnly } from "../protocol/endpoint.ts";
import { anInteger, listOf, orNull } from "../protocol/json.ts";
import { json, oneOf, optional, required, type Sent, text } from "../protocol/params.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { allActive, userOfId } from "../rules/messages/destination.ts";
import { mayPost } from "../rules/messages/posting.ts";
import { typedTopic } from "../rules/messages/topics.ts";

const toChannel = (sent: Sent): boolean => sent("type") === "stream" || sent("type") === "channel";
const toPeople = (sent: Sent): boolean => !toChannel(sent);

const params = {
  to: optional(json(orNull(listOf(anInteger))), { unless: toChannel }),
  op: required(oneOf("start", "stop")),
  type: optional(oneOf("direct", "stream", "channel", "private"), { fallback: "direct" }),
  stream_id: optional(json(orNull(anInteger)), { unless: toPeople }),
  topic: optional(text({ stripped: true }), { aliases: ["subject"], unless: toPeople }),
};

type Request = Call<"POST /typing", typeof params>;

/** Whether the kind of conversation is a word that the server's level knows. */
function isKnown({ realm, params: { type } }: Request): boolean {
  if (type === "channel") return has(realm, "channelType");
  return type === "private" ? !has(realm, "directTyping") : true;
}

function placeInChannel({ realm, caller, params: { stream_id, topic } }: Request): TypingPlace {
  const id = stream_id ?? (has(realm, "typedParameters") ? refuseUnfinished("stream_id") : refuse("Missing stream_id"));
  const named = topic ?? refuse("Missing topic");
  if (!caller.settings.send_stream_typing_notifications) {
    refuse(`User has disabled typing notifications for ${channelWord(realm)} messages`);
  }
  const channel = accessibleChannel(realm, caller, id);
  mayPost(realm, caller, channel);
  return { channel, topic: typedTopic(realm, named) };
}

function placeWithPeople({ realm, caller, params: { to } }: Request): TypingPlace {
  const ids = to ?? refuseUnfinished("to");
  if (ids.length === 0) refuseAs("no recipients", "Empty 'to' list");
  if (!caller.settings.send_private_typing_notifications) refuse("User has disabled typing notifications for direct messages");
  const named = realm.server.rulings.repeatedTypists === "each" ? ids : [...new Set(ids)];
  const recipients = (named.includes(caller.id) ? named : [...named, caller.id]).map((id) => userOfId(realm, id));
  if (realm.server.rulings.typingToDeactivated === "refused") allActive(realm, recipients);
  return { recipients };
}

/**
 * POST /typing: the caller began or stopped typing, to people or in a channel topic. Nothing is kept of it.
 * @spec    Endpoints > POST /typing; Events 3
 * @refuses REQUEST_VARIABLE_MISSING (var_name): op; BAD_REQUEST: missing or unknown recipients, channel or topic, the caller's
 *          settings, not allowed to post
 * @silent  rulings.ignoredMalformed, repeatedTypists, typingInLargeChannels, typingToSender, typingToDeactivated
 */
export const setTyping = writesOnly({
  route: "POST /typing",
  params,
  olderOrders: [
    { until: "typedParameters", names: ["type", "op"] },
    { until: "alphabeticalParameters", names: ["op", "type"] },
  ],
  allow: anyone,
  rules: (request) => {
    const { type } = request.params;
    if (!isKnown(request)) refuse("Invalid type");
    return type === "stream" || type === "channel" ? placeInChannel(request) : placeWithPeople(request);
  },
  effect: ({ turn, caller, params: { op }, found }) => {
    announceTyping(turn, caller, op, found);
  },
});
