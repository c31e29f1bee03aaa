import { Session } from "node:inspector";

/** A stretch of a script, in characters of the text that V8 runs. */
export type Stretch = readonly [start: number, end: number];

/** The stretches that ran, by the URL of their script, in order and apart from each other. */
export type Ran = ReadonlyMap<string, readonly Stretch[]>;

/** A range that V8 counts. Ranges lie within each other or apart. */
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Covered {
  readonly functionName: string;
  readonly ranges: readonly Range[];
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly Covered[];
}

/** A function as V8 names it; the empty name is that of a function without one. */
interface Named {
  readonly name: string;
  readonly at: Stretch;
}

/** The text of a script, and its functions. */
export interface Source {
  readonly text: string;
  readonly functions: readonly Named[];
}

/** Returns the stretches of which the innermost range has run. */
function stretchesOf(ranges: readonly Range[]): Stretch[] {
  const sorted = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const found: [number, number][] = [];
  const open: Range[] = [];
  let at = 0;
  const upTo = (end: number): void => {
    const last = found.at(-1);
    if (end > at && (open.at(-1)?.count ?? 0) > 0) {
      if (last?.[1] === at) last[1] = end;
      else found.push([at, end]);
    }
    at = Math.max(at, end);
  };
  const closeUpTo = (start: number): void => {
    for (let top = open.at(-1); top && top.endOffset <= start; top = open.at(-1)) {
      upTo(top.endOffset);
      open.pop();
    }
  };
  for (const range of sorted) {
    closeUpTo(range.startOffset);
    upTo(range.startOffset);
    open.push(range);
  }
  closeUpTo(Number.POSITIVE_INFINITY);
  return found;
}

/** Records which blocks of scripts run, by V8's precise coverage: of those scripts alone that are loaded after it was started. */
export class Recorder {
  readonly #session = new Session();
  readonly #isMeant: (url: string) => boolean;
  readonly #ids = new Map<string, string>();
  /** By URL: the functions seen so far, by their places. */
  readonly #functions = new Map<string, Map<string, Named>>();

  /** Starts to record. @param isMeant whether a script of a URL counts */
  constructor(isMeant: (url: string) => boolean) {
    this.#isMeant = isMeant;
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

  #noteFunctions({ scriptId, url, functions }: Script): void {
    this.#ids.set(url, scriptId);
    const known = this.#functions.get(url) ?? new Map<string, Named>();
    this.#functions.set(url, known);
    for (const { functionName: name, ranges } of functions) {
      const [range] = ranges;
      if (range) known.set(`${range.startOffset} ${range.endOffset}`, { name, at: [range.startOffset, range.endOffset] });
    }
  }

  /** Returns what ran since it was asked last. */
  take(): Ran {
    const { result } = this.#post("Profiler.takePreciseCoverage") as { readonly result: readonly Script[] };
    const scripts = result.filter(({ url }) => this.#isMeant(url));
    for (const script of scripts) this.#noteFunctions(script);
    return new Map(scripts.map(({ url, functions }) => [url, stretchesOf(functions.flatMap(({ ranges }) => ranges))]));
  }

  /** Returns the texts of all scripts of which something has run, by their URLs. */
  sources(): ReadonlyMap<string, Source> {
    this.#post("Debugger.enable");
    const all = [...this.#ids].map(([url, scriptId]): [string, Source] => {
      const { scriptSource } = this.#post("Debugger.getScriptSource", { scriptId }) as { readonly scriptSource: string };
      return [url, { text: scriptSource, functions: [...(this.#functions.get(url)?.values() ?? [])] }];
    });
    this.#post("Debugger.disable");
    return new Map(all);
  }

  stop(): void {
    this.#session.disconnect();
  }
}
