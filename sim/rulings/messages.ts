import type { Point } from "./ruling.ts";

/** Sending, typing, topic policies and deleting. */
export const messages = {
  localEchoPair: {
    section: "Endpoints > POST /messages",
    question: "Is one of queue_id and local_id refused without the other?",
    choices: ["required", "observed"],
    reason:
      "The table makes each required where the other is present; running servers take either alone. The refusal names what is missing.",
  },
  localEcho: {
    section: "Endpoints > POST /messages",
    question: "Does the named queue get the message event where the sender does not receive the message?",
    choices: ["named", "observed"],
    reason:
      "The text promises local_message_id to the queue that was named; running servers tell a sender who is not subscribed to the channel nothing.",
  },
  missingRecipient: {
    section: "Endpoints > POST /messages",
    question: "With which code is a missing `to` refused?",
    choices: ["BAD_REQUEST", "REQUEST_VARIABLE_MISSING"],
    reason:
      "The table requires `to`, and every server refuses a message without it; of the code the text says nothing. Running servers miss the " +
      "channel or the recipients rather than the parameter.",
  },
  longTopic: {
    section: "Limits",
    question: "What becomes of a message whose topic is longer than max_topic_length?",
    choices: ["truncate", "refuse"],
    reason:
      "The text speaks of a bound and does not say what passing it does; running servers cut the topic, with dots at its end, and send.",
  },
  longPolicyTopic: {
    section: "Endpoints > POST /user_topics",
    question: "What becomes of a visibility policy for a topic longer than max_topic_length?",
    choices: ["refuse", "truncate"],
    reason:
      "The text speaks of a bound and does not say what passing it does; running servers refuse the policy, though they cut the topic of " +
      "a message.",
  },
  longContent: {
    section: "Limits",
    question: "What becomes of a message whose content is longer than max_message_length?",
    choices: ["truncate", "refuse"],
    reason:
      "The text speaks of a bound and does not say what passing it does; running servers cut the content, with a note at its end, and send.",
  },
  unknownChannelName: {
    section: "Errors",
    question: "How does STREAM_DOES_NOT_EXIST give back a name with characters that HTML escapes, or with spaces around it?",
    choices: ["asRequested", "observed"],
    reason:
      "The table says that `stream` is the requested name; running servers cut the spaces around it and escape it for HTML, in `stream` and in `msg`.",
  },
  oddChannelNames: {
    section: "Endpoints > POST /messages",
    question:
      "Is `to` of a channel message the name of a channel where no channel can have that name, or where it reads as JSON of another type?",
    choices: ["names", "observed"],
    reason:
      "The text has a channel name or an integer there, and one code for every channel that does not exist. Running servers refuse what no name can be " +
      "(empty, too long, with control characters) with BAD_REQUEST, as they do null, objects and numbers that are no integers; true and false are ids to them.",
  },
  hiddenChannel: {
    section: "Endpoints > POST /messages",
    question: "Does a private channel that the sender does not know look like one that does not exist?",
    choices: ["refused", "unknown"],
    reason:
      "The text names a code only for channels that do not exist; running servers say that the sender is not authorized, which tells that the channel is there.",
  },
  ownerNotices: {
    section: "Endpoints > POST /messages",
    question: "Is a bot's owner told when the bot writes to a channel that does not exist or that nobody is subscribed to?",
    choices: ["sent", "none"],
    reason:
      "The text is silent; running servers send the owner a direct message, at most one in five minutes for each bot, and it takes an id.",
  },
  mentionedBots: {
    section: "Endpoints > GET /messages/{message_id}",
    question: "Does a bot see a direct message between others in which it is mentioned?",
    choices: ["no", "observed"],
    reason:
      "The text says that direct messages between others are not visible; running servers deliver one to each bot of the usual kind that it " +
      "mentions, as they do in channels.",
  },
  unknownChannelId: {
    section: "Errors",
    question: "Which extra field has STREAM_DOES_NOT_EXIST where the channel was asked for by its id?",
    choices: ["stream", "observed"],
    reason:
      "The table gives the code the text `stream` for every channel that does not exist, and `to` names one by its id too; running servers " +
      "give `stream_id`, the requested id, in its place.",
  },
  ignoredMalformed: {
    section: "Endpoints > POST /typing",
    question: "Is a parameter refused for its form where the type of the conversation makes it ignored?",
    choices: ["ignored", "observed"],
    reason:
      "The text ignores `to` for channel types, stream_id for direct ones and the topic beside people; running servers decode every " +
      "parameter before they look at the type.",
  },
  typingToSender: {
    section: "Endpoints > POST /typing",
    question: "Do the sender's own clients get the typing event too?",
    choices: ["delivered", "withheld"],
    reason:
      "The text says that others are notified, and lists no receivers; running servers deliver to all recipients, the sender among them.",
  },
  typingToDeactivated: {
    section: "Endpoints > POST /typing",
    question: "Is a deactivated account among the recipients refused?",
    choices: ["accepted", "refused"],
    reason: "The text is silent; running servers accept it and tell the others.",
  },
  repeatedTypists: {
    section: "Endpoints > POST /typing",
    question: "Is somebody who stands in `to` more than once named and told as often?",
    choices: ["once", "each"],
    running: "each",
    reason: "The text asks for user IDs and says nothing of repeated ones; that running servers tell each is of no use to a client.",
  },
  typingInLargeChannels: {
    section: "Events",
    question: "Do subscribers get typing events of a channel that has more than 100 of them?",
    choices: ["delivered", "observed"],
    reason:
      "The text says that the server delivers typing events, and excepts no channel; running servers tell nobody of typing in one so large.",
  },
  policyChannels: {
    section: "States and transitions > Topic visibility policy",
    question: "Does a policy other than 0 need a channel that is not archived and that the caller may read?",
    choices: ["no", "yes"],
    running: "yes",
    reason:
      "The table says that the request always succeeds, and goes on with topics that have no messages: whether that includes channels that are " +
      "archived or closed to the caller is read in both ways. Running servers refuse all but the removal of a policy there.",
  },
  noTopicInPolicies: {
    section: "Endpoints > POST /user_topics",
    question: "Is `(no topic)` read as the empty topic?",
    choices: ["kept", "empty"],
    reason:
      "The text names only the display name here, where it names both for sending and typing, and nowhere says that nothing else is read " +
      "as the empty topic; running servers keep `(no topic)`.",
  },
  deletionByAuthors: {
    section: "Endpoints > DELETE /messages/{message_id}",
    question: "May people delete their own messages before feature level 281?",
    choices: ["never", "observed"],
    reason:
      "The text says that only administrators could; running servers of those levels let others delete their own within the realm's policy and time limit.",
  },
  deletionInArchived: {
    section: "Endpoints > DELETE /messages/{message_id}",
    question: "Can messages of an archived channel be deleted?",
    choices: ["refused", "allowed"],
    reason: "The text knows no archived channels; running servers answer to everybody as if the message were not there.",
  },
  policyByOwnMention: {
    section: "States and transitions > Topic visibility policy",
    question: "Does the answer to a send name the policy that the sender gets by mentioning themselves?",
    choices: ["named", "observed"],
    reason:
      "The text has the answer name the policy wherever the send changed that of the sender; running servers name only what sending by itself " +
      "changes, and tell the mention by an event alone.",
  },
  unchangedContent: {
    section: "Resources and their fields > Message",
    question: "Does an edit to the content that a message has already make an entry with prev_content?",
    choices: ["none", "observed"],
    reason:
      "The text has the fields of an entry only where the attribute changed in that edit; running servers note every content that is sent.",
  },
} as const satisfies Record<string, Point>;
