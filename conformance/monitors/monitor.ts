import type { Body } from "../expect.ts";
import type { WatchedExchange, WatchedRequest, WatchedServer } from "./exchange.ts";

/** Parts of a fault beside the exchange that shows it. */
export interface Accused {
  readonly hidden?: readonly string[];
  readonly before?: WatchedExchange;
}

/** Takes down what a monitor sees. */
export interface Notes {
  /** Counts a check that could have failed. */
  count(): void;
  /**
   * Notes a fault of the server. The run goes on.
   * @param exchange the one that shows it
   * @param clauses those that it breaks, default all of the monitor
   * @param more texts that must not stand in a report, and the exchange before it which it goes against, where one is known
   */
  accuse(exchange: WatchedExchange, reason: string, clauses?: readonly string[], more?: Accused): void;
}

/** A monitor at work on one server. It gets what it sees in the order in which things happen. */
export interface Watcher {
  /**
   * Called before a request is sent, for monitors that compare with what was known by then: requests that are under way together
   * must not accuse each other. Returns what is to be called with the exchange, if anything. Where no answer comes it is not called, or
   * with one that neither succeeded nor was refused: the request may have been carried out.
   */
  sent?(request: WatchedRequest): ExchangeListener | undefined;
  /** Called with each exchange, for monitors that look at the answer alone. */
  answered?(exchange: WatchedExchange): void;
  /** Called before and after each action of a control API, which may change anything; an action `advance` moves the clock forward, and changes nothing else. */
  steered?(action: Body): void;
}

export type ExchangeListener = (exchange: WatchedExchange) => void;

/** A check of every exchange of a run, whoever asked and why. It needs no model: it relates answers to each other. */
export interface Monitor {
  readonly name: string;
  /** Ids of the clauses that it proves. */
  readonly clauses: readonly string[];
  /** Whether each of its clauses is about a field of its own, so that what goes against two of them is two mistakes. */
  readonly isOfFields?: true;
  /** Whether it looks at a route, as `WatchedRequest` writes it. It is asked once for each. */
  readonly sees: (route: string) => boolean;
  readonly watch: (world: WatchedServer, notes: Notes) => Watcher;
}
