import { sha256Hex } from "../../sim/index.ts";
import { sectionsOf } from "./sentences.ts";

/** Facts about the specification's text, sentence by sentence, without a word of it: the content of `fixtures/text/sentences.json`. */
export interface CitedText {
  /** Why a sentence states nothing that a server can break: by a word, a phrase whose subject is the sentence. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly sections: readonly CitedSection[];
  /** Clauses that no sentence states by itself, by the reason why they are there. */
  readonly beside: Readonly<Record<string, readonly string[]>>;
}

interface CitedSection {
  readonly heading: string;
  /** The number of its sentences that state something that a server can break. */
  readonly normative: number;
  /** Of each sentence its digest, and behind it the ids of the clauses that it states or one word of `reasons`. */
  readonly sentences: readonly (readonly string[])[];
}

/** The standing of a sentence beside the text that the clauses were written from; `moved` has another place or section. */
export type SentenceState = "same" | "different" | "moved" | "new" | "gone";

export interface ComparedSentence {
  readonly standing: SentenceState;
  /** Place in its section, from 1; that which it had where it is gone. */
  readonly position: number;
  /** Absent where it is gone. */
  readonly text?: string;
  readonly digest: string;
  /** The clauses that it states; of a different one those that the sentence in its place stated. */
  readonly clauses: readonly string[];
  /** Why it states nothing that a server can break. */
  readonly reason?: string;
}

export interface ComparedSection {
  readonly heading: string;
  readonly sentences: readonly ComparedSentence[];
}

/** A sentence that is known. */
type Known = Pick<ComparedSentence, "position" | "digest" | "clauses" | "reason">;
/** A sentence of the text that is compared. */
type Given = Pick<ComparedSentence, "position" | "digest"> & { readonly text: string };

/** The first 12 hexadecimal digits of the SHA-256 of a sentence. How much white space stands between its words makes no difference. */
export const digestOf = (sentence: string): string => sha256Hex(sentence.replace(/\s+/g, " ").trim()).slice(0, 12);

/** Whether what stands behind a digest is the id of a clause, rather than a reason. */
export const isClause = (cited: string): boolean => cited.includes("/");

function knownIn({ sentences }: CitedSection, reasons: CitedText["reasons"]): Known[] {
  return sentences.map(([digest = "", ...cited], i) => {
    const reason = cited.map((one) => reasons[one]).find((one) => one !== undefined);
    return { position: i + 1, digest, clauses: cited.filter(isClause), ...(reason !== undefined && { reason }) };
  });
}

/** Returns which known sentence each of a section is: a longest common subsequence of the two. */
function aligned(known: readonly Known[], given: readonly Given[]): Map<Given, Known> {
  const width = given.length + 1;
  const longest = new Uint32Array((known.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  const areEqual = (i: number, j: number): boolean => known[i]?.digest === given[j]?.digest;
  for (let i = known.length - 1; i >= 0; i--)
    for (let j = given.length - 1; j >= 0; j--)
      longest[i * width + j] = areEqual(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found = new Map<Given, Known>();
  for (let i = 0, j = 0; ; ) {
    const [one, other] = [known[i], given[j]];
    if (!one || !other) return found;
    if (one.digest === other.digest) {
      found.set(other, one);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
}

interface Pair {
  readonly heading: string;
  readonly known: readonly Known[];
  readonly given: readonly Given[];
  readonly same: ReadonlyMap<Given, Known>;
}

/** Returns which known sentence of another place each of the rest is. */
function movedIn(pairs: readonly Pair[]): ReadonlyMap<Given, Known> {
  const left = new Map<string, Known[]>();
  for (const { known, same } of pairs) {
    const kept = new Set(same.values());
    for (const one of known) if (!kept.has(one)) left.set(one.digest, [...(left.get(one.digest) ?? []), one]);
  }
  const moved = new Map<Given, Known>();
  for (const one of pairs.flatMap(({ given, same }) => given.filter((each) => !same.has(each)))) {
    const known = left.get(one.digest)?.shift();
    if (known) moved.set(one, known);
  }
  return moved;
}

/** Returns the sentences of a section in order. What is neither the same nor moved stands in the place of what is gone there. */
function compared({ known, given, same }: Pair, moved: ReadonlyMap<Given, Known>): ComparedSentence[] {
  const kept = new Set(same.values());
  const elsewhere = new Set(moved.values());
  const here = known.filter((one) => !elsewhere.has(one));
  const found: ComparedSentence[] = [];
  const goneUntil = (end: Known | undefined): void => {
    const count = end ? here.indexOf(end) : here.length;
    found.push(...here.splice(0, count).map((one): ComparedSentence => ({ standing: "gone", ...one })));
  };
  for (const one of given) {
    const [equal, away] = [same.get(one), moved.get(one)];
    if (equal) goneUntil(equal);
    const [next] = here;
    const isReplaced = next !== undefined && !away && (next === equal || !kept.has(next));
    const was = isReplaced ? here.shift() : away;
    const standing = equal ? "same" : away ? "moved" : was ? "different" : "new";
    found.push({ standing, clauses: [], ...was, ...one });
  }
  goneUntil(undefined);
  return found;
}

/** Holds a Markdown text against the digests of the one that the clauses were written from. Sections that are gone come last. */
export function comparedText({ sections, reasons }: CitedText, markdown: string): readonly ComparedSection[] {
  const known = new Map(sections.map((section) => [section.heading, knownIn(section, reasons)]));
  const given = new Map(
    sectionsOf(markdown).map(({ heading, sentences }) => [
      heading,
      sentences.map((text, i): Given => ({ position: i + 1, digest: digestOf(text), text })),
    ]),
  );
  const pairs = [...new Set([...given.keys(), ...known.keys()])].map((heading): Pair => {
    const [was, is] = [known.get(heading) ?? [], given.get(heading) ?? []];
    return { heading, known: was, given: is, same: aligned(was, is) };
  });
  const moved = movedIn(pairs);
  return pairs.map((pair) => ({ heading: pair.heading, sentences: compared(pair, moved) }));
}

/** A sentence that is not as it was, with its section. */
export type ChangedSentence = ComparedSentence & { readonly section: string };

export interface Changes {
  /** The number of sentences in the text. */
  readonly sentences: number;
  readonly changed: readonly ChangedSentence[];
  /** The clauses to read again, each once. */
  readonly clauses: readonly string[];
}

/** Returns what differs in a text. */
export function changesIn(sections: readonly ComparedSection[]): Changes {
  const all = sections.flatMap(({ heading, sentences }) => sentences.map((one): ChangedSentence => ({ section: heading, ...one })));
  const changed = all.filter(({ standing }) => standing !== "same");
  return {
    sentences: all.filter(({ standing }) => standing !== "gone").length,
    changed,
    clauses: [...new Set(changed.flatMap(({ clauses }) => clauses))],
  };
}
