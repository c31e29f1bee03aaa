import { citedBy } from "../causes/citing.ts";
import { placesOf } from "../causes/place.ts";
import { idOf, type Signature, signaturesOf } from "../causes/signature.ts";
import { hidden, type Seen } from "../client/seen.ts";
import type { Paired, ScenarioResult } from "../results/report.ts";
import { placesIn, reasonOf } from "../results/sentences.ts";
import { outgoing, type RecordedExchange } from "./exchange.ts";
import type { Replayed } from "./replayed.ts";

/** An outcome whose answers differ. */
type Differing = Replayed & { readonly outcome: Required<Pick<Replayed["outcome"], "expected" | "differences">> };

const isCompared = ({ outcome: { differences } }: Replayed): boolean => differences !== undefined;
const isDiffering = (replayed: Replayed): replayed is Differing =>
  replayed.outcome.expected !== undefined && (replayed.outcome.differences?.length ?? 0) > 0;

const addressOf = (rest: string | number): string => `recorded/${rest}`;

function clausesOf(replayed: Differing, level: number): string[] {
  const { exchange, outcome } = replayed;
  const { differences, expected } = outcome;
  const actual = exchange.reply ?? { status: 0, body: {} };
  const fields = { ...exchange.query, ...exchange.form };
  const asked = { op: replayed.outcome.routed.op ?? "", as: exchange.as ?? "nobody", fields, expected };
  return citedBy({ ...asked, actual, places: placesOf(differences, expected, actual), before: [], level });
}

const seenOf = (exchange: RecordedExchange, { status, body }: { readonly status: number; readonly body: Seen["body"] }): Seen => {
  const { as, method, path, fields, query } = outgoing(exchange);
  return { as, method, path, fields: hidden({ ...query, ...fields }) as Seen["fields"], status, body: hidden(body) as Seen["body"] };
};

const toldOf = ({ number, as, method, path }: RecordedExchange): string =>
  `exchange ${number}: ${as ?? (as === null ? "nobody" : "somebody")} ${method} ${path}`;

/** So many of the exchanges before one that differs are shown. */
const mostBefore = 4;

/** The exchanges before one, as they were; registrations, which are long, left out. */
function before({ exchange }: Replayed, all: readonly Replayed[]): Paired[] {
  const earlier = all
    .map((one) => one.exchange)
    .slice(
      0,
      all.findIndex((one) => one.exchange === exchange),
    );
  return earlier
    .flatMap((one): Paired[] => {
      if (!one.reply || /^\/(register|server_settings)$/.test(one.path)) return [];
      return [{ told: toldOf(one), expected: seenOf(one, one.reply), actual: seenOf(one, one.reply) }];
    })
    .slice(-mostBefore);
}

function findingOf(replayed: Differing, all: readonly Replayed[], causes: readonly Signature[], level: number): ScenarioResult {
  const { exchange, outcome } = replayed;
  const actual = exchange.reply ?? { status: 0, body: {} };
  return {
    address: addressOf(exchange.number),
    verdict: "differs",
    clauses: clausesOf(replayed, level),
    reason: reasonOf(outcome.differences),
    pairs: [
      ...before(replayed, all),
      { told: toldOf(exchange), expected: seenOf(exchange, outcome.expected), actual: seenOf(exchange, actual) },
    ],
    places: placesIn(outcome.differences),
    causes,
  };
}

/** The exchanges that show a cause which none before them shows, each as a result. */
function findingsIn(all: readonly Replayed[], level: number): ScenarioResult[] {
  const known = new Set<string>();
  return all.filter(isDiffering).flatMap((replayed) => {
    const { routed, differences, expected } = replayed.outcome;
    const causes = signaturesOf(routed.route, differences, expected, replayed.exchange.reply);
    const isNews = causes.some((signature) => !known.has(idOf(signature)));
    for (const signature of causes) known.add(idOf(signature));
    return isNews ? [findingOf(replayed, all, causes, level)] : [];
  });
}

/** One result for each route of which something agrees, or of which nothing could be compared. */
function routesIn(all: readonly Replayed[]): ScenarioResult[] {
  const specified = all.filter(({ outcome }) => outcome.routed.op !== undefined);
  const routes = [...new Set(specified.map(({ outcome }) => outcome.routed.route))];
  return routes.flatMap((route): ScenarioResult[] => {
    const own = specified.filter(({ outcome }) => outcome.routed.route === route);
    const compared = own.filter(isCompared);
    const agreeing = compared.filter((one) => !isDiffering(one));
    const address = addressOf(route.replace(" ", "-").replaceAll("/", "."));
    const counts = { exchanges: compared.length, exchangesAgree: agreeing.length };
    if (agreeing.length > 0) return [{ address, verdict: "agrees", clauses: [], ...counts }];
    return compared.length > 0 ? [] : [{ address, verdict: "untestable", clauses: [], reason: own[0]?.outcome.unknown ?? "" }];
  });
}

/** Returns what a recording shows: its differences, each cause once, and what agrees, by route. */
export const resultsOf = (all: readonly Replayed[], level: number): ScenarioResult[] => [...findingsIn(all, level), ...routesIn(all)];
