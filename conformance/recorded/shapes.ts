import type { Member } from "../client/target.ts";
import { monitors } from "../monitors/index.ts";
import { Tally } from "../monitors/tally.ts";
import { Watch } from "../monitors/watch.ts";
import type { PropertyResult } from "../results/report.ts";
import { resultOf } from "../run/monitoring.ts";
import { outgoing, type RecordedExchange } from "./exchange.ts";
import type { Version } from "./knowledge.ts";

/** The monitors that look at the form of answers: what others did with the same accounts at the time cannot mislead them. */
const ofShape = new Set([
  "acknowledged-events",
  "error-envelope",
  "error-fields",
  "event-ids",
  "linkifier-fields",
  "made-ids",
  "message-fields",
  "message-ids",
  "message-parts",
  "presence-entries",
  "returned-fields",
  "settings-fields",
  "success-envelope",
]);

/** Holds every answer of a recording against the clauses of shape, whether its state is known or not. */
export function shapesOf(
  exchanges: readonly RecordedExchange[],
  version: Version,
  cast: Readonly<Record<string, Member>>,
): readonly PropertyResult[] {
  const tally = new Tally(monitors.filter(({ name }) => ofShape.has(name)));
  // No name in a recording is one that the suite made up.
  const watch = new Watch({ ...version, cast, namespace: "\u0000" }, tally);
  const sent = new Map<RecordedExchange, ReturnType<Watch["send"]>>();
  const moments = exchanges
    .flatMap((exchange) => [
      { at: exchange.at, exchange, isAnswer: false },
      { at: exchange.answeredAt, exchange, isAnswer: true },
    ])
    .sort((a, b) => a.at - b.at || a.exchange.number - b.exchange.number);
  for (const { exchange, isAnswer } of moments) {
    if (!isAnswer) sent.set(exchange, watch.send(outgoing(exchange)));
    else if (exchange.reply) sent.get(exchange)?.answered(exchange.reply);
    else sent.get(exchange)?.cut();
  }
  return tally.results.map((sight) => resultOf(sight, false));
}
