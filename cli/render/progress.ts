import type { Verdict } from "../../conformance/report/report.ts";
import type { Io } from "../io.ts";

/** One line on a terminal that tells how far a run is, and nothing where there is no terminal. */
export interface Progress {
  step(result: { readonly address: string; readonly verdict: Verdict }, done: number, expected: number): void;
  /** Takes the line away. */
  end(): void;
}

const silent: Progress = { step: () => {}, end: () => {} };
const clear = "\r\u001b[K";
const longestAddress = 44;

/** The line is written at most so often; `now` tells milliseconds. */
const everyMillis = 80;

export function progress({ shows = false, err }: Io, expected: number, now: () => number): Progress {
  if (!shows) return silent;
  let differ = 0;
  let last = now();
  err(`${clear}0/${expected || "?"}`);
  return {
    step({ address, verdict }, done, total) {
      if (verdict === "differs") differ++;
      if (done < total && now() - last < everyMillis) return;
      last = now();
      err(`${clear}${done}/${total}${differ > 0 ? `  ${differ} differ` : ""}  ${address.slice(0, longestAddress)}`);
    },
    end: () => err(clear),
  };
}
