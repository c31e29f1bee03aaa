import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const sending = onRoute("POST /messages", "errors");
const early = onRoute("POST /messages", "errors", { realm: "crowded", level: 228 });

const withoutWildcards = (text: string): string => text.replaceAll(/@\*\*(all|everyone|stream)\*\*/g, "all");

const mentionsAll = (request: InterceptedRequest): boolean => {
  const content = request.field("content") ?? "";
  return withoutWildcards(content) !== content;
};

/** Faults of codes that no one endpoint's folder is about. */
export const mutants: readonly Mutant[] = [
  sending("unknown-channel-stripped", "unknown-channel-escapes")
    .says("The refusal names the channel without the characters that HTML escapes.")
    .refusesWith("STREAM_DOES_NOT_EXIST", ({ stream }) => typeof stream === "string" && { stream: stream.replaceAll(/[&<>]/g, "") }),
  early("old-wildcard-own-code", "wildcard-before")
    .says("A server of level 228 has a code of its own for wildcard mentions.")
    .refusesWith("BAD_REQUEST", (_, request) => mentionsAll(request) && { code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" }),
  early("old-wildcard-allowed", "wildcard-before")
    .says("On a server of level 228 everybody may mention a whole channel.")
    .reads("content", withoutWildcards),
];
