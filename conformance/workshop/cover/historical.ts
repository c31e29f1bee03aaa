import type { SimulatorOptions } from "../../../sim/index.ts";
import { declaredStep } from "../../catalogue/catalogue.ts";
import { itemAt } from "../../client/json.ts";
import type { Target } from "../../client/target.ts";
import { allowedOn, type Covering } from "../../cover/allowed.ts";
import type { Oracle } from "../../model/oracle.ts";
import { type Played, play } from "../../play/play.ts";
import { oracleOrReason } from "../../run/scenarios.ts";
import { embedded } from "../../targets/embedded.ts";
import { otherServers } from "./stages.ts";

/** A server of which the model knows what it tells alone: in this process, but like one over the wire. */
interface Server {
  readonly options: SimulatorOptions;
  /** The names of the accounts that there are keys of; all where it is left out. */
  readonly accounts?: readonly string[];
  /** Whether it is held also to what is only seen on running servers. */
  readonly isLikeRunning?: boolean;
  /** Whether each scenario finds the server as it was at first, over its control API; else one finds what those before it left. */
  readonly isFresh?: boolean;
}

function targetOf({ options, accounts, isLikeRunning = false, isFresh = false }: Server): Target {
  const likeLive = (target: Target): Target => {
    const { url, level, brand, channels, steering } = target;
    const cast = Object.fromEntries(Object.entries(target.cast).filter(([name]) => accounts?.includes(name) ?? true));
    const live: Target = {
      ...{ kind: "live", url, level, brand, cast, channels, namespace: "c", steering: isFresh ? steering : undefined },
      ...(isLikeRunning && { like: "zulip" }),
      send: (request) => target.send(request),
      isolated: () => (isFresh ? likeLive(target.isolated()) : live),
      close: async () => {},
    };
    return live;
  };
  return likeLive(embedded(options));
}

const marked = (covering: Covering, at: number): Covering => ({ ...covering, historical: new Set([...covering.historical, at]) });

/** The steps that a model foretells only where it knows all that went before on a server. */
class Histories {
  readonly #target: Target;
  readonly #oracle: Oracle;
  #names = 0;

  private constructor(target: Target, oracle: Oracle) {
    this.#target = target;
    this.#oracle = oracle;
  }

  /** Undefined where there is no model of such a server. */
  static async on(server: Server): Promise<Histories | undefined> {
    const target = targetOf(server);
    const oracle = await oracleOrReason(target);
    return typeof oracle === "string" ? undefined : new Histories(target, oracle);
  }

  /** The place of the first step at which a scenario differs; undefined where none does. */
  async differsAt(covering: Covering): Promise<number | undefined> {
    const scene = { oracle: this.#oracle, suffix: `-c${(this.#names++).toString(36)}`, choices: {} };
    const { scenario, kept } = allowedOn(covering, scene);
    const { found }: Played = await play(this.#target.isolated(), scenario, scene);
    const [first] = found.keys();
    return first === undefined ? undefined : kept[first];
  }

  /** The place of the write without which an event does not differ, of the later ones first; that of the poll where there is none. */
  async #causeOf(covering: Covering, poll: number): Promise<number> {
    for (let i = poll - 1; i >= 0; i--) {
      const { op } = itemAt(covering.steps, i);
      if (covering.historical.has(i) || op === "register.post" || declaredStep(op).route.startsWith("GET ")) continue;
      const at = await this.differsAt(marked(covering, i));
      if (at === undefined || at > poll) return i;
    }
    return poll;
  }

  /** The scenario with marks on steps without which it does not differ. */
  async marked(covering: Covering): Promise<Covering> {
    let all = covering;
    for (let at = await this.differsAt(all); at !== undefined; at = await this.differsAt(all)) {
      const isPoll = itemAt(all.steps, at).op === "events.get";
      all = marked(all, isPoll ? await this.#causeOf(all, at) : at);
    }
    return all;
  }
}

/** The number of times a set is played on a server before its history counts as that of a server in use. */
const warmUps = 2;

/** Returns where scenarios differ, as `index.step`, on a server in use: one on which all of them were played before. */
export async function differingInUse(scenarios: readonly Covering[], server: Server): Promise<string[]> {
  const histories = await Histories.on(server);
  if (!histories) throw new Error("there is no model of the server");
  for (const covering of scenarios) await histories.differsAt(covering);
  const places: string[] = [];
  for (const [i, covering] of scenarios.entries()) {
    const at = await histories.differsAt(covering);
    if (at !== undefined) places.push(`${i}.${at}`);
  }
  return places;
}

/** Marks the steps of scenarios that come out otherwise on servers on which the same scenarios were played before. */
export async function withHistories(scenarios: readonly Covering[]): Promise<Covering[]> {
  const all = [...scenarios];
  // The model of a server in use is of the default choices.
  const used = [{ realm: "small" }, { realm: "crowded" }, ...Object.values(otherServers).filter(({ rulings }) => rulings === undefined)];
  const servers: readonly Server[] = [
    ...used.map((options) => ({ options })),
    ...used.map((options) => ({ options, isLikeRunning: true })),
    // What its realm holds from the start is not told whole either.
    { options: { realm: "small" }, isFresh: true },
    { options: { realm: "crowded" }, isFresh: true },
    // One account tells little of what was written before it began.
    { options: { realm: "small" }, accounts: ["alice"], isFresh: true },
  ];
  for (const server of servers) {
    const histories = await Histories.on(server);
    if (!histories) continue;
    if (!server.isFresh) for (let i = 0; i < warmUps; i++) for (const covering of all) await histories.differsAt(covering);
    for (let before = -1, now = 0; before !== now; ) {
      before = now;
      now = 0;
      for (const [i, covering] of all.entries()) {
        all[i] = await histories.marked(covering);
        now += itemAt(all, i).historical.size;
      }
    }
  }
  return all;
}
