/** A section of a Markdown text that has sentences. */
export interface TextSection {
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
