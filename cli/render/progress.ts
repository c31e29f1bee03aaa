import { isUnanswered, phraseOf } from "../../conformance/causes/signature.ts";
import type { PropertyResult } from "../../conformance/results/report.ts";
import type { Io } from "../io.ts";
import { ours } from "./visible.ts";

type Result = Pick<PropertyResult, "address" | "verdict" | "causes">;

/** Tells on `err` how far a run is: one line that is written over on a terminal, elsewhere a line every ten seconds in which a number changed. */
interface Progress {
  step(result: Result, done: number, expected: number): void;
  /** Takes the line of a terminal away, and ends what goes by time. */
  end(): void;
}

/** A source of the time. */
export interface Clock {
  /** Milliseconds from some instant on. */
  now(): number;
  /** Calls `run` every so many milliseconds, as often as the process rests. Returns a function that ends that. */
  every(millis: number, run: () => void): () => void;
}

export const machineClock: Clock = {
  now: () => performance.now(),
  every(millis, run) {
    const timer = setInterval(run, millis);
    timer.unref();
    return () => clearInterval(timer);
  },
};

const clear = ours("\r\u001b[K");
const longestAddress = 44;

/** A terminal's line is written at most so often, in milliseconds. */
const redrawMillis = 80;
const lineMillis = 10_000;

/** Returns a function that says of a result which requests get no answer, each once: what needs them takes long, or waits. */
function silences(): (result: Result) => string[] {
  const told = new Set<string>();
  return ({ causes = [] }) => {
    const found = causes.filter(isUnanswered).map(phraseOf);
    const fresh = found.filter((phrase) => !told.has(phrase));
    for (const phrase of fresh) told.add(phrase);
    return fresh;
  };
}

function onTerminal({ err }: Io, expected: number, { now }: Clock): Progress {
  let differ = 0;
  let last = now();
  const silent = silences();
  err(`${clear}0/${expected || "?"}`);
  return {
    step(result, done, total) {
      const { address, verdict } = result;
      for (const phrase of silent(result)) err(`${clear}${phrase}\n`);
      if (verdict === "differs") differ++;
      if (done < total && now() - last < redrawMillis) return;
      last = now();
      err(`${clear}${done}/${total}${differ > 0 ? `  ${differ} differ` : ""}  ${address.slice(0, longestAddress)}`);
    },
    end: () => err(clear),
  };
}

function inLines({ err }: Io, command: string, expected: number, { now, every }: Clock): Progress {
  let [differ, done, total] = [0, 0, expected];
  let last = now();
  let told = "";
  const tell = (): void => {
    const left = total > 0 ? `, ${total - done} left` : "";
    const line = `touchstone ${command}: ${done} done${left}, ${differ} ${differ === 1 ? "differs" : "differ"}\n`;
    if (line === told || now() - last < lineMillis) return;
    [last, told] = [now(), line];
    err(line);
  };
  // A run inside of this process never rests: it is asked at each step too.
  const stop = every(lineMillis, tell);
  const silent = silences();
  return {
    step(result, nowDone, nowTotal) {
      for (const phrase of silent(result)) err(`touchstone ${command}: ${phrase}\n`);
      if (result.verdict === "differs") differ++;
      [done, total] = [nowDone, nowTotal];
      if (done < total) tell();
    },
    end: stop,
  };
}

/**
 * Begins to tell how far a run is.
 * @param command such as `check`
 * @param expected how many results there will be; 0 where that is not known yet
 */
export const progress = (io: Io, command: string, expected: number, clock = machineClock): Progress =>
  io.shows ? onTerminal(io, expected, clock) : inLines(io, command, expected, clock);
