import { type Finding, findingsOf, instantText, type RulingChoices, type RulingName } from "../../sim/index.ts";
import { citedBy } from "../causes/citing.ts";
import { placesOf } from "../causes/place.ts";
import { judgedByText } from "../causes/rulings.ts";
import { idOf, type Signature, signaturesOf } from "../causes/signature.ts";
import { mostFrequent } from "../client/lists.ts";
import { hidden, type Seen } from "../client/seen.ts";
import type { Member } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { Untestable } from "../expect.ts";
import { monitors } from "../monitors/index.ts";
import { MonitorTally } from "../monitors/tally.ts";
import { Watch } from "../monitors/watch.ts";
import { causesOf } from "../results/causes.ts";
import { type Paired, type PropertyResult, type Report, type ScenarioResult, summarise } from "../results/report.ts";
import { placesIn, reasonOf } from "../results/sentences.ts";
import { withSharedCauses } from "../results/shared.ts";
import { resultOf } from "../run/monitoring.ts";
import { readHar } from "./har.ts";
import { isJournal, outgoing, parsedFile, type RecordedExchange, type Recording, RecordingError, readJournal } from "./journal.ts";
import { isHeld, type Version, versionIn } from "./knowledge.ts";
import { type ReplayedExchange, Replaying } from "./replayed.ts";

type Differing = ReplayedExchange & { readonly outcome: Required<Pick<ReplayedExchange["outcome"], "expected" | "differences">> };

const isCompared = ({ outcome: { differences } }: ReplayedExchange): boolean => differences !== undefined;
const isDiffering = (replayed: ReplayedExchange): replayed is Differing =>
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
function before({ exchange }: ReplayedExchange, all: readonly ReplayedExchange[]): Paired[] {
  const earlier = all.slice(
    0,
    all.findIndex((one) => one.exchange === exchange),
  );
  const shown = earlier.flatMap(({ exchange: one }): Paired[] => {
    if (!one.reply || /^\/(register|server_settings)$/.test(one.path)) return [];
    return [{ told: toldOf(one), expected: seenOf(one, one.reply), actual: seenOf(one, one.reply) }];
  });
  return shown.slice(-mostBefore);
}

function findingOf(replayed: Differing, all: readonly ReplayedExchange[], causes: readonly Signature[], level: number): ScenarioResult {
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
function findingsIn(all: readonly ReplayedExchange[], level: number): ScenarioResult[] {
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
function routesIn(all: readonly ReplayedExchange[]): ScenarioResult[] {
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
  "message-order",
  "message-parts",
  "presence-entries",
  "returned-fields",
  "settings-fields",
  "success-envelope",
]);

/** Holds every answer of a recording against the clauses of shape, whether its state is known or not. */
function shapesOf(
  exchanges: readonly RecordedExchange[],
  version: Version,
  cast: Readonly<Record<string, Member>>,
): readonly PropertyResult[] {
  const tally = new MonitorTally(monitors.filter(({ name }) => ofShape.has(name)));
  // No name in a recording is one that the suite made up.
  const watch = new Watch({ ...version, cast, namespace: "\u0000", isRecorded: true }, tally);
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

export { journalHead, type Recording, RecordingError } from "./journal.ts";

export interface RecordedOptions {
  /** The level that counts instead of the one the server tells. */
  readonly level?: number;
  readonly brand?: string;
  /** Running servers that it is held to behave like, also where no sentence says so. */
  readonly like?: "zulip" | undefined;
  readonly html?: HtmlMode;
  /** Choices on silent points that the server is held to. */
  readonly rulings?: Partial<RulingChoices>;
  readonly accepts?: readonly RulingName[];
}

function versionOf(recording: Recording, { level, brand, like }: RecordedOptions): Version {
  const version = versionIn(recording, brand);
  const known = level ?? version?.level;
  if (known === undefined)
    throw new Untestable("the file holds no answer that tells the server's feature level (GET /server_settings does); --level gives it");
  return { level: known, brand: brand ?? version?.brand ?? "service", like };
}

/** The accounts of all models that the recording was compared with. */
const castOf = (all: readonly ReplayedExchange[]): Record<string, Member> =>
  Object.fromEntries(
    all
      .flatMap(({ knowledge }) => Object.entries(knowledge?.oracle.theirs.users ?? {}))
      .map(([name, { id, email }]) => [name, { user_id: id, email, role: "member", is_bot: false, password: null }]),
  );

/** The points that the server decides otherwise than the text. That it does is no more than a guess where no sentence says much of what it does. */
function rulingResult(choices: Partial<RulingChoices>, version: Version, accepts: readonly RulingName[]): ScenarioResult[] {
  if (!isHeld(version)) return [];
  const stated = judgedByText(choices as Record<string, string>, accepts);
  return stated ? [{ address: "recorded/rulings", ...stated }] : [];
}

/** Returns the number of exchanges that were compared, and of those that were not, by reason. */
function countsOf(all: readonly ReplayedExchange[]): Pick<NonNullable<Report["recorded"]>, "compared" | "unjudged"> {
  const left = all.filter(({ outcome }) => outcome.differences === undefined);
  const unjudged = Object.fromEntries(mostFrequent(left.map(({ outcome: { unknown = "" } }) => unknown)));
  return { compared: all.length - left.length, unjudged };
}

const asFiled = ({ at, answeredAt, as, method, path, query, form, reply }: RecordedExchange) => ({
  at: instantText(answeredAt > at ? answeredAt : at),
  as: as ?? null,
  request: { method, path: `/api/v1${path}`, fields: { ...query, ...form } },
  response: { status: reply?.status ?? 0, body: reply?.body ?? {} },
});

function clientsIn({ exchanges }: Recording, level: number): readonly Finding[] {
  const known = exchanges.filter(({ as }) => as !== undefined).toSorted((a, b) => a.answeredAt - b.answeredAt);
  const now = known.at(-1)?.answeredAt ?? 0;
  return findingsOf(known.map(asFiled), { now, level });
}

/**
 * Judges the traffic between clients and a server. Answers are compared with those of a model where a registration tells the state, and
 * every answer is held against the clauses of shape; the clients are judged from the same exchanges.
 * @throws Untestable: nothing in the file tells the server's feature level
 */
export function checkRecorded(recording: Recording, options: RecordedOptions = {}): Report {
  const { html = "structural", rulings = {}, accepts = [] } = options;
  const version = versionOf(recording, options);
  const replaying = new Replaying(recording, version, { html, choices: rulings });
  const all = replaying.run();
  const shapes = shapesOf(recording.exchanges, version, castOf(all));
  const scenarios = [...rulingResult(replaying.choices, version, accepts), ...findingsIn(all, version.level), ...routesIn(all)];
  const properties = withSharedCauses(shapes, scenarios);
  const notes = [...recording.notes, ...replaying.notes];
  return {
    ...{ format: "touchstone-report", version: 1, seed: 0, shard: null, partial: false },
    target: { kind: "live", url: recording.url, level: version.level, brand: version.brand },
    causes: causesOf([...properties, ...scenarios]),
    ...{ properties, scenarios, accepted: accepts, notRun: [] },
    choices: replaying.choices as Record<string, string>,
    chosenIn: Object.fromEntries(Object.keys(replaying.choices).map((name) => [name, "recorded"])),
    ...(notes.length > 0 && { notes }),
    recorded: { exchanges: recording.exchanges.length, ...countsOf(all), clients: clientsIn(recording, version.level) },
    summary: summarise(properties.length + scenarios.length, [...properties, ...scenarios]),
  };
}

/**
 * Reads the text of a journal of `touchstone record`, or of a HAR file.
 * @param account address of the account that sent all requests of a HAR file without credentials
 * @throws RecordingError, which names the place
 */
export function readRecording(content: string, account?: string): Recording {
  const isOwn = isJournal(content);
  if (isOwn && account !== undefined) throw new RecordingError("--account", "a journal names its accounts");
  const recording = isOwn ? readJournal(content) : readHar(parsedFile(content), account);
  if (recording.exchanges.length === 0) throw new RecordingError("the file", "there is no exchange in it");
  return recording;
}
