import type { PlaygroundId } from "../core/ids.ts";
import { codePoints, limits, withoutSpaceAround } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { announcePlaygrounds } from "../events/realm.ts";
import { writes, writesOnly } from "../protocol/endpoint.ts";
import { type Decoder, required, text, undeclared } from "../protocol/params.ts";
import { checkPlayground, knownPlayground } from "../rules/organization/additions.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

/** The word for a language, as a code block may have it. */
const languageWord: Decoder<string> = (given, name) => {
  if (codePoints(given) > limits.languageLength) refuse(`${name} is too long (limit: ${limits.languageLength} characters)`);
  return /^[ a-zA-Z0-9_+,./#-]*$/.test(given) ? withoutSpaceAround(given) : refuse("Invalid characters in pygments language");
};

/**
 * POST /realm/playgrounds: one more place where the code blocks of a language can be tried.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: no word for a language; with `errors` by field: blank, a template
 *          of more or less than the code, or there already
 */
export const createPlayground = writes({
  route: "POST /realm/playgrounds",
  params: {
    name: required(text({ stripped: true })),
    pygments_language: required(languageWord),
    url_prefix: required(text({ stripped: true }), { until: "playgroundTemplates" }),
    url_template: required(text({ stripped: true }), { since: "playgroundTemplates" }),
  },
  allow: administratorsOnly,
  rules: ({ realm, params: { name, pygments_language, url_prefix, url_template } }) => {
    const wanted = { name, pygments_language, url_template: url_template ?? `${url_prefix}{code}` };
    checkPlayground(realm, wanted);
    return wanted;
  },
  effect: ({ turn, found }) => {
    const id = turn.nextId("playground") as PlaygroundId;
    turn.world.playgrounds.set(id, { id, ...found });
    announcePlaygrounds(turn);
    return { id };
  },
});

/**
 * DELETE /realm/playgrounds/{playground_id}: the end of a playground.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown playground
 */
export const deletePlayground = writesOnly({
  route: "DELETE /realm/playgrounds/{playground_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownPlayground(realm, path.playground_id),
  effect: ({ turn, found: { id } }) => {
    turn.world.playgrounds.delete(id);
    announcePlaygrounds(turn);
  },
});
