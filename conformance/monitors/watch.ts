import { itemAt } from "../client/json.ts";
import { instead, isKnown, type Outgoing, type Reply, type Target } from "../client/target.ts";
import { type Body, NoAnswer } from "../expect.ts";
import { WatchedExchange, WatchedRequest, type WatchedServer } from "./exchange.ts";
import type { Watcher } from "./monitor.ts";
import type { MonitorTally } from "./tally.ts";

/** In place of an answer that does not come: neither a success nor a refusal. */
const noReply: Reply = { status: 0, headers: {}, body: {} };

/** Returns those members of a cast whose ids are known: asking for one that is not ends a run, and is not for those who watch it. */
function withKnownIds(cast: WatchedServer["cast"]): WatchedServer["cast"] {
  const known = Object.entries(cast).filter(([, member]) => isKnown(member));
  return known.length === Object.keys(cast).length ? cast : Object.fromEntries(known);
}

/** All monitors at work on one server. Each begins with the first exchange that it sees: most servers live for a few. */
export class Watch {
  readonly #world: WatchedServer;
  readonly #tally: MonitorTally;
  /** By the place of the monitor. */
  readonly #watchers: (Watcher | undefined)[] = [];
  #now = 0;

  constructor(world: WatchedServer, tally: MonitorTally) {
    const { level, brand, namespace, isRecorded, cast } = world;
    this.#world = { level, brand, namespace, ...(isRecorded && { isRecorded }), cast: withKnownIds(cast) };
    this.#tally = tally;
  }

  /** Lets the monitor at a place act; no longer once its own code failed. */
  #let<T>(place: number, act: (watcher: Watcher) => T): T | undefined {
    const result = itemAt(this.#tally.results, place);
    if (result.crash !== undefined) return undefined;
    try {
      return act((this.#watchers[place] ??= result.monitor.watch(this.#world, result)));
    } catch (thrown) {
      result.crash = thrown;
      return undefined;
    }
  }

  /**
   * Notes that a request is about to be sent. Returns what is to be called with its answer, or where its connection was cut, so that none comes
   * any more. Where nobody waits for its answer any longer it stays open: it may be carried out at any time.
   * @param address of the property or scenario that sends it
   */
  send(outgoing: Outgoing, address?: string) {
    const request = new WatchedRequest(outgoing, this.#world.cast, ++this.#now, address);
    const seeing = this.#tally.seeing(request.route);
    const waiting = seeing.map((place) => this.#let(place, (watcher) => watcher.sent?.(request)));
    const answered = (reply: Reply): void => {
      const exchange = new WatchedExchange(request, reply, ++this.#now);
      for (const [i, place] of seeing.entries())
        this.#let(place, (watcher) => {
          waiting[i]?.(exchange);
          if (reply !== noReply) watcher.answered?.(exchange);
        });
    };
    return { answered, cut: () => answered(noReply) };
  }

  /** Notes that a control API does something, or did. */
  steer(action: Body): void {
    for (const watcher of this.#watchers) watcher?.steered?.(action);
  }
}

/** The server on which requests arrive, with the watch over it. */
interface Place {
  readonly world: WatchedServer;
  watch: Watch;
  /** Whether it was steered by a control API: a live server is put back to where it was before the next run. */
  steered: boolean;
}

const placeOf = (world: WatchedServer, tally: MonitorTally): Place => ({ world, watch: new Watch(world, tally), steered: false });

/** @param rewinds whether the server is put back to where it was before the next run */
async function steered<T>(place: Place, rewinds: boolean, action: Body, act: () => Promise<T>): Promise<T> {
  place.steered ||= rewinds;
  place.watch.steer(action);
  return act().finally(() => place.watch.steer(action));
}

const steeringOf = (steering: Target["steering"], place: Place, rewinds: boolean): Target["steering"] =>
  steering && {
    ...(steering.alone && { alone: steering.alone.bind(steering) }),
    act: (action, note) => steered(place, rewinds, action, () => steering.act(action, note)),
    advance: (ms, note) => steered(place, rewinds, { action: "advance", ms }, () => steering.advance(ms, note)),
  };

/** The place of an isolated run: one of its own in this process, the shared one on a live server, where ids are the same for all. */
function placeOfRun(run: Target, place: Place, tally: MonitorTally): Place {
  if (run.kind === "embedded") return placeOf(run, tally);
  if (place.steered) Object.assign(place, placeOf(place.world, tally));
  return place;
}

/** @param address of the property or scenario that is run */
function standsIn<T extends Target>(target: T, place: Place, tally: MonitorTally, address?: string): T {
  const own: Pick<Target, "send" | "isolated" | "steering" | "staging"> = {
    send(request) {
      // The monitors have seen an answer that is kept.
      const kept = target.kept?.(request);
      if (kept) return Promise.resolve(kept);
      const sent = place.watch.send(request, address);
      return target.send(request).then(
        (reply) => {
          if (reply) sent.answered(reply);
          return reply;
        },
        (thrown: unknown) => {
          if (thrown instanceof NoAnswer && !thrown.isLate) sent.cut();
          throw thrown;
        },
      );
    },
    isolated(purpose, own = address) {
      const run = target.isolated(purpose, own);
      return standsIn(run, placeOfRun(run, place, tally), tally, own);
    },
    steering: steeringOf(target.steering, place, true),
    staging: steeringOf(target.staging, place, false),
  };
  return instead(target, own);
}

/** Returns a target that does what another does, every exchange of which the monitors of a tally get to see. */
export const watched = <T extends Target>(target: T, tally: MonitorTally): T => standsIn(target, placeOf(target, tally), tally);
