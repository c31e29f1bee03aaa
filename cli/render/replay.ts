import type { Seen } from "../../conformance/client/seen.ts";
import type { Replayed } from "../../conformance/engine/replay.ts";
import { isEqual } from "../../conformance/expect.ts";
import type { Colours } from "./colours.ts";
import { structuralDiff } from "./diff.ts";
import { exchangeLine } from "./text-failures.ts";

const answer = ({ status, body }: Seen): Readonly<Record<string, unknown>> => ({ status, ...body });

/** A replayed scenario: each exchange with the target beside that with the oracle, and where the last answers differ. */
export function replayText({ pairs, reason }: Replayed, { on, bold, dim, red, green }: Colours): string {
  const pairLines = pairs.flatMap(({ told: sentence, expected, actual }, i) => [
    bold(`${i + 1}. ${sentence}`),
    `   target  ${exchangeLine(actual)}`,
    ...(isEqual(answer(expected), answer(actual)) ? [dim("   oracle  the same")] : [`   oracle  ${exchangeLine(expected)}`]),
  ]);
  const last = pairs.at(-1);
  if (reason === undefined || !last) return [...pairLines, "", green("All answers agree."), ""].join("\n");
  const diff = structuralDiff(answer(last.expected), answer(last.actual), on);
  const places = reason.split("\n").map((line) => red(`  ${line}`));
  return [...pairLines, "", bold("the last answers differ (- the oracle's, + the target's)"), diff, "", ...places, ""].join("\n");
}
