import type { MessageId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { narrowParam } from "../requests/values.ts";
import { matchedTopic } from "../resources/message.ts";
import { narrowOf, withEmptyTopic } from "../rules/narrow/narrow.ts";
import { ownHistory, reachesHistory } from "../rules/narrow/operators.ts";
import type { Reader, Term } from "../rules/narrow/terms.ts";
import { type Match, shownUnsearched } from "../rules/search/search.ts";

function checkObjects(realm: Realm, terms: readonly Term[]): void {
  const pair = terms.findIndex(({ isPair }) => isPair);
  if (pair !== -1 && realm.server.rulings.pairsInMatchesNarrow === "refused") refuse(`narrow[${pair}] is not a dict`);
}

/** Whether only what the requester received can match. @silent rulings.matchesNarrowReach */
const isPersonal = (reader: Reader, terms: readonly Term[]): boolean =>
  reader.realm.server.rulings.matchesNarrowReach === "observed" || !reachesHistory(reader, terms);

/**
 * GET /messages/matches_narrow: which of some messages match a narrow, of those that GET /messages finds by it.
 * @spec    Endpoints > GET /messages/matches_narrow
 * @reply   messages
 * @refuses BAD_REQUEST: ids or terms of the wrong type; BAD_NARROW: terms that say nothing
 * @silent  rulings.pairsInMatchesNarrow, rulings.emptyMatchSubject, rulings.flaggedHistory, rulings.matchesNarrowReach
 */
export const matchNarrow = reads({
  route: "GET /messages/matches_narrow",
  params: {
    msg_ids: required(json(listOf(anInteger))),
    narrow: required(narrowParam),
  },
  allow: anyone,
  reply: ({ realm, caller, params }) => {
    checkObjects(realm, params.narrow);
    const reader = { realm, user: caller };
    const terms = withEmptyTopic(realm, params.narrow);
    const asked = narrowOf(reader, terms);
    const narrow = isPersonal(reader, terms) ? asked.and(ownHistory(realm, caller, terms)) : asked;
    const matching = params.msg_ids.map((id) => narrow.at(id as MessageId)).filter((message) => message !== undefined);
    const matchOf = (message: Message): Match => {
      const topic = matchedTopic(realm, message, false);
      return narrow.search?.shown(message, topic) ?? shownUnsearched(message, topic);
    };
    return { messages: Object.fromEntries(matching.map((message) => [message.id, matchOf(message)])) };
  },
});
