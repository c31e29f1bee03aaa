import { given, shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about the answer of GET /messages. */
export const reply = clausesOf("Endpoints > GET /messages", "messages.get", {
  "reply-anchor": {
    says: "The anchor of the answer is the id that was used: the integer given, or that which the word stands for.",
    about: [shows("anchor", { weight: 0.5 }), shows("anchor", { value: /\/ ("|undefined|null|\{)/, weight: 2 })],
  },
  "reply-anchor-absent": {
    about: shows("anchor", { sent: { message_ids: given }, change: "extra" }),
    says: "The answer to message_ids has no anchor.",
    since: 300,
  },
  "found-newest": {
    says: "found_newest true means that no newer message matches than those listed; a list that runs out on that side says so.",
    about: shows("found_newest"),
  },
  "found-oldest": {
    says: "found_oldest true means that no older message matches than those listed; a list that runs out on that side says so.",
    about: shows("found_oldest"),
  },
  "found-ends-filled": {
    about: [shows("found_oldest", { weight: -1 }), shows("found_newest", { weight: -1 })],
    says: "An end counts as found in a list that has it, though its side was filled, and not in an empty list beside which something matches.",
    silent: "foundEnds",
  },
  "found-anchor": {
    says: "found_anchor says whether the message with the id of the anchor is in the list.",
    about: shows("found_anchor", { weight: 0.5 }),
  },
  "history-limited": {
    says: "history_limited is a boolean, true only where the oldest matching messages were fetched.",
    about: shows("history_limited"),
  },
  "messages-sorted": {
    says: "The messages are listed by ascending id, each once.",
    about: [shows("messages", { change: "order", weight: 3.5 }), shows("messages", { change: "double", weight: 4 })],
  },
});
