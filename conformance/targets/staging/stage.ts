import { isEqual, isObject } from "../../client/json.ts";
import type { Member, NotePreparing, Outgoing, Reply, Upload } from "../../client/target.ts";
import { untilAnswered } from "../../client/thrown.ts";
import { NoAnswer, Unprepared, Untestable } from "../../expect.ts";

export type StagingFields = Readonly<Record<string, unknown>>;

/** The server that staging asks by the members of a cast. */
export interface StagingServer {
  readonly level: number;
  readonly cast: Readonly<Record<string, Member>>;
  /** The names of active owners, then of active administrators. */
  readonly administrators: readonly string[];
  /** Ids by the names that the suite has for channels. */
  readonly channels: Readonly<Record<string, number>>;
  send(request: Outgoing): Promise<Reply | undefined>;
  /** Logs a member in with another address from now on. */
  logIn?(as: string, email: string): void;
  /** Sends a file in a form of its own. Undefined where the server cannot be sent files. */
  upload?(as: string, path: string, file: Upload): Promise<Reply | undefined>;
}

/** A channel of the server. */
export interface Channel {
  readonly id: number;
  readonly name: string;
  /** The account that made it, where this run did. */
  readonly creator?: string;
  /** An account that is told of it, where this run made it. */
  readonly seenBy?: string;
}

/** Returns the things that a run has staged, of which there are none yet. */
const nothingStaged = () => ({
  /** Channels that the run has made, by name. */
  made: new Map<string, Channel>(),
  /** The ids of those of them that it has archived. */
  archived: new Set<number>(),
  undos: [] as { readonly what: string; readonly run: () => Promise<unknown>; readonly key: string | undefined }[],
  /** Names of things whose first state will be restored. */
  noted: new Set<string>(),
  /** Parts of the state as they were told before the run changed any of them, by member and part. */
  first: new Map<string, StagingFields>(),
});

/** Changes that servers were seen to make: what was done once needs no further look. */
const seenDone = new WeakMap<StagingServer, Set<string>>();

/** Returns what identifies a change: whoever a setting names, it is one. */
const deedOf = (route: string, name: string, wanted: unknown): string => JSON.stringify([route, name, isObject(wanted) ? {} : wanted]);

/** Parameters that only keep a server from telling people of a change: one that ignores them has done what was asked. */
const unneeded: ReadonlySet<unknown> = new Set(["announce", "send_new_subscription_messages", "send_notification_to_new_thread"]);

/** The things that one run stages over the endpoints that a server's own clients use, each with its undo. */
export class Stage {
  readonly ground: StagingServer;
  readonly #staged: ReturnType<typeof nothingStaged>;
  readonly #note: NotePreparing | undefined;

  /** @param note receives each request that changes the server, or tells the id of what was changed */
  constructor(ground: StagingServer, note?: NotePreparing, staged = nothingStaged()) {
    this.ground = ground;
    this.#note = note;
    this.#staged = staged;
  }

  /** Returns the same stage for one deed, of which each request is told. */
  noting(note: NotePreparing | undefined): Stage {
    return new Stage(this.ground, note, this.#staged);
  }

  /** Channels that this run has made, by name. */
  get archived(): Set<number> {
    return this.#staged.archived;
  }
  get made(): Map<string, Channel> {
    return this.#staged.made;
  }

  /** Sends a request that stages. Returns the body of its success. @throws Unprepared: it is refused, or a parameter is ignored */
  async ask(as: string, route: string, fields: StagingFields = {}): Promise<StagingFields> {
    const [method = "", path = ""] = route.split(" ");
    const request = { as, method, path, fields };
    const reply = await this.ground.send(request);
    this.#tell(request, reply);
    return this.#succeeded(reply, route.replaceAll(/\/\d+/g, "/…"));
  }

  /** Reads what stood before a change, which is no part of the change. Returns the body of the success. @throws Unprepared: it is refused */
  async look(as: string, route: string, fields: StagingFields = {}): Promise<StagingFields> {
    return this.noting(undefined).ask(as, route, fields);
  }

  #tell(request: Outgoing & { readonly as: string }, reply: Reply | undefined, file?: Upload): void {
    if (!reply) return;
    this.#note?.({ request, reply, by: this.member(request.as).role, ...(file !== undefined && { file }) });
  }

  /** Uploads a file. @throws Unprepared: it is refused; Untestable: no files can be sent */
  async upload(as: string, path: string, file: Upload): Promise<StagingFields> {
    const { ground } = this;
    if (!ground.upload) throw new Untestable("the target has no control API, and no file can be sent to it");
    const reply = await ground.upload(as, path, file);
    this.#tell({ as, method: "POST", path, fields: {} }, reply, file);
    return this.#succeeded(reply, `POST ${path}`);
  }

  #succeeded(reply: Reply | undefined, route: string): StagingFields {
    const { status = 0, body = {} } = reply ?? {};
    const answered = `the target has no control API, and ${route} answers ${status} ${String(body.code ?? "")}`.trimEnd();
    if (body.result !== "success") throw new Unprepared(answered);
    const told = body.ignored_parameters_unsupported;
    const ignored = Array.isArray(told) ? told.filter((name) => !unneeded.has(name)) : [];
    if (ignored.length > 0) throw new Unprepared(`${answered}, and ignores ${ignored.join(", ")}`);
    return body;
  }

  /** Parts of the state that the server tells a member. @throws Unprepared: it registers no queue */
  async state(as: string, parts: readonly string[]): Promise<StagingFields> {
    const client_capabilities = { notification_settings_null: true, user_settings_object: true, archived_channels: true };
    const body = await this.look(as, "POST /register", { event_types: ["heartbeat"], fetch_event_types: parts, client_capabilities });
    await this.ground.send({ as, method: "DELETE", path: "/events", fields: { queue_id: body.queue_id } });
    return body;
  }

  /** A part of the state that the server told a member before the run staged anything of it. @throws Unprepared: it registers no queue */
  async first(as: string, part: string): Promise<StagingFields> {
    const { first } = this.#staged;
    const key = `${as} ${part}`;
    const told = first.get(key) ?? (await this.state(as, [part]));
    first.set(key, told);
    return told;
  }

  /** Whether the thing of a key has been changed by the run, and will be as it was first. */
  isNoted(key: string): boolean {
    return this.#staged.noted.has(key);
  }

  /**
   * Looks whether a change that was taken is there, where the server was not seen to make it before. Groups of people are told in more than one form:
   * of them only that something changed.
   * @param before the value before, which a change back to it leaves
   * @param told returns the value now
   * @throws Unprepared: it is not, or nothing tells
   */
  async requireDone(route: string, name: string, wanted: unknown, before: unknown, told: () => unknown): Promise<void> {
    if (this.isSeenDone(route, name, wanted)) return;
    const after = await told();
    const what = `the target has no control API, and ${route} takes ${name}`;
    if (after === undefined) throw new Unprepared(`${what}, of which nothing tells what became`);
    const isDone = isEqual(after, wanted) || (typeof wanted === "object" && wanted !== null && !isEqual(after, before));
    if (!isDone) throw new Unprepared(`${what} and does not do it`);
    const seen = seenDone.get(this.ground) ?? new Set();
    seenDone.set(this.ground, seen.add(deedOf(route, name, wanted)));
  }

  /** Whether the server was seen to make a change, in this run or another. */
  isSeenDone(route: string, name: string, wanted: unknown): boolean {
    return seenDone.get(this.ground)?.has(deedOf(route, name, wanted)) === true;
  }

  /** An owner of the cast, else an administrator. @throws Untestable: there is neither */
  get administrator(): string {
    const [found] = this.ground.administrators;
    if (found === undefined) throw new Untestable("the target has no control API, and no owner or administrator could prepare it");
    return found;
  }

  /** Logs a member in again whose API address may have changed. @throws Unprepared: nobody is shown the new one */
  async logInAgain(as: string): Promise<void> {
    const { status } = (await this.ground.send({ as, method: "GET", path: "/users/me", fields: {} })) ?? {};
    if (status !== 401 && status !== 403) return;
    const { administrators, cast } = this.ground;
    const other = [...administrators, ...Object.keys(cast)].find((name) => name !== as && !cast[name]?.is_bot);
    const { user } = await this.look(other ?? as, `GET /users/${this.member(as).user_id}`);
    const { email } = (user ?? {}) as StagingFields;
    if (typeof email === "string") this.ground.logIn?.(as, email);
  }

  member(name: unknown): Member {
    const found = this.ground.cast[String(name)];
    if (!found) throw new Untestable(`the cast has no ${String(name)}`);
    return found;
  }

  /**
   * Notes how to undo what was done.
   * @param what the change in words, for where that fails
   * @param key where it names the same thing as before, that is undone to its first state anyway
   */
  undo(what: string, run: () => Promise<unknown>, key?: string): void {
    const { noted, undos } = this.#staged;
    if (key !== undefined && noted.has(key)) return;
    if (key !== undefined) noted.add(key);
    undos.push({ what, run, key });
  }

  /** Notes that the thing of a key is as it was first. */
  isBack(key: string): void {
    const { noted, undos } = this.#staged;
    const at = undos.findIndex((one) => one.key === key);
    if (at !== -1) undos.splice(at, 1);
    noted.delete(key);
  }

  /**
   * Changes what is to be as before at the end of the run. It is put back also where nobody knows whether it was changed.
   * @param what puts it back, in words
   */
  async change(act: () => Promise<unknown>, what: string, back: () => Promise<unknown>, key?: string): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      if (thrown instanceof NoAnswer) this.undo(what, back, key);
      throw thrown;
    }
    this.undo(what, back, key);
  }

  /** Undoes all, the newest first. Returns what could not be undone. */
  async close(): Promise<readonly string[]> {
    const left: string[] = [];
    for (const { what, run } of this.#staged.undos.splice(0).reverse()) {
      try {
        await untilAnswered(run);
      } catch (thrown) {
        left.push(`${what} (${thrown instanceof Error ? thrown.message : String(thrown)})`);
      }
    }
    return left;
  }
}

/**
 * Does an action of the control API over other endpoints. Returns the ids that the control API would, or nothing.
 * @param as the account that acts, of the fields of the action
 */
export type Perform = (stage: Stage, action: StagingFields, as: string) => Promise<unknown>;
