import type { PlaygroundId } from "../core/ids.ts";
import { announcePlaygrounds } from "../events/realm_playgrounds.ts";
import { writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { languageWord } from "../requests/language-word.ts";
import { checkPlayground } from "../rules/organization/playground.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /realm/playgrounds: one more place where the code blocks of a language can be tried.
 * @reply   id
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
