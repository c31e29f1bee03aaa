import type { MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import type { BlockTest } from "../../core/word-filter.ts";
import { Search } from "../search/search.ts";
import { kindOf, operators } from "./operators.ts";
import { anything, type Reader, type Test } from "./reader.ts";
import { type Source, sourceOf, within } from "./source.ts";
import { badNarrow, hasOperator, type Term } from "./terms.ts";

/** The messages of a realm that pass every test, found lazily in either direction. */
export class Narrow {
  readonly #realm: Realm;
  readonly #source: Source;
  readonly #tests: readonly Test[];
  /** What is searched for, if anything. */
  readonly search: Search | undefined;

  constructor(realm: Realm, source: Source, tests: readonly Test[], search: Search | undefined) {
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
  /** Matching messages with ids from `from` on, ascending. */
  *ascending(from = 0): IterableIterator<Message> {
    for (const message of this.#source.ascending(from)) if (this.matches(message)) yield message;
  }
  /** Matching messages with ids up to and including `to`, descending. */
  *descending(to: number = limits.newestAnchor): IterableIterator<Message> {
    for (const message of this.#source.descending(to)) if (this.matches(message)) yield message;
  }
  oldest(from?: number): Message | undefined {
    for (const message of this.ascending(from)) return message;
    return undefined;
  }
  newest(): Message | undefined {
    for (const message of this.descending()) return message;
    return undefined;
  }
  /** The message of an id, if it matches. */
  at(id: number): Message | undefined {
    const message = this.#realm.messages.get(id as MessageId);
    return message && this.matches(message) ? message : undefined;
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
