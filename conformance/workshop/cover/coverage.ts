import { Session } from "node:inspector";
import { findSourceMap } from "node:module";

type Stretch = readonly [start: number, end: number];

/** A block of code that did not run. */
export interface Block {
  /** Path of its file from the root of the project. */
  readonly file: string;
  /** The function that it is in, with the one around it where it has no name; empty at the top of a file. */
  readonly inside: string;
  /** The beginning of its text, white space as single spaces. */
  readonly text: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

const longest = 60;

/** The place in a script's text as line and column, both from 0. */
function placeOf(text: string, at: number): [line: number, column: number] {
  const before = text.slice(0, at);
  const line = before.split("\n").length - 1;
  return [line, at - (before.lastIndexOf("\n") + 1)];
}

/** The names of the functions around a stretch, from the inmost to the first that has a name. */
function namesAround({ functions }: Source, [start, end]: Stretch): string {
  const around = functions
    .filter(({ at: [from, to] }) => from <= start && end <= to && from > 0)
    .sort((a, b) => a.at[1] - a.at[0] - (b.at[1] - b.at[0]));
  const known = around.find(({ name }) => name !== "");
  return known === undefined ? "" : known === around[0] ? known.name : `${known.name} ()`;
}

const isCode = (text: string): boolean => /[^\s;,(){}[\]]/.test(text);

/** Describes the stretches of a script in the words of the file that it was made of. */
function describe(url: string, source: Source, stretches: readonly Stretch[]): Block[] {
  const map = findSourceMap(url);
  const file = url.slice(url.lastIndexOf("/sim/") + 1);
  return stretches.flatMap(([start, end]) => {
    const text = source.text.slice(start, end);
    if (!isCode(text)) return [];
    const entry = map?.findEntry(...placeOf(source.text, start));
    const line = entry && "originalLine" in entry ? entry.originalLine + 1 : 0;
    return [{ file, inside: namesAround(source, [start, end]), text: text.replace(/\s+/g, " ").trim().slice(0, longest), line }];
  });
}

/** By the URL of a script: 1 for each character of its text that ran. */
export type Ran = ReadonlyMap<string, Uint8Array>;

/** A function as V8 names it, with its place; the empty name is that of a function without one. */
interface Named {
  readonly name: string;
  readonly at: Stretch;
}

/** The text of a script, and its functions. */
interface Source {
  readonly text: string;
  readonly functions: readonly Named[];
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** Whether a script holds blocks that the covering set is to reach: what the specification says of requests is decided there. */
const isMeant = ({ url }: Script): boolean => /\/sim\/(endpoints|rules|effects|events)\//.test(url);

/** Records which blocks of scripts run, by V8's precise coverage: of those scripts alone that are loaded after it was started. */
export class Recorder {
  readonly #session = new Session();
  readonly #ids = new Map<string, string>();
  /** By URL: the functions seen so far, by their places. */
  readonly #functions = new Map<string, Map<string, Named>>();

  constructor() {
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  #post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }

  /** Ranges lie within each other or apart: what is inside is painted over what is around it. */
  #painted({ scriptId, url, functions }: Script): Uint8Array {
    this.#ids.set(url, scriptId);
    const known = this.#functions.get(url) ?? new Map<string, Named>();
    this.#functions.set(url, known);
    for (const { functionName: name, ranges } of functions)
      for (const { startOffset, endOffset } of ranges.slice(0, 1))
        known.set(`${startOffset} ${endOffset}`, { name, at: [startOffset, endOffset] });
    const ranges = functions.flatMap((one) => one.ranges).sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    const ran = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    return ran;
  }

  /** Returns what ran since it was asked last. */
  take(): Ran {
    const { result } = this.#post("Profiler.takePreciseCoverage") as { readonly result: readonly Script[] };
    return new Map(result.filter(isMeant).map((script) => [script.url, this.#painted(script)]));
  }

  /** Returns the blocks that were not counted, of all scripts of which something has run. */
  unreached(code: Code): Block[] {
    this.#post("Debugger.enable");
    const blocks = [...this.#ids].flatMap(([url, scriptId]) => {
      const { scriptSource: text } = this.#post("Debugger.getScriptSource", { scriptId }) as { readonly scriptSource: string };
      return describe(url, { text, functions: [...(this.#functions.get(url)?.values() ?? [])] }, code.unreached(url, text.length));
    });
    this.#post("Debugger.disable");
    return blocks;
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/** By script: how many scenarios ran each character. */
export class Code {
  readonly #counts = new Map<string, Uint16Array>();

  #of(url: string, least: number): Uint16Array {
    const counts = this.#counts.get(url) ?? new Uint16Array(least);
    if (counts.length >= least && this.#counts.has(url)) return counts;
    const longer = new Uint16Array(least);
    longer.set(counts);
    this.#counts.set(url, longer);
    return longer;
  }

  /** Counts what a scenario ran. @param by 1, or -1 to count it no more */
  add(ran: Ran, by: 1 | -1 = 1): void {
    for (const [url, bytes] of ran) {
      const counts = this.#of(url, bytes.length);
      for (let i = 0; i < bytes.length; i++) if (bytes[i]) counts[i] = (counts[i] ?? 0) + by;
    }
  }

  /** Whether something ran that was not counted, and that another run does not have either. */
  isNew(ran: Ran, beside: Ran = new Map()): boolean {
    return [...ran].some(([url, bytes]) => {
      const [counts, others] = [this.#of(url, bytes.length), beside.get(url)];
      return bytes.some((byte, i) => byte && !counts[i] && !others?.[i]);
    });
  }

  /** The stretches of a script's text that have not run. */
  unreached(url: string, size: number): Stretch[] {
    const shown = Array.from(this.#of(url, size).subarray(0, size), (count) => (count ? "x" : " ")).join("");
    return [...shown.matchAll(/ +/g)].map(({ 0: { length }, index }) => [index, index + length]);
  }
}
