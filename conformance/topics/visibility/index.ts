import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import * as interference from "./properties.interference.ts";
import * as properties from "./properties.ts";

export const visibility = topic("visibility", {
  clauses: [
    ...clausesOf("Limits > History visibility", "visibility", {
      "before-subscribing": "A user's history has no channel messages sent before the user subscribed.",
      "flagged-before-subscribing": {
        says: "What was sent before the user subscribed stays out of their history also where they starred it or reacted to it.",
        silent: "flaggedHistory",
      },
      "since-subscribing": "A user's history has the channel messages sent since the user subscribed.",
      "protected-history": "Where only subscribers since then may read, what was sent before cannot be fetched in any way.",
    }),
    ...clausesOf("Endpoints > GET /messages/{message_id}", "visibility", {
      "direct-message": "A direct message is seen by its sender and recipients, and by nobody else in any way.",
      "private-channel": "What happens in a private channel is seen by its subscribers, and by nobody else in any way.",
      "like-missing": "What a requester may not see answers as what does not exist.",
    }),
    ...clausesOf("Events", "visibility", {
      "no-event": "No event tells anyone of a message that they may not see.",
      "personal-state": "A topic policy and the flags of a message are their user's own: others notice nothing.",
    }),
  ],
  properties: { interference, "": properties },
  mutants: () => import("./mutants.ts"),
});
