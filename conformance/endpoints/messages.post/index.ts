import { levels } from "../../client/levels.ts";
import { clausesOf, from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as errors from "./properties.errors.ts";
import * as sender from "./properties.sender.ts";
import * as to from "./properties.to.ts";
import * as topic from "./properties.topic.ts";
import { call, step } from "./step.ts";

export const messagesPost = stated("messages.post", {
  clauses: {
    "type-direct": { says: "The type direct sends to people.", since: levels.directType },
    "type-channel-alias": { says: "The type channel does what stream does.", since: levels.channelType },
    "type-private-alias": { says: "The type private, a deprecated alias, does what direct does.", since: levels.directType },
    "to-missing-code": { says: "Which code the refusal of a message without `to` has is open.", silent: "missingRecipient" },
    "to-channel-name-or-id": "`to` names a channel by its name or its id, with equal result.",
    "to-ids-or-addresses": "`to` names people by their ids or by their API addresses, with equal result.",
    "to-one-kind": "A list of recipients is one of ids or one of addresses; a mixed one is refused.",
    "to-sender-listed": "Whether the sender is among the recipients of a direct message or not makes no difference.",
    "to-sender-alone": "A sender who is the only recipient writes to themselves alone.",
    "sends-to-channel":
      "A message sent to a channel is then there, with its sender, channel, topic and content, for its sender and the other subscribers.",
    "sends-to-people": "A direct message is then there for its sender and its recipients, and for nobody else.",
    "content-kept": "The content is kept as it was sent.",
    "topic-ignored-for-people": "A topic beside a direct message is ignored: the message has none.",
    "topic-kept": "A topic is kept as it was sent, whatever the case in which it was written before.",
    "topic-subject-alias": "`subject` is an alias of `topic`.",
    "topic-empty": {
      says: "Where topics are not required, the empty topic can be sent to, and from level 370 on its display name means it, too.",
      since: levels.emptyTopic,
    },
    ...from(levels.noTopicMeansEmpty, {
      "topic-no-topic": "`(no topic)` is read as the empty topic wherever that is accepted.",
      "topic-mandatory":
        "Where topics are required, the empty topic, `(no topic)` and the display name are refused, and any other is sent.",
    }),
    "local-id-untouched":
      "local_id, of whatever length and characters, comes back untouched as local_message_id, to the queue that was named and to no other.",
    "local-id-needs-queue": { says: "local_id without queue_id is refused.", silent: "localEchoPair" },
    "queue-needs-local-id": { says: "queue_id without local_id is refused.", silent: "localEchoPair" },
    "read-by-sender": {
      says: "read_by_sender says whether the message starts read for its sender, and for nobody else.",
      since: levelOf("messages.post", "read_by_sender"),
    },
    "read-by-client": "Without read_by_sender the name of the client decides, and nothing else.",
    "ids-increase": "A message has a greater id than every message sent before it.",
    "automatic-policy-given":
      "automatic_new_visibility_policy is present if and only if the send changed the sender's policy of the topic, and is the new one.",
    "automatic-policy-by-mention": {
      says: "The answer names the policy that the sender gets by mentioning themselves.",
      silent: "policyByOwnMention",
    },
    "automatic-policy-direct": "The answer to a direct message has no automatic_new_visibility_policy.",
  },
  elsewhere: [
    ...clausesOf("What the service does > Conventions for every endpoint", "messages.post", {
      "topic-empty-told": {
        says: "A message event brings the empty topic to queues that declared support for it, and its display name to all others.",
        since: levels.emptyTopic,
      },
    }),
    ...clausesOf("Errors", "messages.post", {
      "unknown-channel": "A channel name that does not exist is refused with STREAM_DOES_NOT_EXIST, and `stream` is the name.",
      "unknown-channel-id": "A channel id that does not exist is refused with STREAM_DOES_NOT_EXIST.",
      "unknown-channel-id-field": {
        says: "The refusal of a channel id that does not exist gives it back as the text `stream`.",
        silent: "unknownChannelId",
      },
      "unknown-channel-as-requested": {
        says: "`stream` is the name as it was requested, whatever its characters.",
        silent: "unknownChannelName",
      },
      "odd-channel-names": {
        says: "A text that no channel can have as its name is a channel that does not exist.",
        silent: "oddChannelNames",
      },
      "hidden-channel": { says: "A private channel that the sender does not know of refuses the message.", silent: "hiddenChannel" },
      "channel-wildcard":
        "A channel-wide mention in a channel of many by one outside can_mention_many_users_group is refused with STREAM_WILDCARD_MENTION_NOT_ALLOWED (BAD_REQUEST before level 229).",
      "topic-wildcard": {
        says: "A topic-wide mention in a topic of many by one outside can_mention_many_users_group is refused with TOPIC_WILDCARD_MENTION_NOT_ALLOWED (BAD_REQUEST before level 229).",
        since: 191,
      },
      "wildcard-permitted": "One in can_mention_many_users_group may mention a whole channel of many.",
      "wildcard-few": "Anybody may mention a whole channel or topic of few.",
      "wildcard-same":
        "A message that one without permission may send to a channel of many has no channel-wide mention: it gives nobody stream_wildcard_mentioned; one that is refused for its mention gives it to all who get it where there are few.",
    }),
  ],
  call,
  step,
  properties: { errors, sender, to, topic },
  events: ["message"],
  mutants: () => import("./mutants.ts"),
});
