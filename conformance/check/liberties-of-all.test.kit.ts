import type { Body } from "../expect.ts";
import { withEvents, withMessages } from "./altered.test.kit.ts";
import type { Liberty } from "./liberties.test.kit.ts";

/** Liberties that even servers have that are held to what is only seen on running ones. */
export const libertiesOfAll: readonly Liberty[] = [
  [
    "show a text without markup as its own HTML",
    () =>
      withMessages((message) => {
        const plain = /^<p>([\p{L}\p{N} ]*)<\/p>$/u.exec(String(message.content))?.[1];
        return message.content_type === "text/html" && plain !== undefined ? { ...message, content: plain } : message;
      }),
    ["messages.get.form/markdownOfAll"],
  ],
  [
    "write codes of emoji in capitals",
    () => {
      const inCapitals = (reaction: Body): Body =>
        reaction.reaction_type === "unicode_emoji" ? { ...reaction, emoji_code: String(reaction.emoji_code).toUpperCase() } : reaction;
      const all = withMessages((message) =>
        Array.isArray(message.reactions) ? { ...message, reactions: (message.reactions as Body[]).map(inCapitals) } : message,
      );
      return (reply, request) => withEvents(inCapitals)(all(reply, request), request);
    },
    ["message.reactions/joined", "message.reactions/reactions"],
  ],
];
