import type { levels } from "../core/levels.ts";
import type { Queue } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { Reply } from "./json.ts";
import type { Decoded, OlderOrder, Params } from "./params.ts";
import type { Headers, WireFile } from "./wire.ts";

/** The parameters of a path pattern: `{name}` is an integer, `{name:text}` one segment of text, `{name:rest}` all segments that are left. */
type PathParams<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Text}:${"text" | "rest"}` ? { readonly [K in Text]: string } : { readonly [K in Name]: number }) &
      PathParams<Rest>
  : unknown;

type NoParams = Readonly<Record<never, never>>;

/** A request as an endpoint gets it. Nothing in it can be written. */
export interface Call<Route extends string, P extends Params> {
  readonly realm: Realm;
  readonly caller: User;
  readonly params: Decoded<P>;
  readonly path: PathParams<Route>;
  /** Files that came along. */
  readonly files: readonly WireFile[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Name of the client, as messages carry it. */
  readonly client: string;
}

export type Allow = (call: { readonly realm: Realm; readonly caller: User; readonly path: unknown }) => void;

/** The answer is kept back: a poll held on an event queue. */
export class Hold {
  readonly queue: Queue;
  /** The parameters of the poll that its answer names as ignored. */
  readonly ignored: readonly string[] | undefined;

  constructor(queue: Queue, ignored?: readonly string[]) {
    this.queue = queue;
    this.ignored = ignored;
  }
}

/** A reply with headers of its own. Two spellings of a name, by capitals, are two lines: the way to send two cookies. */
export class WithHeaders {
  readonly reply: Reply;
  readonly headers: Headers;

  constructor(reply: Reply, headers: Headers) {
    this.reply = reply;
    this.headers = headers;
  }
}

/** The outcome of an endpoint. */
type Outcome = Reply | Hold | Refusal | WithHeaders;

interface Shape<Route extends string, P extends Params> {
  /** Method and path after `/api/v1`, such as `POST /messages`. */
  readonly route: Route;
  /** The change that brought the endpoint; before its level the route is unknown. */
  readonly since?: keyof typeof levels;
  /** The change that took the endpoint away; from its level on the route is unknown. */
  readonly until?: keyof typeof levels;
  /** In declared order: the order in which they are decoded. Default: none. */
  readonly params?: P;
  /** In which order older servers decoded them, the oldest servers first. */
  readonly olderOrders?: readonly OlderOrder<keyof NoInfer<P> & string>[];
  /** Whether a file has to come along, or may. Default: it is not looked at. */
  readonly file?: "required" | "optional";
  /** Role checks, before any parameter is looked at. Default: everyone who is logged in. */
  readonly allow?: Allow;
}

interface Writing<Route extends string, P extends Params, Found, Returned> extends Shape<Route, P> {
  /** Reads, and may refuse. */
  readonly rules?: (call: Call<Route, P>) => Found;
  /** Writes, and cannot refuse. Only where servers write first and refuse then does it return the refusal. */
  readonly effect: (call: Call<Route, P> & { readonly turn: Turn; readonly found: Found }) => Returned;
}

interface Reading<Route extends string, P extends Params> extends Shape<Route, P> {
  /** Reads, and may refuse. */
  readonly reply: (call: Call<Route, P>) => Reply;
}

interface ReadingForAll<Route extends string, P extends Params> extends Shape<Route, P> {
  /** Reads, and may refuse; itself refuses the callers without credentials whom it has no answer for. */
  readonly reply: (call: Omit<Call<Route, P>, "caller"> & { readonly caller: User | undefined }) => Reply;
}

interface Open<Route extends string, P extends Params> extends Omit<Shape<Route, P>, "allow"> {
  readonly reply: (call: Omit<Call<Route, P>, "caller"> & { readonly turn: Turn }) => Reply | WithHeaders;
}

/** A call whose endpoint is forgotten. Only those that need no caller may lack one. */
type AnyCall = Omit<Call<string, Params>, "caller"> & { readonly caller: User | undefined };

/** An endpoint as the pipeline runs it, the types of its parts forgotten. */
export interface Endpoint extends Omit<Shape<string, Params>, "params" | "allow"> {
  readonly params: Params;
  /** Absent where no credentials are needed. */
  readonly allow?: Allow;
  /** Whether some requests without credentials are answered too, where the ruling on spectators allows it. */
  readonly spectators?: true;
  readonly run: (call: AnyCall, turn: Turn) => Outcome;
  /** True for what real clients call beside the specification. */
  readonly support?: true;
}

/** Everyone who is logged in. */
export const anyone: Allow = () => {};

const erase = (parts: Shape<string, Params>, run: (call: never, turn: Turn) => Outcome): Endpoint => ({
  params: {},
  ...parts,
  run: run as Endpoint["run"],
});

/** Runs an effect. What it has written already would stay, so a refusal thrown in it is a bug. @throws Error: it refuses */
function loud(route: string, effect: () => Outcome): Outcome {
  try {
    return effect();
  } catch (thrown) {
    throw thrown instanceof Refusal ? new Error(`${route}: the effect refuses: ${thrown.message}`) : thrown;
  }
}

/** An endpoint that changes the realm. */
export const writes = <const Route extends string, P extends Params = NoParams, Found = undefined>(
  parts: Writing<Route, P, Found, Outcome>,
): Endpoint =>
  erase({ allow: anyone, ...parts }, (call: Call<Route, P>, turn: Turn) => {
    const found = parts.rules?.(call) as Found;
    const { caller, params, path, files, now, client } = call;
    const done = (within: Turn): Outcome =>
      loud(parts.route, () => parts.effect({ realm: within.world, caller, params, path, files, now, client, turn: within, found }));
    turn.checkRoom(done);
    return done(turn);
  });

/** An endpoint that changes the realm and returns nothing beyond the envelope. */
export const writesOnly = <const Route extends string, P extends Params = NoParams, Found = undefined>(
  parts: Writing<Route, P, Found, void>,
): Endpoint =>
  writes({
    ...parts,
    effect: (request) => {
      parts.effect(request);
      return {};
    },
  });

/** An endpoint that only looks. */
export const reads = <const Route extends string, P extends Params = NoParams>(parts: Reading<Route, P>): Endpoint =>
  erase({ allow: anyone, ...parts }, (call: Call<Route, P>) => parts.reply(call));

/** An endpoint that only looks, for spectators too: callers without credentials. @silent rulings.spectators */
export const readsForAll = <const Route extends string, P extends Params = NoParams>(parts: ReadingForAll<Route, P>): Endpoint => ({
  ...erase({ allow: anyone, ...parts }, (call: Call<Route, P>) => parts.reply(call)),
  spectators: true,
});

/** The same endpoint, with an answer for spectators, which only looks. @silent rulings.spectators */
export const withSpectators = <P extends Params>(
  endpoint: Endpoint,
  reply: (call: { readonly realm: Realm; readonly params: Decoded<P> }) => Reply,
): Endpoint => ({
  ...endpoint,
  spectators: true,
  run: (call, turn) => (call.caller ? endpoint.run(call, turn) : reply(call as never)),
});

/** An endpoint without authentication. */
export const open = <const Route extends string, P extends Params = NoParams>(parts: Open<Route, P>): Endpoint =>
  erase(parts, (call: Call<Route, P>, turn) => parts.reply({ ...call, turn }));

/** Marks an endpoint as outside the specification. */
export const outside = (endpoint: Endpoint): Endpoint => ({ ...endpoint, support: true });
