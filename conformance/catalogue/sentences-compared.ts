import { sha256Hex } from "../../sim/index.ts";

/** A section of a Markdown text that has sentences. */
interface TextSection {
  /** The headings that it stands under, joined by " > ", without the title of the whole; the title for what stands before them. */
  readonly heading: string;
  /** Sentences of prose and of list items, rows of tables with " | " between their cells, and blocks of code. */
  readonly sentences: readonly string[];
}

interface Block {
  readonly kind: "heading" | "prose" | "row" | "code";
  readonly text: string;
  /** Of a heading, from 1. */
  readonly level?: number;
}

const fence = /^\s*(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const delimiters = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** The lines from `from` on, up to the first for which `ends` holds. */
function linesUntil(lines: readonly string[], from: number, ends: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line, i) => i >= from && ends(line));
  return lines.slice(from, end < 0 ? lines.length : end);
}

const cellsOf = (row: string): string =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .join(" | ");

/** Returns the code or table that begins at a line, and how many lines it takes. */
function codeOrTable(lines: readonly string[], at: number): { readonly length: number; readonly blocks: readonly Block[] } | undefined {
  const [line = "", next = ""] = lines.slice(at, at + 2);
  const marks = fence.exec(line)?.[1];
  if (marks !== undefined) {
    const body = linesUntil(lines, at + 1, (each) => fence.exec(each)?.[1]?.startsWith(marks) === true);
    return { length: body.length + 2, blocks: [{ kind: "code", text: body.join("\n") }] };
  }
  if (!(line.includes("|") && next.includes("|") && delimiters.test(next))) return undefined;
  const rows = linesUntil(lines, at, (each) => !each.includes("|"));
  return { length: rows.length, blocks: rows.toSpliced(1, 1).map((row) => ({ kind: "row", text: cellsOf(row) })) };
}

function blocksOf(markdown: string): readonly Block[] {
  const lines = markdown.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  /** The lines of the paragraph or list item that is being read. */
  let prose: string[] = [];
  const end = (): void => {
    if (prose.length > 0) blocks.push({ kind: "prose", text: prose.join(" ") });
    prose = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, signs, title = ""] = heading.exec(line) ?? [];
    const whole = codeOrTable(lines, at);
    if (whole || signs !== undefined || line.trim() === "" || item.test(line)) end();
    if (whole) {
      blocks.push(...whole.blocks);
      at += whole.length - 1;
    } else if (signs !== undefined) blocks.push({ kind: "heading", level: signs.length, text: title });
    else if (line.trim() !== "") prose.push(line.replace(item, "").trim());
  }
  end();
  return blocks;
}

/** Returns the prose with inline code and the targets of links blotted out by as many letters, so that places stay: no sentence ends in them. */
const blotted = (prose: string): string => prose.replace(/(`+).+?\1|\]\([^)]*\)/g, (part) => "X".repeat(part.length));

const ends = /[.!?\u2026]+["'\u201d\u2019)\]*_]*(?=\s+[^\s\p{Ll}])/gu;
const abbreviation = /(?:^|[\s("'*_])(?:[A-Za-z](?:\.[A-Za-z])+|cf|vs|viz|approx|resp|incl|Fig|Sec|No|Mr|Mrs|Dr|St)\.$/;
/** A bold beginning such as "**Reaction.**" is a label of the sentence behind it. */
const label = /^\*\*[^*]+\*\*\s+/;

/** Splits prose at the ends of its sentences. What goes on in lower case is no end. */
function sentencesOf(prose: string): readonly string[] {
  const text = blotted(prose);
  const first = label.exec(text)?.[0].length ?? 0;
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(ends)) {
    const end = index + mark.length;
    if (end < first || abbreviation.test(text.slice(start, index + 1))) continue;
    sentences.push(prose.slice(start, end).trim());
    start = end;
  }
  return [...sentences, prose.slice(start).trim()];
}

/** The sections of a Markdown text with their sentences, in the order in which they begin. */
export function sectionsOf(markdown: string): readonly TextSection[] {
  const sections = new Map<string, string[]>();
  let above: readonly Block[] = [];
  for (const block of blocksOf(markdown)) {
    const { kind, text, level = 0 } = block;
    if (kind === "heading") {
      above = [...above.filter((each) => (each.level ?? 0) < level), block];
      continue;
    }
    const parts = above.filter((each) => above.length === 1 || each.level !== 1);
    const name = parts.map((each) => each.text).join(" > ");
    const own = sections.get(name) ?? [];
    sections.set(name, own);
    own.push(...(kind === "prose" ? sentencesOf(text) : [text]));
  }
  return [...sections].map(([name, sentences]) => ({ heading: name, sentences }));
}

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

type Known = Pick<ComparedSentence, "position" | "digest" | "clauses" | "reason">;
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
