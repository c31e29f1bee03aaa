import type { RulingName } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import { isOfLevel, type Routes, routeOf } from "../catalogue/routes.ts";
import { present } from "../client/json.ts";
import {
  type Ailment,
  isHeldToObserved,
  type OtherHeader,
  type Outgoing,
  type Reply,
  type RequestCounts,
  type Steering,
  type Target,
  type Upload,
} from "../client/target.ts";
import { Unreachable } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import type { Deviation } from "../run/baseline.ts";
import type { Connection } from "./connection.ts";
import { Down, Failures, httpRequest, type Patience, uploaded } from "./http-request.ts";
import { type LedgerChange, type LedgerEntry, lastingRoutes, requireNoTrace } from "./ledger/entry.ts";
import { sortedBy } from "./ledger/identity.ts";
import { Ledger } from "./ledger/ledger.ts";
import { type Left, leftLines, undoneBy } from "./ledger/undoing.ts";
import { Pace } from "./pace.ts";
import { sleep } from "./platform.ts";
import { Kept, Live, LiveRun, type Rewinder, type Shared, Undoing } from "./run.ts";
import type { Secrets } from "./secrets.ts";
import type { SilentRoutes } from "./silent-routes.ts";
import { administratorsOf, stagingOn } from "./staging/index.ts";
import { Limiter } from "./transport.ts";

export { type Patience, patient } from "./http-request.ts";
export interface Key {
  readonly email: string;
  readonly api_key: string;
}

type Stated = Pick<
  Target,
  "level" | "brand" | "cast" | "channels" | "spares" | "ailment" | "channelNames" | "narrowNames" | "limits" | "like"
>;

/** Facts that are known of a live target. */
export interface LiveTargetFacts extends Stated {
  /** The control API, where it has one. */
  readonly control: (Steering & Rewinder) | undefined;
  /** The names of owners and administrators who may prepare, over its own endpoints, what runs need. */
  readonly administrators: readonly string[];
  /** Whether it registers event queues. */
  readonly registers: boolean;
  /** The routes that it was seen to have and not to have. */
  readonly routes: Routes;
  /** Facts that could not be learned of it, one line each. */
  readonly notes: readonly string[];
  /** Known deviations that its target file lists. */
  readonly deviations: readonly Deviation[];
  /** Rulings that its target file accepts. */
  readonly accepts: readonly RulingName[];
}

/** After so many requests in a row without any answer a target counts as gone, unless it answers what is asked then. */
const mostUnanswered = 3;

/** So long what is under way when runs end may take to be answered, in milliseconds. */
const lastWait = 1000;

/** So many changes that could not be undone are named. */
const mostLeft = 20;

/** A registration that tells what the undo of a deed needs. */
const toldBefore = {
  event_types: ["heartbeat"],
  fetch_event_types: ["user_topic", "realm_user", "custom_profile_fields", "user_settings", "realm", "subscription", "channel_folders"],
  client_capabilities: { notification_settings_null: true, user_settings_object: true, archived_channels: true },
};

/** Returns a change that is left, with the doubt where its own request got no answer, too. */
const withDoubt = (left: Left): Left =>
  left.entry.unsure && !left.isRefused ? { ...left, why: `${left.why}; whether it was done is not known` } : left;

/** A poll waits for events; any other request is answered at once. */
const isPoll = ({ method, path, fields }: Outgoing): boolean => method === "GET" && path === "/events" && fields.dont_block !== true;

const mostNamespaces = 36 ** 4;
let namespaces = Math.floor(Math.random() * mostNamespaces);

/** Returns a name that no other of this process has; another process that starts in the same second gets it once in 1.7 million times. */
const newNamespace = (): string =>
  `${Math.floor(Date.now() / 1000).toString(36)}${(namespaces++ % mostNamespaces).toString(36).padStart(4, "0")}`;

/** A server somewhere, over HTTP. All runs share it; each has names of its own. */
export class HttpTarget extends Live implements Target {
  readonly steering: Steering | undefined;
  readonly staging: Steering | undefined;
  readonly registers: boolean;
  readonly routes: Routes;
  readonly ailment: Ailment | undefined;
  readonly deviations: readonly Deviation[];
  readonly accepts: readonly RulingName[];
  readonly notes: string[];
  /** Its keys and passwords, which nothing that is written may hold. */
  readonly secrets: Secrets;
  readonly #connection: Connection;
  readonly #keys: Map<string, Key>;
  readonly #patience: Patience;
  readonly #pace: Pace;
  readonly #failures = new Failures();
  readonly #silent: SilentRoutes;
  readonly #undoing: Undoing | undefined;
  readonly #logins: Rewinder["logins"] | undefined;
  readonly #shared: Shared | undefined;
  readonly #kept = new Kept();
  /** The number of requests before anything was tested. */
  readonly #probe: number;
  /** Changes that runs make to the server, where no control API takes it back as a whole. */
  readonly #ledger: Ledger | undefined;
  readonly #writing = new Set<Promise<unknown>>();
  #isEnding = false;
  #unanswered = 0;
  #isClosed = false;
  #runs = 0;

  /** @param note called with each change of the ledger of what runs do to the server */
  constructor(
    connection: Connection,
    keys: ReadonlyMap<string, Key>,
    known: LiveTargetFacts,
    patience: Patience,
    note?: (change: LedgerChange) => void,
  ) {
    super({ ...known, namespace: newNamespace(), url: connection.url, spares: known.spares && !known.control, limits: known.limits ?? {} });
    this.steering = known.control;
    this.#logins = known.control?.logins;
    this.#undoing = known.control && new Undoing(known.control);
    this.registers = known.registers;
    this.routes = known.routes;
    this.ailment = known.ailment;
    this.notes = [...known.notes];
    this.deviations = known.deviations;
    this.accepts = known.accepts;
    this.#connection = connection;
    this.#probe = connection.sent;
    this.#silent = connection.silent;
    this.#silent.doubt();
    this.#keys = new Map(keys);
    this.secrets = connection.secrets;
    this.secrets.add(...[...keys.values()].map(({ api_key }) => api_key), ...Object.values(known.cast).map(({ password }) => password));
    this.#patience = patience;
    this.#pace = new Pace(patience.rateLimit);
    this.#shared = known.administrators.length > 0 && !known.control ? this.#sharing(known.administrators) : undefined;
    this.staging = this.#shared?.stagingFor(async () => {});
    const { level, cast, namespace } = this;
    const administrators = administratorsOf(cast, () => true);
    const ledger = { level, isHeldToObserved: isHeldToObserved(this), cast, namespace, administrators, note };
    this.#ledger = known.control ? undefined : new Ledger({ ...ledger, read: (as) => this.#told(as) });
  }

  get missing(): ReadonlyMap<string, number> {
    const { routes, level, spares } = this;
    const { missing } = routes;
    return spares ? new Map([...lastingRoutes({ level, missing }).map((route): [string, number] => [route, 0]), ...missing]) : missing;
  }

  /** Returns what a registration tells an account of the things that runs change; undefined where it is refused or not answered. */
  async #told(as: string): Promise<Reply["body"] | undefined> {
    try {
      const { body } = await this.#asked({ as, method: "POST", path: "/register", fields: toldBefore }, false);
      if (body.result !== "success") return undefined;
      await this.#asked({ as, method: "DELETE", path: "/events", fields: { queue_id: body.queue_id } }, false).catch(() => {});
      return body;
    } catch {
      return undefined;
    }
  }

  #sharing(administrators: readonly string[]): Shared {
    const { level, cast, channels } = this;
    const send = (request: Outgoing) => this.#kept.counted("staging", this.send(request));
    const logIn = (as: string, email: string) => void this.#keys.set(as, { ...present(this.#keys.get(as), `key of ${as}`), email });
    const upload = (as: string, path: string, file: Upload) => this.#upload(as, path, file);
    const server = { level, cast, administrators, channels, send, upload, logIn };
    return {
      turnstile: new Limiter(),
      stagingFor: (alone) => stagingOn(server, alone, this.#patience.clock),
      unrestored: (what) => {
        const lines = what.map((one) => `not restored: ${one}`);
        this.notes.push(...new Set(lines.filter((line) => !this.notes.includes(line))));
      },
    };
  }

  #upload(as: string, path: string, file: Upload): Promise<Reply> {
    const request = { as, method: "POST", path, fields: {} };
    const wire = uploaded(path, file, this.#credentials(request));
    return this.#entered(request, () => this.#connection.ask(wire, this.#patience.request, false));
  }

  get requests(): RequestCounts {
    const { properties, scenarios, staging } = this.#kept.requests;
    const cleanUp = this.#connection.sent - this.#probe - properties - scenarios - staging;
    return { properties, scenarios, staging, probe: this.#probe, cleanUp };
  }

  /** Returns how many times it asked for a slower pace, and for how long in all. */
  get waited(): { readonly times: number; readonly millis: number } {
    return { times: this.#pace.waits, millis: this.#pace.waitedMillis };
  }

  #credentials({ as, credentials }: Outgoing): Credentials | OtherHeader {
    if (credentials) return credentials;
    if (as === null) return { kind: "none" };
    const key = this.#keys.get(as);
    if (!key) throw new Untestable(`the cast has no ${as}`);
    return { kind: "basic", ...key, email: this.#logins?.get(as) ?? key.email };
  }

  /**
   * @throws NoAnswer: none came, and it is not known whether the server carried the request out; SilentRoute: it was not sent, since none ever
   * came; Unreachable: nothing is answered any more; MissingRoute: the server has no such route; Untestable: it limits the rate for too long
   */
  async send(request: Outgoing): Promise<Reply | undefined> {
    // Nobody waits for what would be sent after the end.
    if (this.#isEnding) await new Promise<never>(() => {});
    const waits = isPoll(request);
    const named = routeOf(request.method, request.path);
    // What came after the server's level is not missing: that it is not there is right.
    const route = named !== undefined && isOfLevel(named, this.level) ? named : undefined;
    if (route !== undefined) this.routes.require(route);
    this.#silent.require(request);
    try {
      const reply = await this.#ask(request, waits);
      if (route !== undefined) await this.routes.learn(route, reply, (method, below) => this.#askNowhere(request, method, below));
      return reply;
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer)) throw thrown;
      if (!waits || !thrown.isLate) return this.#lost(thrown);
      return this.#isClosed ? undefined : this.#requireNothing(request, thrown);
    }
  }

  /** Asks, as who sends a request, for what no server has. */
  #askNowhere({ as, credentials }: Outgoing, method: string, below = "/no/such/route"): Promise<Reply> {
    return this.#ask({ as, method, path: `${below}/touchstone`, fields: {}, ...(credentials && { credentials }) }, false);
  }

  #ask(request: Outgoing, waits: boolean): Promise<Reply> {
    return this.#entered(request, () => this.#asked(request, waits));
  }

  /** Sends a request, and enters into the ledger what it did. Whatever runs send goes this way. */
  async #entered(request: Outgoing, send: () => Promise<Reply>): Promise<Reply> {
    const ledger = this.#ledger;
    if (!ledger) return send();
    requireNoTrace(request, this);
    await ledger.before(request);
    const sent = send();
    const writing = request.method === "GET" ? undefined : sent.catch(() => {});
    if (writing) this.#writing.add(writing);
    try {
      const reply = await sent;
      ledger.after(request, reply);
      return reply;
    } catch (thrown) {
      if (thrown instanceof NoAnswer) ledger.after(request, undefined);
      throw thrown;
    } finally {
      if (writing) this.#writing.delete(writing);
    }
  }

  async #asked(request: Outgoing, waits: boolean): Promise<Reply> {
    const credentials = this.#credentials(request);
    const account = credentials.kind === "basic" ? credentials.email : undefined;
    const wire = httpRequest(request, credentials);
    const millis = waits ? this.#patience.poll : this.#patience.request;
    const route = `${request.method} ${request.path}`;
    const send = async (): Promise<Reply> => {
      const reply = await this.#pace.within(account, route, () => this.#connection.ask(wire, millis, waits));
      this.#unanswered = 0;
      this.#silent.answered(request);
      return reply;
    };
    try {
      return await this.#failures.answerTo(request, send);
    } catch (thrown) {
      if (thrown instanceof NoAnswer && !(waits && thrown.isLate)) this.#silent.lost(request, thrown);
      throw thrown instanceof Down ? new Unreachable(this.#connection.host, thrown.message) : thrown;
    }
  }

  /** Asks without waiting whether there is nothing for a poll that got no answer. @throws NoAnswer: there are events, so that its answer was lost */
  async #requireNothing(poll: Outgoing, lost: NoAnswer): Promise<undefined> {
    const { body } = await this.#ask({ ...poll, fields: { ...poll.fields, dont_block: true } }, false).catch((thrown: unknown) =>
      thrown instanceof NoAnswer ? this.#lost(thrown) : Promise.reject(thrown),
    );
    const events = Array.isArray(body.events) ? body.events : [];
    if (events.some((event) => event?.type !== "heartbeat")) throw lost;
  }

  /** One request without an answer may be a chance; after several in a row a server has to show that it is there. */
  async #lost(lost: NoAnswer): Promise<never> {
    if (++this.#unanswered < mostUnanswered || this.#isClosed || (await this.#isThere())) throw lost;
    throw new Unreachable(this.#connection.host, lost.message);
  }

  /** Asks for the settings and, where something that is no answer came at once, for something else. */
  async #isThere(): Promise<boolean> {
    for (const path of ["/server_settings", "/users/me"])
      try {
        await this.#ask({ as: null, method: "GET", path, fields: {} }, false);
        return true;
      } catch (thrown) {
        if (!(thrown instanceof NoAnswer)) throw thrown;
        if (thrown.isLate) return false;
      }
    return false;
  }

  /** Drops the answers that all runs get alike. */
  forget(): void {
    this.#kept.forget();
  }

  isolated(purpose?: "properties" | "scenarios"): Target {
    // Of one length, so that what a run adds to its own makes it no other run's.
    const name = `${this.namespace}${(this.#runs++).toString(36).padStart(3, "0")}`;
    return new LiveRun(this, name, { undoing: this.#undoing, kept: this.#kept, shared: this.#shared, purpose });
  }

  /** Ends all runs, and undoes what they did. Notes what could not be undone. */
  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.notes.push(...this.#failures.notes);
    await this.#undoing?.end().catch((thrown: Error) => void this.notes.push(`not undone: the state before the run (${thrown.message})`));
    if (!this.#ledger) return;
    const wait = new AbortController();
    await Promise.race([Promise.all(this.#writing), sleep(lastWait, wait.signal)]);
    wait.abort();
    const left = await this.undo(this.#ledger.entries, () => {}).catch((thrown: unknown) => {
      if (!(thrown instanceof Unreachable)) throw thrown;
      return [`${this.#ledger?.entries.length} changes (${thrown.message})`];
    });
    const lines = [...left, ...this.#ledger.lost];
    const more = lines.length > mostLeft ? [`not undone: ${lines.length - mostLeft} more changes`] : [];
    this.notes.push(...lines.slice(0, mostLeft).map((line) => `not undone: ${line}`), ...more);
  }

  /**
   * Undoes what a ledger holds.
   * @param done called with the key of each entry that is undone
   * @param looks whether things may be others than those of the ledger: such are left alone
   * @returns what could not be undone, in words
   * @throws Unreachable: the server does not answer any more
   */
  async undo(entries: readonly LedgerEntry[], done: (key: string) => void, looks = false): Promise<readonly string[]> {
    const ask = async (request: Outgoing): Promise<Reply> => {
      this.#silent.require(request);
      return this.#asked(request, false).catch((thrown: unknown) =>
        thrown instanceof NoAnswer ? this.#lost(thrown) : Promise.reject(thrown),
      );
    };
    const send = async (request: Outgoing): Promise<Reply> => {
      const reply = await ask(request);
      // Who shows the address again, as before the run, logs in with it again.
      return reply.status === 401 && this.#logsInAsBefore(request.as) ? ask(request) : reply;
    };
    const end = (key: string): void => {
      this.#ledger?.gone(key);
      done(key);
    };
    const { same, gone, alone } = looks ? await sortedBy(entries, send, this.cast) : { same: entries, gone: [], alone: [] };
    for (const { key } of gone) end(key);
    const left = await undoneBy(same, send, end);
    for (const { entry, isRefused } of left) if (isRefused) this.#ledger?.refused(entry.key);
    return leftLines([...alone, ...left.map(withDoubt)]);
  }

  /** Lets an account log in with the address of the target file. Returns whether it was another one. */
  #logsInAsBefore(as: string | null): boolean {
    const [key, email] = as === null ? [] : [this.#keys.get(as), this.cast[as]?.email];
    if (as === null || !key || email === undefined || key.email === email) return false;
    this.#keys.set(as, { ...key, email });
    return true;
  }

  /** Undoes what was done, and ends what is under way. */
  async close(): Promise<void> {
    await this.end();
    this.#isClosed = true;
    this.#pace.stop();
    await this.#connection.close();
  }
}
