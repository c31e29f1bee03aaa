/** The number of phrases that are looked for one by one: of so few each search is faster than one pass for all. */
const fewPhrases = 8;

/** UTF-16 units have values below this. */
const units = 0x1_0000;

/**
 * Tells whether texts hold all of some phrases, in one pass over each text however many phrases there are: the automaton of Aho
 * and Corasick. A state stands for a beginning of phrases; state 0 for the empty one.
 */
class PhraseAutomaton {
  /** The next state by `state * units + unit`. */
  readonly #next = new Map<number, number>();
  /** By state, the state of its longest proper suffix that is a beginning of a phrase. */
  readonly #suffix: number[] = [0];
  /** By state, the longest suffix that is a phrase, itself included; 0 for none. */
  readonly #phrase: number[] = [0];
  readonly #count: number;

  /** @param phrases distinct, none of them empty */
  constructor(phrases: readonly string[]) {
    this.#count = phrases.length;
    let open = phrases.map((phrase) => ({ phrase, state: 0 }));
    // By length, so that the states of all suffixes of a beginning are there before its own.
    for (let at = 0; open.length > 0; at++) {
      for (const each of open) each.state = this.#grown(each.state, each.phrase.charCodeAt(at));
      for (const { phrase, state } of open) if (phrase.length === at + 1) this.#phrase[state] = state;
      open = open.filter(({ phrase }) => phrase.length > at + 1);
    }
  }

  #grown(state: number, unit: number): number {
    const known = this.#next.get(state * units + unit);
    if (known !== undefined) return known;
    const suffix = state === 0 ? 0 : this.#after(this.#suffix[state] ?? 0, unit);
    const grown = this.#suffix.push(suffix) - 1;
    this.#phrase.push(this.#phrase[suffix] ?? 0);
    this.#next.set(state * units + unit, grown);
    return grown;
  }

  #after(from: number, unit: number): number {
    for (let state = from; ; state = this.#suffix[state] ?? 0) {
      const next = this.#next.get(state * units + unit);
      if (next !== undefined || state === 0) return next ?? 0;
    }
  }

  areIn(texts: readonly string[]): boolean {
    const found = new Set<number>();
    for (const text of texts) {
      let state = 0;
      for (let at = 0; at < text.length; at++) {
        state = this.#after(state, text.charCodeAt(at));
        let phrase = this.#phrase[state] ?? 0;
        // The suffixes of a phrase that was found before were found with it.
        for (; phrase !== 0 && !found.has(phrase); phrase = this.#phrase[this.#suffix[phrase] ?? 0] ?? 0) found.add(phrase);
        if (found.size === this.#count) return true;
      }
    }
    return false;
  }
}

/** Phrases that must all stand in some texts, each in any of them. */
export class Phrases {
  readonly #first: readonly string[];
  readonly #all: readonly string[];
  #automaton: PhraseAutomaton | undefined;

  /** @param phrases none of them empty */
  constructor(phrases: readonly string[]) {
    this.#all = [...new Set(phrases)];
    this.#first = this.#all.slice(0, fewPhrases);
  }

  areIn(texts: readonly string[]): boolean {
    if (!this.#first.every((phrase) => texts.some((text) => text.includes(phrase)))) return false;
    if (this.#all.length === this.#first.length) return true;
    this.#automaton ??= new PhraseAutomaton(this.#all);
    return this.#automaton.areIn(texts);
  }
}
