import { routed } from "../catalogue/route.ts";
import { instead, type Outgoing, type Reply, type Steering, type Target } from "../client/target.ts";
import { isEqual, Untestable } from "../expect.ts";
import type { Oracle } from "../model/oracle.ts";
import { againstModel, Beside, type Disagreement, type ModelOptions } from "./against-model.ts";
import { idOf, placeOf, type Signature, signaturesOf } from "./signature.ts";
import { notedSteering, type TraceEntry } from "./tracing.ts";

/** The answers of a target that are mended, and the model that mends them. */
export interface Mending {
  readonly oracle: Oracle;
  readonly options: ModelOptions;
  /** The places whose differences go. */
  readonly places: ReadonlySet<string>;
}

type Parent = Record<string, unknown>;

/** Returns the object or list that holds the value at a path, and its name there; undefined where the path leads nowhere. */
function holderOf(body: unknown, path: string): { readonly holder: Parent; readonly name: string } | undefined {
  const names = path.split(/[.[\]]+/).filter((name) => name !== "");
  let holder = body as Parent;
  for (const name of names.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
    holder = holder[name] as Parent;
  }
  const name = names.at(-1);
  return name === undefined || typeof holder !== "object" || holder === null ? undefined : { holder, name };
}

/** Puts what the model has at a path in the place of what the target has: where the path does not lead there, the whole field of the answer. */
function put(body: Parent, expected: Disagreement["expected"]["body"], path: string, spelled: Beside["spelled"]): void {
  const [there, ours] = [holderOf(body, path), holderOf(expected, path)];
  const [field = ""] = path.split(/[.[]/);
  const isReached = there && (ours ? Object.hasOwn(ours.holder, ours.name) || Object.hasOwn(there.holder, there.name) : false);
  const [holder, name, value] = isReached ? [there.holder, there.name, ours?.holder[ours.name]] : [body, field, expected[field]];
  if (value === undefined) delete holder[name];
  else holder[name] = spelled(value, name, path.split(/[.[\]]+/).at(-3) ?? "");
}

/** A target of which some differences from the model are mended as its answers come. */
class Mended {
  readonly #mending: Mending;
  readonly #beside: Beside;
  readonly #done: TraceEntry[];
  /** Whether the server did not carry out what the model did, or the other way round: from there on the model answers. */
  #isParted: boolean;

  constructor(mending: Mending, done: readonly TraceEntry[] = [], isParted = false) {
    this.#mending = mending;
    this.#done = [...done];
    this.#isParted = isParted;
    this.#beside = new Beside(mending.oracle, mending.options);
    for (const entry of done) this.#beside.step(entry);
  }

  note(entry: TraceEntry): Disagreement | undefined {
    this.#done.push(entry);
    return this.#beside.step(entry);
  }

  fork(): Mended {
    return new Mended(this.#mending, this.#done, this.#isParted);
  }

  answer(request: Outgoing, reply: Reply | undefined): Reply | undefined {
    const found = this.note({ kind: "request", request, reply });
    if (!found || !reply) return reply;
    const { routed, differences, expected } = found;
    const isMended = (signature: Signature): boolean => this.#mending.places.has(placeOf(signature));
    const all = signaturesOf(routed.route, differences, expected, reply);
    const isOtherResult = all.some((signature) => signature.path === "result" && isMended(signature));
    if (isOtherResult && request.method !== "GET") this.#isParted = true;
    const { text: _, ...rest } = reply;
    const spelled = this.#beside.spelled.bind(this.#beside);
    if (this.#isParted || isOtherResult) {
      return { ...rest, status: expected.status, body: spelled(expected.body, "", "") as Reply["body"] };
    }
    const isWhole = (path: string): boolean => all.some((one) => one.path === path && one.expected === "object" && isMended(one));
    const body = structuredClone(reply.body) as Parent;
    for (const { path } of differences) {
      const [top = ""] = path.split(/[.[]/);
      if (isWhole(top)) put(body, expected.body, top, spelled);
    }
    const mended = differences.filter((one) => signaturesOf(routed.route, [one], expected, reply).some(isMended));
    for (const { path } of mended) if (path !== "status") put(body, expected.body, path, spelled);
    return { ...rest, status: mended.some(({ path }) => path === "status") ? expected.status : reply.status, body };
  }
}

const within = (target: Target, run: Mended): Target => {
  const own = {
    send: async (request: Outgoing) => run.answer(request, await target.send(request)),
    isolated: () => within(target.isolated(), target.kind === "embedded" ? run.fork() : run),
    steering: target.steering && notedSteering(target.steering, (entry) => run.note(entry)),
    staging: target.staging && notedSteering(target.staging, (entry) => run.note(entry)),
  };
  return instead(target, own);
};

/** Returns a target for one run that answers as another, but as the model does wherever one of some places would differ. */
export const mended = (target: Target, mending: Mending): Target => within(target, new Mended(mending));

/** The message of a run that asks what the run did not ask whose answers it gets. */
export const unasked = "this was not asked before";

const routeOf = ({ method, path }: Outgoing): string => routed(method, path).route;

/** A target that gives the answers of a run again, without asking the server. */
export interface Again {
  readonly target: Target;
  /** Whether the run went beyond its last exchange. */
  readonly isBeyond: () => boolean;
  /** Whether it asked something where it had put back what it changed. */
  readonly wentOn: () => boolean;
}

/** Returns a target that answers as it did in a run. @throws Untestable: it is asked what it was not asked then */
export function again(target: Target, record: readonly TraceEntry[]): Again {
  const [left, last] = [[...record], record.at(-1)];
  let [isBeyond, wentOn] = [false, false];
  const next = (is: (entry: TraceEntry) => boolean, asked?: Outgoing): TraceEntry => {
    const at = left.findIndex(is);
    if (at === -1) {
      isBeyond = last === undefined || !left.includes(last);
      const [then] = left;
      wentOn ||= asked !== undefined && !(then?.kind === "request" && routeOf(then.request) === routeOf(asked));
      throw new Untestable(unasked);
    }
    return left.splice(at, 1)[0] as TraceEntry;
  };
  const steering: Steering = {
    act: async (action) => {
      const entry = next((one) => one.kind === "action" && isEqual(one.action, action));
      return entry.kind === "action" ? entry.answer : {};
    },
    advance: async (milliseconds) => void next((one) => one.kind === "advance" && one.milliseconds === milliseconds),
  };
  const own: Partial<Target> = {
    send: async (request) => {
      const entry = next((one) => one.kind === "request" && isEqual(one.request, request), request);
      return entry.kind === "request" ? entry.reply : undefined;
    },
    isolated: () => given,
    steering: target.steering && steering,
    staging: target.staging && steering,
    close: async () => {},
  };
  const given = instead(target, own);
  return { target: given, isBeyond: () => isBeyond, wentOn: () => wentOn };
}

/** The most runs that agree and are remembered, and characters in their answers: registrations with large realms are long. */
const most = { runs: 300, characters: 16_000_000 };

const lengthOf = (record: readonly TraceEntry[]): number =>
  record.reduce((sum, recorded) => sum + (recorded.kind === "request" ? (recorded.reply?.text?.length ?? 0) : 0), 0);

/**
 * What a target says otherwise than the model in runs that agree: such a difference does not explain by itself why another run fails. The runs
 * are played on the model when that is asked for first, and never where nothing fails.
 */
export class Innocent {
  #runs: { readonly record: readonly TraceEntry[]; readonly options: ModelOptions }[] = [];
  #noted = 0;
  #characters = 0;
  readonly #ids = new Set<string>();

  /** Notes a run that agrees. */
  note(record: readonly TraceEntry[], options: ModelOptions): void {
    if (this.#noted++ >= most.runs || this.#characters >= most.characters) return;
    this.#characters += lengthOf(record);
    this.#runs.push({ record, options });
  }

  /** The ids of the signatures of such differences. */
  ids(oracle: Oracle): ReadonlySet<string> {
    for (const { record, options } of this.#runs)
      for (const { routed, differences, expected, reply } of againstModel(record, oracle, options))
        for (const signature of signaturesOf(routed.route, differences, expected, reply)) this.#ids.add(idOf(signature));
    this.#runs = [];
    return this.#ids;
  }
}
