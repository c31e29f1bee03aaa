import { inRefusal, reading } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const sending = onRoute("POST /messages");

const withoutWildcards = (text: string): string => text.replaceAll(/@\*\*(all|everyone|stream)\*\*/g, "all");

const mentionsAll = (request: InterceptedRequest): boolean => {
  const content = request.field("content") ?? "";
  return withoutWildcards(content) !== content;
};

/** Faults of codes that no one endpoint's folder is about. */
export const mutants: readonly Mutant[] = [
  sending(
    "unknown-channel-stripped",
    "errors/unknown-channel-escapes",
    "The refusal names the channel without the characters that HTML escapes.",
    {
      answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
        if (typeof body.stream === "string") body.stream = body.stream.replaceAll(/[&<>]/g, "");
      }),
    },
  ),
  sending("old-wildcard-own-code", "errors/wildcard-before", "A server of level 228 has a code of its own for wildcard mentions.", {
    realm: "crowded",
    level: 228,
    answer: inRefusal("BAD_REQUEST", ({ body }, request) => {
      if (mentionsAll(request)) body.code = "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
    }),
  }),
  sending("old-wildcard-allowed", "errors/wildcard-before", "On a server of level 228 everybody may mention a whole channel.", {
    realm: "crowded",
    level: 228,
    request: reading("content", withoutWildcards),
  }),
];
