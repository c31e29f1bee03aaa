import { type Finding, findingsOf, instantText, type RulingChoices, type RulingName } from "../../sim/index.ts";
import { judgedByText } from "../causes/rulings.ts";
import type { Member } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { Untestable } from "../expect.ts";
import { causesOf } from "../results/causes.ts";
import { type Report, type ScenarioResult, summarise } from "../results/report.ts";
import { withSharedCauses } from "../results/shared.ts";
import type { RecordedExchange, Recording } from "./exchange.ts";
import { resultsOf } from "./findings.ts";
import { isHeld, type Version, versionIn } from "./knowledge.ts";
import { type Replayed, Replaying } from "./replayed.ts";
import { shapesOf } from "./shapes.ts";

export { type Recording, RecordingError } from "./exchange.ts";
export { journalHead } from "./journal.ts";
export { readRecording } from "./read.ts";

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
const castOf = (all: readonly Replayed[]): Record<string, Member> =>
  Object.assign({}, ...all.flatMap(({ knowledge }) => castIn(knowledge)));

const castIn = (knowledge: Replayed["knowledge"]): readonly Record<string, Member>[] => {
  const { users = {} } = knowledge?.oracle.theirs ?? {};
  return Object.entries(users).map(([name, { id, email }]) => ({
    [name]: { user_id: id, email, role: "member", is_bot: false, password: null },
  }));
};

/** The points that the server decides otherwise than the text. That it does is no more than a guess where no sentence says much of what it does. */
function rulingResult(choices: Partial<RulingChoices>, version: Version, accepts: readonly RulingName[]): ScenarioResult[] {
  if (!isHeld(version)) return [];
  const stated = judgedByText(choices as Record<string, string>, accepts);
  return stated ? [{ address: "recorded/rulings", ...stated }] : [];
}

/** Returns the number of exchanges that were compared, and of those that were not, by reason. */
function countsOf(all: readonly Replayed[]): Pick<NonNullable<Report["recorded"]>, "compared" | "unjudged"> {
  const left = all.filter(({ outcome }) => outcome.differences === undefined);
  const reasons = new Map<string, number>();
  for (const { outcome } of left) reasons.set(outcome.unknown ?? "", (reasons.get(outcome.unknown ?? "") ?? 0) + 1);
  return { compared: all.length - left.length, unjudged: Object.fromEntries([...reasons].sort(([, a], [, b]) => b - a)) };
}

const asFiled = ({ at, answeredAt, as, method, path, query, form, reply }: RecordedExchange) => ({
  at: instantText(answeredAt > at ? answeredAt : at),
  as: as ?? null,
  request: { method, path: `/api/v1${path}`, fields: { ...query, ...form } },
  response: { status: reply?.status ?? 0, body: reply?.body ?? {} },
});

/** Returns the findings of the judge of clients in the same exchanges. */
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
  const scenarios = [...rulingResult(replaying.choices, version, accepts), ...resultsOf(all, version.level)];
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
