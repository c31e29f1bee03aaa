import type { Point } from "./ruling.ts";

/** Fetching messages, narrows and search. */
export const fetching = {
  countsWithAnchor: {
    section: "Endpoints > GET /messages",
    question: "May num_before or num_after be left out where message_ids is not given?",
    choices: ["required", "observed"],
    reason: "The table requires both; running servers take an absent one for 0 since they have message_ids.",
  },
  anchorRequired: {
    section: "Endpoints > GET /messages",
    question: "May a fetch of a range leave out its anchor?",
    choices: ["optional", "observed"],
    reason: "The table does not require an anchor; running servers refuse a range without one.",
  },
  absentAnchor: {
    section: "Endpoints > GET /messages",
    question: "Which anchor does a range have that was asked for without one?",
    choices: ["newest", "oldest", "first_unread"],
    reason:
      "The table names no default, and running servers have none, as they refuse such a request. Wherever the table says what an anchor " +
      "falls back to, it is the newest message.",
  },
  excludedAnchorBetween: {
    section: "Endpoints > GET /messages",
    question: "May include_anchor be false where messages on both sides of the anchor are asked for?",
    choices: ["yes", "observed"],
    reason: "The table lets include_anchor stand beside any counts; running servers exclude an anchor at an end of its window only.",
  },
  messageIdsCompany: {
    section: "Endpoints > GET /messages",
    question: "Which range parameters may stand beside message_ids?",
    choices: ["none", "observed"],
    reason:
      "The text makes any of them an error; running servers let include_anchor pass, and num_before, num_after and use_first_unread_anchor " +
      "where they ask for nothing.",
  },
  messageIdsOrder: {
    section: "Endpoints > GET /messages",
    question: "In which order are messages listed that were asked for by message_ids?",
    choices: ["sorted", "observed"],
    reason:
      "The text says that messages are sorted by id; running servers do not order these. Seen was the newest first, which `observed` does.",
  },
  messageIdsReach: {
    section: "Endpoints > GET /messages",
    question: "Does message_ids without a narrow reach messages that the caller may see and did not receive?",
    choices: ["accessible", "observed"],
    reason:
      "The text says that those are fetched that exist and are accessible; running servers list what the caller received unless a narrow " +
      "names channels.",
  },
  negativeMessageIds: {
    section: "Endpoints > GET /messages",
    question: "Is a negative integer among message_ids refused?",
    choices: ["unknown", "observed"],
    reason:
      "The table takes any integers and returns those that exist, which no negative one does; running servers refuse them as too small.",
  },
  firstUnreadWithAnchor: {
    section: "Endpoints > GET /messages",
    question: "Is use_first_unread_anchor=true beside an anchor an error?",
    choices: ["refused", "observed"],
    reason: "The text calls the two mutually exclusive; running servers ignore the anchor, and old clients send both.",
  },
  excludedAnchorAlone: {
    section: "Endpoints > GET /messages",
    question: "Is the anchor message returned where include_anchor is false and both counts are 0?",
    choices: ["excluded", "observed"],
    reason: "The text excludes it; running servers take two counts of 0 for a request of that one message.",
  },
  emptyMatchSubject: {
    section: "Endpoints > GET /messages/matches_narrow",
    question: "What stands in match_subject for the empty topic, where the client did not declare support for it?",
    choices: ["displayName", "observed"],
    reason: "The formats equal those of GET /messages, where such a client sees the display name; running servers give the empty string.",
  },
  matchesNarrowReach: {
    section: "Endpoints > GET /messages/matches_narrow",
    question: "Do messages match that the requester did not receive, where GET /messages lists them for the same narrow?",
    choices: ["fetched", "observed"],
    reason:
      "The text decides which of the given messages match a narrow, and a narrow of all public channels finds what is in them, received or " +
      "not; running servers look only at what the requester received.",
  },
  undeclaredAvatar: {
    section: "Resources and their fields > Message",
    question:
      "Is avatar_url null in the answer to GET /messages/{message_id}, which takes no client_gravatar, and in message events of a " +
      "registration without it?",
    choices: ["address", "observed"],
    reason: "The text has null only where the client declared client_gravatar true; running servers answer as if it had.",
  },
  recipientOfPairs: {
    section: "Resources and their fields > Message",
    question: "What does recipient_id stand for between two people, before level 482?",
    choices: ["participant", "set"],
    reason:
      "The text calls it the id of a group of users and does not say whether two people are one; on running servers they were not before " +
      "level 482. There the id was that of the receiver, from level 327 on that of the other one for each of the two.",
  },
  foundEnds: {
    section: "Endpoints > GET /messages",
    question: "Are found_oldest and found_newest true of a list that ends with the oldest or newest match because its side was filled?",
    choices: ["literal", "observed"],
    reason:
      "The text says that the flags tell whether the list includes that message, whatever was asked for. So they are true of a list that " +
      "has it, false of an empty list beside which something matches, and true where nothing matches at all: then nothing is missing. " +
      "Running servers do not look beyond the window: the flag is true where the anchor is that end or the side was not filled, and a side " +
      "of which nothing was asked is filled. Of a list that was asked for by ids nobody looks for ends, and the flags are false.",
  },
  mutedFirstUnread: {
    section: "Endpoints > GET /messages",
    question: "Can a muted message be the first unread one that anchors a window?",
    choices: ["counted", "observed"],
    reason:
      "The text says the oldest unread message that matches the narrow, and excepts none; running servers pass over what the user has " +
      "muted, by its topic also in a narrow to that very topic.",
  },
  pairsInMatchesNarrow: {
    section: "Endpoints > GET /messages/matches_narrow",
    question: "May terms of the narrow be bare pairs of strings here?",
    choices: ["refused", "observed"],
    reason: "The table says array of objects where GET /messages says array; running servers decode both alike.",
  },
  addressLists: {
    section: "Resources and their fields > Narrow",
    question: "Does the operator dm take a list of addresses, as it takes a list of ids?",
    choices: ["taken", "refused"],
    running: "refused",
    reason:
      "An operand may be a list of texts, and no sentence says of which operators; dm names several people, so that the default takes one there. " +
      "Running servers take lists of ids alone.",
  },
  spectators: {
    section: "Authentication",
    question: "May GET /messages be called without credentials for messages of web-public channels?",
    choices: ["refused", "observed"],
    reason:
      "The text exempts two other endpoints only; running servers answer a narrow with channels:web-public where the realm allows it, to " +
      "pages alone, which ask below /json. There such a page may register too, and gets no queue.",
  },
  avatarsByViewer: {
    section: "Resources and their fields > Message",
    question: "Is avatar_url null where the requester sees the sender's address and not everybody does?",
    choices: ["null", "observed"],
    reason:
      "The text asks whether the requester may see the address, as administrators may and the sender; running servers give null only where " +
      "everybody may.",
  },
  flaggedHistory: {
    section: "Limits",
    question: "Is a message from before the subscription in a user's own history once they starred it or reacted to it?",
    choices: ["excluded", "observed"],
    reason:
      "The text excludes all channel messages sent before the user subscribed; on running servers a flag or a reaction brings one in. " +
      "Narrows to flags, such as is:starred, find it either way.",
  },
} as const satisfies Record<string, Point>;

/** Registration and event queues. */
export const events = {
  unknownAcknowledgement: {
    section: "Events",
    question: "Does acknowledging an event that was not in the queue lose the events before it?",
    choices: ["lost", "kept"],
    reason: "The text does not show how events are fetched; running servers drop the events up to that id first, and refuse then.",
  },
} as const satisfies Record<string, Point>;
