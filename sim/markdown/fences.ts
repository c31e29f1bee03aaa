import { languageName } from "./data/languages.ts";
import { escapeAttribute, escapeCode } from "./escape.ts";
import { displayMath } from "./math.ts";
import { put, type Stash, takeApart } from "./stash.ts";
import { finished } from "./tree.ts";

/** A block of code as HTML. Real servers also mark its tokens with `<span>`s; here the code stays whole. */
export function codeBlock(code: string, language: string | undefined): string {
  const text = `${code.replace(/^\n+/, "").replace(/(?<!\n)\n+$/, "")}\n`;
  const name = language === undefined ? "" : ` data-code-language="${escapeAttribute(languageName(language))}"`;
  return `<div class="codehilite"${name}><pre><span></span><code>${escaped(text, language)}</code></pre></div>`;
}

/** Quotes are escaped only in code of no language. */
function escaped(code: string, language: string | undefined): string {
  const text = escapeCode(code);
  return language === undefined ? text.replaceAll('"', "&quot;").replaceAll("'", "&#39;") : text;
}

/** A line that opens a fence (or closes one, if it has nothing but its run). */
interface FenceLine {
  readonly run: string;
  readonly language: string | undefined;
  readonly header: string | undefined;
}

const shape = /^(~{3,}|`{3,})([^~`]*)$/;
const label = /^ *(?:\{?\.?([a-zA-Z0-9_+,\-./#]+) *([^ ].*)?\}?)?$/s;

function beginsFence(line: string): boolean {
  const first = line.charCodeAt(0);
  return first === 0x60 || first === 0x7e;
}

/** Reads a fence line: a run at column 0, then optionally a language, then optionally a header. */
export function parseFence(line: string): FenceLine | undefined {
  if (!beginsFence(line)) return undefined;
  const run = shape.exec(line);
  const labels = run && label.exec(run[2] ?? "");
  if (!labels) return undefined;
  return { run: run[1] as string, language: labels[1], header: labels[2] };
}

// Each level is written out as one more `> ` on every line, so without a limit the text would explode.
const deepest = 20;

const endOfSpoiler = "</div></div>";

type Kind = "code" | "math" | "quote" | "spoiler";

interface OpenFence {
  readonly kind: Kind;
  readonly run: string;
  readonly language: string | undefined;
  readonly header: string | undefined;
  readonly inside: string[];
  readonly outside: string[];
}

/**
 * Takes the fences out of the lines. Code and math leave a mark behind, a quote becomes `> ` lines,
 * a spoiler becomes its content between two marks; each with an empty line above and below.
 */
export function takeFences(lines: readonly string[], stash: Stash, defaultLanguage: string): string[] {
  if (!lines.some(beginsFence)) return [...lines, ""];
  const output: string[] = [];
  const open: OpenFence[] = [];
  const close = () => {
    const fence = open.pop() as OpenFence;
    if (fence.inside.length > 0) fence.outside.push("", ...contents(fence, stash), "");
  };
  for (const line of lines) {
    const top = open.at(-1);
    if (top && line.trimEnd() === top.run) close();
    else if (top?.kind === "code" || top?.kind === "math") top.inside.push(line.trimEnd());
    else {
      const outside = top ? top.inside : output;
      const next = open.length === deepest ? undefined : opened(line, outside, top?.kind === "spoiler" ? "" : defaultLanguage);
      if (next) open.push(next);
      else outside.push(line);
    }
  }
  while (open.length > 0) close();
  // Otherwise the mark of a fence left open would share its block with a newline.
  return [...output, ""];
}

function opened(line: string, outside: string[], defaultLanguage: string): OpenFence | undefined {
  const fence = parseFence(line);
  if (!fence) return undefined;
  const language = (fence.language ?? defaultLanguage).toLowerCase() || undefined;
  return { kind: kindOf(language), run: fence.run, language, header: fence.header, inside: [], outside };
}

function kindOf(language: string | undefined): Kind {
  if (language === "quote" || language === "quoted") return "quote";
  return language === "math" || language === "spoiler" ? language : "code";
}

/**
 * A mark at the end of a quote shares its block with a newline, and so gets a paragraph around it. Real servers
 * do that too; but around the end of a spoiler the paragraph would break the nesting of tags.
 */
function quotable(lines: readonly string[], stash: Stash): readonly string[] {
  const end = lines.findLastIndex((line) => line !== "") + 1;
  const { elements } = takeApart(stash, lines[end - 1] ?? "");
  return elements.at(-1)?.html === endOfSpoiler ? lines.slice(0, end) : lines;
}

function contents(fence: OpenFence, stash: Stash): string[] {
  const keep = (html: string) => put(stash, finished(html));
  switch (fence.kind) {
    case "code":
      return [keep(codeBlock(fence.inside.join("\n"), fence.language))];
    case "math":
      return [keep(displayMath(fence.inside.join("\n")))];
    case "quote":
      return quotable(fence.inside, stash).map((line) => `> ${line}`);
    case "spoiler": {
      const header = fence.header === undefined ? [] : [fence.header, ""];
      const opening = keep('<div class="spoiler-block"><div class="spoiler-header">');
      const between = keep('</div><div class="spoiler-content" aria-hidden="true">');
      return [opening, "", ...header, between, "", ...fence.inside, "", keep(endOfSpoiler)];
    }
  }
}
