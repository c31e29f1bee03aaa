import { routed } from "../catalogue/route.ts";
import { idOf, signaturesOf } from "../causes/signature.ts";
import type { HtmlMode } from "../compare/html.ts";
import type { ChosenRulings } from "../model/oracle.ts";
import { type ExchangeOutcome, Follower } from "./follower.ts";
import { isPoll, isWrite, type RecordedExchange, type Recording } from "./journal.ts";
import { type Knowledge, knowledgeAt, neededOf, playedAt, tellsAll, type Version } from "./knowledge.ts";

/** An exchange of a recording with what came of it. */
export interface ReplayedExchange {
  readonly exchange: RecordedExchange;
  readonly outcome: ExchangeOutcome;
  /** The model that it was compared with; undefined where there was none. */
  readonly knowledge: Knowledge | undefined;
}

/** The time that a server may take until a poll shows what was done, in milliseconds. */
const settling = 2_000;
/** The most exchanges that are played again in all to find the choices of the server on silent points. */
const mostReplayed = 200_000;

interface Moment {
  readonly at: number;
  readonly exchange: RecordedExchange;
  /** Whether the poll is about to be sent; else the exchange is played. */
  readonly begins: boolean;
}

const overlaps = (a: RecordedExchange, b: RecordedExchange): boolean => a !== b && a.at < b.answeredAt && b.at < a.answeredAt;

/** The polls whose answers have to hold what was there before: nothing was under way that may have come later. */
const certain = (exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] => {
  const writes = exchanges.filter((one) => isWrite(one));
  return exchanges.filter((poll) => isPoll(poll) && !writes.some(({ at, answeredAt }) => at <= poll.at - settling && answeredAt > poll.at));
};

function momentsOf(exchanges: readonly RecordedExchange[]): readonly Moment[] {
  const played = exchanges.map((exchange): Moment => ({ at: playedAt(exchange), exchange, begins: false }));
  const begun = certain(exchanges).map((exchange): Moment => ({ at: exchange.at - settling, exchange, begins: true }));
  return [...played, ...begun].sort((a, b) => a.at - b.at || a.exchange.number - b.exchange.number);
}

/** Plays a recording on models, as far as they can be in the server's state. */
export class Replaying {
  readonly #recording: Recording;
  readonly #version: Version;
  readonly #html: HtmlMode;
  readonly #moments: readonly Moment[];
  readonly #alone: ReadonlySet<RecordedExchange>;
  #replayed = 0;
  /** The choices that the server is seen to make where the specification is silent, or stated points that it decides otherwise. */
  choices: ChosenRulings;
  /** Notes on where the model left the server's state, and why; one line each. */
  readonly notes: string[] = [];

  constructor(recording: Recording, version: Version, { html, choices }: { readonly html: HtmlMode; readonly choices: ChosenRulings }) {
    const exchanges = recording.exchanges.toSorted((a, b) => playedAt(a) - playedAt(b));
    const writes = exchanges.filter((one) => isWrite(one));
    this.#recording = { ...recording, exchanges };
    this.#version = version;
    this.#html = html;
    this.choices = choices;
    this.#moments = momentsOf(exchanges);
    this.#alone = new Set(exchanges.filter((exchange) => !writes.some((write) => overlaps(exchange, write))));
  }

  run(): readonly ReplayedExchange[] {
    const all: ReplayedExchange[] = [];
    let follower: Follower | undefined;
    let knowledge: Knowledge | undefined;
    let from = 0;
    for (const [i, { exchange, begins }] of this.#moments.entries()) {
      if (!begins && !follower && tellsAll(exchange, this.#version)) {
        knowledge = this.#knowledge(exchange);
        follower = knowledge && new Follower(knowledge, this.choices, this.#html);
        from = i;
      }
      if (begins) follower?.expect(exchange);
      if (begins) continue;
      let outcome = follower?.take(exchange, this.#alone.has(exchange)) ?? this.#unfollowed(exchange);
      if (knowledge && follower && isNews({ exchange, outcome }, all)) {
        const other = this.#explained(knowledge, from, i);
        if (other) ({ follower, outcome } = other);
      }
      all.push({ exchange, outcome, knowledge });
      if (outcome.lost !== undefined) {
        this.notes.push(`the state is not known from exchange ${exchange.number} on, until a registration tells it: ${outcome.lost}`);
        follower = undefined;
        knowledge = undefined;
      }
    }
    return all;
  }

  #unfollowed({ method, path, reply }: RecordedExchange): ExchangeOutcome {
    const tells = `a registration with ${neededOf(this.#version).join(", ")}`;
    return {
      routed: routed(method, path),
      unknown: reply ? `the state of the server is not known, which ${tells} tells` : "no answer came",
    };
  }

  #knowledge(exchange: RecordedExchange): Knowledge | undefined {
    const made = knowledgeAt(this.#recording, this.#recording.exchanges.indexOf(exchange), this.#version);
    if (typeof made !== "string") return made;
    this.notes.push(`exchange ${exchange.number}: ${made}`);
    return undefined;
  }

  /** The model under another choice on a silent point, with which all exchanges so far agree or differ as before, and the last agrees. */
  #explained(
    knowledge: Knowledge,
    from: number,
    to: number,
  ): { readonly follower: Follower; readonly outcome: ExchangeOutcome } | undefined {
    const then = this.#played(knowledge, this.choices, from, to);
    for (const other of knowledge.oracle.others(this.choices)) {
      if (this.#replayed > mostReplayed) return undefined;
      const choices = { ...this.choices, ...other };
      const now = this.#played(knowledge, choices, from, to);
      if (now.last?.differences?.length !== 0 || now.differing >= then.differing) continue;
      this.choices = choices;
      return { follower: now.follower, outcome: now.last };
    }
    return undefined;
  }

  #played(knowledge: Knowledge, choices: ChosenRulings, from: number, to: number) {
    const follower = new Follower(knowledge, choices, this.#html);
    let differing = 0;
    let last: ExchangeOutcome | undefined;
    for (const { exchange, begins } of this.#moments.slice(from, to + 1)) {
      if (begins) follower.expect(exchange);
      else last = follower.take(exchange, this.#alone.has(exchange));
      if (!begins && (last?.differences?.length ?? 0) > 0) differing++;
      this.#replayed++;
    }
    return { follower, last, differing };
  }
}

type Came = Pick<ReplayedExchange, "exchange" | "outcome">;

function causesIn({ exchange, outcome }: Came): readonly string[] {
  const { differences = [], expected } = outcome;
  return expected ? signaturesOf(outcome.routed.route, differences, expected, exchange.reply).map(idOf) : [];
}

/** Whether an exchange shows a difference that none before it shows. */
function isNews(one: Came, all: readonly ReplayedExchange[]): boolean {
  const causes = causesIn(one);
  const known = new Set(causes.length === 0 ? [] : all.flatMap(causesIn));
  return causes.some((id) => !known.has(id));
}
