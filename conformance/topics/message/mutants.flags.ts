import { type Fields, messagesIn } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { inFetched } from "./mutants.kit.ts";

const flagsOf = (message: Fields): string[] | undefined => (Array.isArray(message.flags) ? (message.flags as string[]) : undefined);

const flagged = (name: string, breaks: Breaks, says: string, change: (flags: readonly string[]) => readonly string[]): Mutant =>
  inFetched(name, breaks, says, (message) => {
    const flags = flagsOf(message);
    if (flags) message.flags = change(flags);
  });

/** Faults in flags. */
export const flags: readonly Mutant[] = [
  inFetched(
    "no-flags",
    ["message-resource/flags", "message-resource/flags-read"],
    "Messages have no flags.",
    (message) => void delete message.flags,
  ),
  flagged("flag-read-never", "message-resource/flags-read", "Nothing is ever flagged as read.", (all) =>
    all.filter((flag) => flag !== "read"),
  ),
  flagged("flag-read-always", "message-resource/flags-read", "Everything is flagged as read.", (all) => [...new Set([...all, "read"])]),
  flagged("old-wildcard-flag-gone", "message-resource/flags-wildcard-alias", "The old flag for both wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "wildcard_mentioned"),
  ),
  flagged("topic-wildcard-flag-gone", "message-resource/flags-wildcard", "The flag of topic wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "topic_wildcard_mentioned"),
  ),
  flagged("channel-wildcard-flag-gone", "message-resource/flags-wildcard", "The flag of channel wildcards is never there.", (all) =>
    all.filter((flag) => flag !== "stream_wildcard_mentioned"),
  ),
  mutant({
    name: "muted-topic-read",
    breaks: "message-resource/flags-read",
    says: "Messages of a topic that the reader has muted count as read.",
    on: ["POST /user_topics", "GET /messages", "GET /messages/{id}"],
    answer: (said, request) => {
      const key = `muted by ${request.caller}`;
      const muted = (request.memory.get(key) as string[] | undefined) ?? [];
      if (request.route === "POST /user_topics") {
        if (request.field("visibility_policy") === "1") request.memory.set(key, [...muted, request.field("topic")]);
        return;
      }
      for (const message of messagesIn(said)) {
        const all = flagsOf(message);
        if (all && muted.includes(String(message.subject))) message.flags = [...new Set([...all, "read"])];
      }
    },
  }),
  inFetched(
    "flag-star-shown-to-all",
    "message-resource/flags",
    "Messages are starred for everybody once one has starred them.",
    (message, request) => {
      const all = flagsOf(message);
      const key = `starred ${String(message.id)}`;
      if (all?.includes("starred")) request.memory.set(key, true);
      else if (all && request.memory.has(key)) message.flags = [...all, "starred"];
    },
  ),
  mutant({
    name: "flags-of-another",
    breaks: ["message-resource/flags", "message-resource/flags-read"],
    says: "Messages show the sender's flags to everybody.",
    on: "GET /messages/{id}",
    answer: (said, request) => {
      const message = said.body.message as Fields | undefined;
      const sender = Object.entries(request.served.cast).find(([, { user_id }]) => user_id === message?.sender_id)?.[0];
      const seen = sender && message ? (request.also(sender, `GET /messages/${String(message.id)}`).body.message as Fields) : undefined;
      if (seen && message) message.flags = seen.flags;
    },
  }),
];
