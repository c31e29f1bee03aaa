import type { Ruling } from "./ruling.ts";

/** Fetching messages, narrows and search. */
export const fetching = {
  countsWithAnchor: {
    section: "Endpoints > GET /messages",
    question: "May num_before or num_after be left out where message_ids is not given?",
    choices: ["required", "observed"],
    reason: "The table requires both; running servers take an absent one for 0 since they have message_ids.",
  },
  messageIdsCompany: {
    section: "Endpoints > GET /messages",
    question: "Which range parameters may stand beside message_ids?",
    choices: ["none", "observed"],
    reason:
      "The text makes any of them an error; running servers let include_anchor pass, and num_before, num_after and use_first_unread_anchor " +
      "where they ask for nothing.",
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
  undeclaredAvatar: {
    section: "Resources and their fields > Message",
    question: "Is avatar_url null in the answer to GET /messages/{message_id}, which takes no client_gravatar?",
    choices: ["address", "observed"],
    reason: "The text has null only where the client declared client_gravatar true; running servers answer as if it had.",
  },
  foundEnds: {
    section: "Endpoints > GET /messages",
    question: "Are found_oldest and found_newest true where a side was filled to its count and nothing is left beyond it?",
    choices: ["unlessFilled", "literal"],
    reason:
      "Running servers do not look beyond the window, so that a filled side, and one of which nothing was asked, leaves the flag false; " +
      "read to the letter, the flags say whether the list has the message at that end.",
  },
  mutedFirstUnread: {
    section: "Endpoints > GET /messages",
    question: "Can a muted message be the first unread one that anchors a window?",
    choices: ["skipped", "counted"],
    reason: "The text does not mention muting here; running servers pass over what the user has muted.",
  },
  pairsInMatchesNarrow: {
    section: "Endpoints > GET /messages/matches_narrow",
    question: "May terms of the narrow be bare pairs of strings here?",
    choices: ["refused", "observed"],
    reason: "The table says array of objects where GET /messages says array; running servers decode both alike.",
  },
  spectators: {
    section: "Authentication",
    question: "May GET /messages be called without credentials for messages of web-public channels?",
    choices: ["refused", "observed"],
    reason:
      "The text exempts two other endpoints only; running servers answer a narrow with channels:web-public where the realm allows it.",
  },
} as const satisfies Record<string, Ruling>;
