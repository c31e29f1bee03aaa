import type { Body } from "../../client/json.ts";
import type { Outgoing, Reply } from "../../client/target.ts";
import type { Book, Deed, DeedEffect, Rule } from "./deed.ts";
import type { LedgerChange, LedgerEntry } from "./entry.ts";
import { rules } from "./table.ts";

/** Whose server it is, and how it is read. */
export interface LedgerOptions extends Pick<Book, "level" | "cast" | "administrators" | "namespace"> {
  /** Returns what a registration tells a cast member; undefined where there is none. */
  readonly read: (as: string) => Promise<Body | undefined>;
  /** Called with each change of the ledger. */
  readonly note?: ((change: LedgerChange) => void) | undefined;
}

const patterns = Object.keys(rules).map((route) => {
  const source = route.replaceAll("{id}", "(\\d+)").replaceAll("{name}", "([^/]+)");
  return { route, test: new RegExp(`^${source}$`) };
});

/** Returns the ledger's rule for the deed of a request; undefined where it enters none such. */
function ruleOf({ method, path }: Outgoing): { readonly rule: Rule; readonly ids: readonly string[] } | undefined {
  for (const { route, test } of patterns) {
    const [found, ...ids] = test.exec(`${method} ${path}`) ?? [];
    const rule = rules[route];
    if (found !== undefined && rule) return { rule, ids };
  }
  return undefined;
}

/** The things that a run added to a server and changed on it, each with its undo, as it goes by. */
export class Ledger implements Book {
  readonly level: number;
  readonly cast: Book["cast"];
  readonly administrators: readonly string[];
  readonly namespace: string;
  readonly #read: LedgerOptions["read"];
  readonly #note: NonNullable<LedgerOptions["note"]>;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #own = new Set<string>();
  /** The topics of the run's messages. */
  readonly #topics = new Map<string, string>();
  readonly #lost = new Set<string>();
  readonly #told = new Map<string, Body | undefined>();
  readonly #readings = new Map<string, Promise<void>>();

  constructor({ level, cast, administrators, namespace, read, note = () => {} }: LedgerOptions) {
    this.level = level;
    this.cast = cast;
    this.administrators = administrators;
    this.namespace = namespace;
    this.#read = read;
    this.#note = note;
  }

  /** Entries to be undone, the oldest first. */
  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }

  /** Returns the changes that cannot be undone since nobody knows what was there before, in words. */
  get lost(): readonly string[] {
    return [...this.#lost];
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  isOwn(key: string): boolean {
    return this.#own.has(key);
  }

  topicOf(message: string): string | undefined {
    return this.#topics.get(message);
  }

  #move(topic: string, to: string): void {
    for (const [message, former] of this.#topics) if (former === topic) this.#topics.set(message, to);
  }

  own(by: string | undefined): Body | undefined {
    return by === undefined ? undefined : this.#told.get(`own ${by}`);
  }

  get organization(): Body | undefined {
    return this.#told.get("organization");
  }

  #doer({ as, credentials }: Outgoing): string | undefined {
    if (!credentials) return as ?? undefined;
    if (!("email" in credentials)) return undefined;
    return Object.entries(this.cast).find(([, { email }]) => email === credentials.email)?.[0];
  }

  /** Reads what the undo of a request needs, before the first such one. */
  async before(request: Outgoing): Promise<void> {
    const { reads } = ruleOf(request)?.rule ?? {};
    const by = this.#doer(request);
    if (reads === undefined || by === undefined) return;
    const [key, as] = reads === "own" ? [`own ${by}`, by] : ["organization", this.administrators[0] ?? by];
    let reading = this.#readings.get(key);
    if (!reading) this.#readings.set(key, (reading = this.#read(as).then((told) => void this.#told.set(key, told))));
    await reading;
  }

  /** Enters what a request did. @param reply undefined where none came: then it counts as done */
  after(request: Outgoing, reply: Reply | undefined): void {
    if (reply && reply.body.result !== "success") return;
    const found = ruleOf(request);
    if (!found || (!reply && request.method === "GET")) return;
    const fields = { ...request.query, ...request.fields };
    const deed: Deed = { by: this.#doer(request), ids: found.ids, fields, body: reply?.body ?? {} };
    // Nobody who may do it sent it, and no answer says otherwise.
    if (!reply && deed.by === undefined) return;
    for (const change of found.rule.changes(deed, this)) this.#enter(change, reply !== undefined);
  }

  #enter(change: DeedEffect, isSure: boolean): void {
    if ("gone" in change) this.#end(change.gone, isSure);
    else if ("goneBelow" in change)
      for (const key of [...this.#entries.keys()].filter((one) => one.startsWith(change.goneBelow))) this.#end(key, isSure);
    else if ("message" in change) this.#topics.set(change.message, change.topic);
    else if ("topicMoved" in change) this.#move(change.topicMoved, change.to);
    else if ("lost" in change) this.#lost.add(change.lost);
    else this.#add(this.#entries.get(change.key) ?? change, isSure);
  }

  #add({ unsure, ...entry }: LedgerEntry, isSure: boolean): void {
    const isKnown = this.#entries.has(entry.key);
    if (isKnown && (unsure !== true || !isSure)) return;
    const added = isSure ? entry : { ...entry, unsure: true };
    this.#own.add(entry.key);
    this.#entries.set(entry.key, added);
    this.#note({ add: added });
  }

  /** Strikes out an entry that the run has undone; where no answer says so, it stays. */
  #end(key: string, isSure: boolean): void {
    const entry = this.#entries.get(key);
    if (isSure || !entry) this.gone(key);
    else if (!entry.unsure) {
      this.#entries.set(key, { ...entry, unsure: true });
      this.#note({ add: { ...entry, unsure: true } });
    }
  }

  /** Strikes an entry out: it is undone. */
  gone(key: string): void {
    if (this.#entries.delete(key)) this.#note({ gone: key });
  }
}
