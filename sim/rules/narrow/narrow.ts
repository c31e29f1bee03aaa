import type { MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { BlockTest } from "../../core/message-blocks.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { readInteger } from "../../protocol/json.ts";
import { maySee } from "../messages/access.ts";
import { Search } from "../search/search.ts";
import { type Candidates, sourceOf, within } from "./candidates.ts";
import { kindOf, namesChannel, operators } from "./operators.ts";
import { anything, badNarrow, hasOperator, type Operand, type Reader, type Term, type Test } from "./terms.ts";

/** The messages of a realm that pass every test, looked for in either direction no further than is asked. */
export class Narrow {
  readonly #realm: Realm;
  readonly #source: Candidates;
  readonly #tests: readonly Test[];
  /** The search, if there is one. */
  readonly search: Search | undefined;

  constructor(realm: Realm, source: Candidates, tests: readonly Test[], search: Search | undefined) {
    this.#realm = realm;
    this.#source = source;
    this.#tests = tests;
    this.search = search;
  }

  /** The same narrow with more tests, which are asked first. */
  and(...tests: readonly Test[]): Narrow {
    return new Narrow(this.#realm, this.#source, [...tests, ...this.#tests], this.search);
  }
  /** The same narrow where nothing outside of some blocks can match: these alone are looked at. */
  inBlocks(test: BlockTest): Narrow {
    return new Narrow(this.#realm, within(this.#realm, this.#source, test), this.#tests, this.search);
  }
  matches(message: Message): boolean {
    for (const test of this.#tests) if (!test(message)) return false;
    return this.search?.matches(message) ?? true;
  }
  /** The first matching messages with ids from `from` on, at most so many, ascending. */
  ascending(from: number, most: number): Message[] {
    return this.#taken(this.#source.ascending(from), most);
  }
  /** The last matching messages with ids up to and including `to`, at most so many, descending. */
  descending(to: number, most: number): Message[] {
    return this.#taken(this.#source.descending(to), most);
  }
  oldest(from = 0): Message | undefined {
    return this.ascending(from, 1)[0];
  }
  newest(): Message | undefined {
    return this.descending(limits.newestAnchor, 1)[0];
  }
  /** The message of an id, if it matches. */
  at(id: number): Message | undefined {
    const message = this.#realm.messages.get(id as MessageId);
    return message && this.matches(message) ? message : undefined;
  }

  #taken(candidates: Iterable<Message>, most: number): Message[] {
    const found: Message[] = [];
    if (most === 0) return found;
    for (const message of candidates) if (this.matches(message) && found.push(message) === most) break;
    return found;
  }
}

const not =
  (test: Test): Test =>
  (message) =>
    !test(message);

const conflict = (realm: Realm): string =>
  `No message can be both a ${has(realm, "channelNarrows") ? "channel message and direct" : "stream and a DM"} message`;

function testsOf(reader: Reader, terms: readonly Term[]): Test[] {
  const kinds = new Set<string>();
  return terms.map((term) => {
    const operator = operators.get(term.operator);
    if (!operator || !hasOperator(reader.realm, term.operator)) return badNarrow(`unknown operator ${term.operator}`);
    const kind = kindOf(reader.realm, operator, term);
    if (kind && kinds.add(kind).size > 1) badNarrow(conflict(reader.realm));
    const test = operator.test(reader, term.operand);
    const heedsNegation = test !== anything && (term.operator !== "in" || has(reader.realm, "isMuted"));
    return term.negated && heedsNegation ? not(test) : test;
  });
}

/**
 * Returns what terms ask of a message, whoever received it. All `search` terms are one search, and none of them negates.
 * @refuses BAD_NARROW: an unknown operator or operand, or terms that no message can meet together
 */
export function narrowOf(reader: Reader, terms: readonly Term[]): Narrow {
  const others = terms.filter(({ operator }) => operator !== "search");
  const searched = terms.filter(({ operator }) => operator === "search").map(({ operand }) => operand);
  const tests = testsOf(reader, others);
  const search = searched.length > 0 ? new Search(searched.join(" ")) : undefined;
  return new Narrow(reader.realm, sourceOf(reader, others, search), tests, search);
}

const operatorsForAll = new Set(["channel", "stream", "channels", "streams", "topic", "sender", "has", "search", "near", "id", "with"]);

const isForAll = ({ operator, operand, negated }: Term): boolean =>
  operatorsForAll.has(operator) || (operator === "is" && operand === "resolved" && !negated);

const asksWebPublic = ({ operator, operand, negated }: Term): boolean =>
  (operator === "channels" || operator === "streams") && operand === "web-public" && !negated;

/** The terms that a spectator's narrow comes down to; undefined where one has to log in for it. */
export function spectatorTerms(realm: Realm, terms: readonly Term[]): readonly Term[] | undefined {
  const asked = terms.filter(({ operator, operand, negated }) => operator !== "in" || operand !== "home" || negated);
  const allowed = realm.settings.web_public_streams_enabled && asked.some(asksWebPublic) && asked.every(isForAll);
  return allowed ? asked : undefined;
}

/** Reads the display name of the empty topic in the first topic term. */
export function withEmptyTopic(realm: Realm, terms: readonly Term[]): readonly Term[] {
  const first = terms.findIndex(({ operator }) => operator === "topic");
  const topicTerm = terms[first];
  if (topicTerm?.operand !== realm.settings.empty_topic_display_name || !has(realm, "emptyTopic")) return terms;
  return terms.with(first, { ...topicTerm, operand: "" });
}

const namesConversation = ({ operator }: Term): boolean => operator === "dm" || operator === "pm-with";

/** Whether terms say by themselves which topic or conversation is meant. */
const isConversation = (terms: readonly Term[]): boolean =>
  terms.some(namesConversation) || (terms.some(namesChannel) && terms.some(({ operator }) => operator === "topic"));

const positive = (operator: string, operand: Operand): Term => ({ operator, operand, negated: false, isPair: false });

/** The terms that name the topic or conversation in which a message is now. */
function placeTerms({ place }: Message): Term[] {
  if (place.channel === undefined) return [positive("dm", place.conversation.users)];
  return [positive("channel", place.channel), positive("topic", place.topic)];
}

function visible({ realm, user }: Reader, id: number): Message | undefined {
  const message = realm.messages.get(id as MessageId);
  if (!message) return undefined;
  if (user) return maySee(realm, user, message) ? message : undefined;
  return message.place.channel !== undefined && realm.channels.require(message.place.channel).is_web_public ? message : undefined;
}

/**
 * Replaces a `with` term by the terms of the topic or conversation in which its message is now, so that links survive moves.
 * @refuses BAD_NARROW: several `with` terms; one that is no message id; a message out of sight where nothing else names a conversation
 */
export function withoutWith(reader: Reader, terms: readonly Term[]): readonly Term[] {
  const [asked, ...others] = has(reader.realm, "withOperator") ? terms.filter(({ operator }) => operator === "with") : [];
  if (!asked) return terms;
  if (others.length > 0) badNarrow("Duplicate 'with' operators.", "operator combination");
  const rest = terms.filter(({ operator }) => operator !== "with");
  const id = readInteger(String(asked.operand)) ?? badNarrow("Invalid 'with' operator");
  const message = visible(reader, id);
  if (!message) return isConversation(rest) ? rest : badNarrow("Invalid 'with' operator");
  const besides = rest.filter((term) => !namesChannel(term) && !namesConversation(term) && term.operator !== "topic");
  return [...placeTerms(message), ...besides];
}
