import type { Body } from "../../client/json.ts";
import type { Member, Outgoing, Reply } from "../../client/target.ts";
import type { DeedEffect, LedgerFacts, Rule } from "./deed.ts";
import type { LedgerChange, LedgerEntry, LedgerThing } from "./entry.ts";
import { recognizable } from "./identity.ts";
import { rules } from "./table.ts";

/** The server whose ledger it is, and how it is read. */
interface LedgerOptions {
  readonly level: number;
  /** Whether it does what running servers do where the specification states something else. */
  readonly isHeldToObserved: boolean;
  readonly cast: Readonly<Record<string, Member>>;
  /** Names of owners, then of administrators. */
  readonly administrators: readonly string[];
  /** A part of all names that the run makes up, and of no others. */
  readonly namespace: string;
  /** Returns what a registration tells a cast member; undefined where there is none. */
  readonly read: (as: string) => Promise<Body | undefined>;
  /** Called with each change of the ledger. */
  readonly note?: ((change: LedgerChange) => void) | undefined;
}

const patterns = Object.entries(rules).map(([route, rule]) => {
  const source = route.replaceAll("{id}", "(\\d+)").replaceAll("{name}", "([^/]+)");
  return { rule, test: new RegExp(`^${source}$`) };
});

/** Returns the ledger's rule for the deed of a request, and the value in the braces of its route; undefined where it enters none such. */
function ruleOf({ method, path }: Outgoing): { readonly rule: Rule; readonly id: string } | undefined {
  for (const { rule, test } of patterns) {
    const [found, id = ""] = test.exec(`${method} ${path}`) ?? [];
    if (found !== undefined) return { rule, id };
  }
  return undefined;
}

/** Returns what a change means whose request nobody of the cast sent, and which was answered as a success: where nobody may undo it, that is all that is known. */
const asOfNobody = (change: DeedEffect, { method, path }: Outgoing): DeedEffect =>
  "lost" in change || ("undo" in change && change.undo.by.length === 0)
    ? { lost: `${method} ${path} without credentials of the cast was answered as a success; what it changed, if anything, is not known` }
    : change;

/** The things that a run added to a server and changed on it, each with its undo, as it goes by. */
export class Ledger implements LedgerFacts {
  readonly level: number;
  readonly isHeldToObserved: boolean;
  readonly cast: LedgerOptions["cast"];
  readonly namespace: string;
  readonly #administrators: readonly string[];
  readonly #read: LedgerOptions["read"];
  readonly #note: NonNullable<LedgerOptions["note"]>;
  readonly #entries = new Map<string, LedgerEntry>();
  /** The newest of each entry that there ever was. */
  readonly #own = new Map<string, LedgerEntry>();
  readonly #topics = new Map<string, string>();
  readonly #texts = new Map<string, readonly string[]>();
  readonly #lost = new Set<string>();
  readonly #told = new Map<string, Body | undefined>();
  readonly #readings = new Map<string, Promise<void>>();

  constructor({ level, isHeldToObserved, cast, administrators, namespace, read, note = () => {} }: LedgerOptions) {
    this.level = level;
    this.isHeldToObserved = isHeldToObserved;
    this.cast = cast;
    this.#administrators = administrators;
    this.namespace = namespace;
    this.#read = read;
    this.#note = note;
  }

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

  former(key: string): LedgerEntry | undefined {
    return this.#own.get(key);
  }

  textsOf(message: string): readonly string[] {
    return this.#texts.get(message) ?? [];
  }

  topicOf(message: string): string | undefined {
    return this.#topics.get(message);
  }

  own(by: string | undefined): Body | undefined {
    return this.#told.get(`own ${by}`);
  }

  get organization(): Body | undefined {
    return this.#told.get("organization");
  }

  #doer({ as, credentials }: Outgoing): string | undefined {
    if (!credentials) return as ?? undefined;
    if (!("email" in credentials)) return undefined;
    return Object.entries(this.cast).find(([, { email }]) => email === credentials.email)?.[0];
  }

  /** Reads what the undo of a request needs, before the first such one, and notes the name that it gives to a thing of the run. */
  async before(request: Outgoing): Promise<void> {
    const { rule: { reads, renames } = {}, id = "" } = ruleOf(request) ?? {};
    const name = renames && request.fields[renames[1]];
    if (renames && name !== undefined) this.#rename(renames[0], id, String(name));
    const by = this.#doer(request);
    if (reads === undefined || by === undefined) return;
    const [key, as] = reads === "own" ? [`own ${by}`, by] : ["organization", this.#administrators[0] ?? by];
    let reading = this.#readings.get(key);
    if (!reading) this.#readings.set(key, (reading = this.#read(as).then((told) => void this.#told.set(key, told))));
    await reading;
  }

  /** Enters what a request did. @param reply undefined where none came: then it counts as done */
  after(request: Outgoing, reply: Reply | undefined): void {
    if (reply && reply.body.result !== "success") return;
    const found = ruleOf(request);
    if (!found || (!reply && request.method === "GET")) return;
    const by = this.#doer(request);
    // Nobody who may do it sent it, and no answer says otherwise.
    if (!reply && by === undefined) return;
    const self = by === undefined ? [] : [by];
    const anyone = [...new Set([...self, ...this.#administrators])];
    const deed = { by, self, anyone, id: found.id, fields: { ...request.query, ...request.fields }, body: reply?.body ?? {} };
    const isSure = reply !== undefined && by !== undefined;
    for (const change of found.rule.changes(deed, this)) this.#enter(by === undefined ? asOfNobody(change, request) : change, isSure);
  }

  #enter(change: DeedEffect, isSure: boolean): void {
    if ("gone" in change) this.#end(change.gone, isSure);
    else if ("goneBelow" in change)
      for (const key of [...this.#entries.keys()].filter((one) => one.startsWith(change.goneBelow))) this.#end(key, isSure);
    else if ("message" in change) this.#topics.set(change.message, change.topic);
    else if ("renamed" in change) this.#rename(change.renamed, change.id, change.name);
    else if ("topicMoved" in change) {
      for (const [message, topic] of this.#topics) if (topic === change.topicMoved) this.#topics.set(message, change.to);
    } else if ("lost" in change) this.#lost.add(change.lost);
    else this.#add(this.#entries.get(change.key) ?? change, isSure);
  }

  /** Notes one more name of a thing: whether the server takes it is not known. */
  #rename(kind: LedgerThing["kind"], id: string, given: string): void {
    const name = recognizable(given);
    if (kind === "message") this.#texts.set(id, [...this.textsOf(id), name]);
    for (const [key, entry] of this.#own) {
      const { thing } = entry;
      if (thing?.kind !== kind || thing.id !== id || thing.names.includes(name)) continue;
      const renamed = { ...entry, thing: { ...thing, names: [...thing.names, name] } };
      if (this.#entries.has(key)) this.#put(renamed);
      else this.#own.set(key, renamed);
    }
  }

  #add({ unsure, ...entry }: LedgerEntry, isSure: boolean): void {
    if (this.#entries.has(entry.key) && (unsure !== true || !isSure)) return;
    this.#put(isSure ? entry : { ...entry, unsure: true });
  }

  #put(entry: LedgerEntry): void {
    this.#entries.set(entry.key, entry);
    this.#own.set(entry.key, entry);
    this.#note({ add: entry });
  }

  /** Strikes out an entry that the run has undone; where no answer says so, it stays. */
  #end(key: string, isSure: boolean): void {
    const entry = this.#entries.get(key);
    if (isSure || !entry) this.gone(key);
    else if (!entry.unsure) this.#put({ ...entry, unsure: true });
  }

  /** Strikes an entry out: it is undone. */
  gone(key: string): void {
    if (this.#entries.delete(key)) this.#note({ gone: key });
  }

  /** Notes that the server refuses the undo of an entry. */
  refused(key: string): void {
    if (this.#entries.has(key)) this.#note({ refused: key });
  }
}
