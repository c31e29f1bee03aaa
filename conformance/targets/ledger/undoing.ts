import { routed } from "../../catalogue/route.ts";
import { absent } from "../../catalogue/routes.ts";
import type { Body } from "../../client/json.ts";
import { withEach } from "../../client/lists.ts";
import type { Outgoing, Reply } from "../../client/target.ts";
import { untilAnswered } from "../../client/thrown.ts";
import { cut } from "../../draw/texts.ts";
import { NoAnswer, Untestable } from "../../expect.ts";
import { itemsSent, objectsIn } from "./deed.ts";
import { kindOf, type LedgerEntry, type Undo } from "./entry.ts";

type Send = (request: Outgoing) => Promise<Reply>;

/** An entry that could not be undone. */
export interface Left {
  readonly entry: LedgerEntry;
  readonly why: string;
  /** The same for all that is left of one reason. */
  readonly reason: string;
  /** The places where a group is in use, as the refusal tells them. */
  readonly uses: readonly Body[];
  /** The member who was refused for such places, told or not: others would be, too. */
  readonly by?: string;
  /** Whether the server refuses it. */
  readonly isRefused: boolean;
}

/** So many undos are under way at once. */
const atOnce = 8;
/** The most messages that one request takes a flag from. */
const mostMessages = 1000;

/** Undos that decide what accounts may do, and with which address they log in: they come first, one after the other. */
const early = /^(PATCH \/(realm|settings|users\/\d+)|DELETE \/users\/\d+|POST \/users\/\d+\/reactivate)$/;
const isEarly = ({ undo: { method, path } }: LedgerEntry): boolean => early.test(`${method} ${path}`);

/** Entries that one request undoes. */
interface Batch {
  readonly entries: LedgerEntry[];
  undo: Undo;
}

/** Joins the undos that take one flag of one account from many messages. */
function batched(entries: readonly LedgerEntry[]): Batch[] {
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  for (const entry of entries) {
    const { undo } = entry;
    const { messages, ...rest } = undo.fields;
    const kind = undo.path === "/messages/flags" && Array.isArray(messages) ? JSON.stringify([undo.by, rest]) : undefined;
    const former = kind === undefined ? undefined : open.get(kind);
    if (former && former.entries.length < mostMessages) {
      former.entries.push(entry);
      former.undo = { ...undo, fields: { ...rest, messages: [...(former.undo.fields.messages as unknown[]), ...(messages as unknown[])] } };
    } else {
      const batch = { entries: [entry], undo };
      batches.push(batch);
      if (kind !== undefined) open.set(kind, batch);
    }
  }
  return batches;
}

const answered = ({ status, body }: Reply): string => `${status} ${String(body.code ?? "")}`.trimEnd();

/** So many characters of a message of the server are told. */
const longestMessage = 120;

/** Returns an answer with the server's own words. */
function said(reply: Reply): string {
  const { msg } = reply.body;
  return typeof msg === "string" && msg !== "" ? `${answered(reply)}, ${JSON.stringify(cut(msg, longestMessage))}` : answered(reply);
}

/** A request that was refused: the undo itself, or the one that looks for its id. */
interface Refused {
  readonly method: string;
  readonly path: string;
  readonly reply: Reply;
}

/** The route of an undo: behind some of them stands a name, not an id. */
const routeOf = ({ method, path }: Pick<Refused, "method" | "path">): string =>
  routed(method, path).route.replace(/^(DELETE \/(?:navigation_views|realm\/domains)\/).*$/, "$1{name}");

/** Sends an undo by one account. Returns what is refused; undefined where it is done, or where there is nothing left to undo. */
async function refusalOf(undo: Undo, as: string, send: Send): Promise<Refused | undefined> {
  let { path } = undo;
  if (undo.find) {
    const { path: place, fields, list, name, id } = undo.find;
    const reply = await send({ as, method: "GET", path: place, fields });
    const record = list === undefined ? reply.body : objectsIn(reply.body[list]).find((one) => one.name === name);
    if (record?.[id] === undefined) {
      // What a list of all does not have is there no more.
      const isGone = list !== undefined && reply.body.result === "success";
      return isGone ? undefined : { method: "GET", path: place, reply };
    }
    path = path.replace("{id}", String(record[id]));
  }
  let isLost = false;
  const reply = await untilAnswered(() =>
    send({ as, method: undo.method, path, fields: undo.fields }).catch((thrown: unknown) => {
      isLost = thrown instanceof NoAnswer;
      throw thrown;
    }),
  );
  // A refusal after a lost answer says that the lost one was a success.
  if (reply.body.result === "success" || isLost) return undefined;
  const [next, ...others] = undo.otherPaths ?? [];
  if (next !== undefined) return refusalOf({ ...undo, path: next, otherPaths: others }, as, send);
  return { method: undo.method, path: undo.path, reply };
}

/** So many of its undos in a row are answered so before a route counts as one that the server does not have. */
const mostInVain = 10;

/** Counts by their routes the requests that were answered as if the server had no such route. An undo that is done shows that it has. */
class Absences {
  readonly #inVain = new Map<string, number>();

  /** Returns the route of an undo, or of what looks for its id, that the server does not have. */
  of(undo: Undo): string | undefined {
    return routesOf(undo).find((route) => (this.#inVain.get(route) ?? 0) >= mostInVain);
  }
  note(undo: Undo, refused: Refused | undefined): void {
    if (refused === undefined) for (const route of routesOf(undo)) this.#inVain.set(route, Number.NEGATIVE_INFINITY);
    else {
      const route = routeOf(refused);
      const former = this.#inVain.get(route) ?? 0;
      this.#inVain.set(route, absent.has(refused.reply.status) ? former + 1 : Math.min(former, 0));
      // What was refused though its id was found shows that the server has what finds it.
      if (undo.find && refused.path !== undo.find.path)
        this.#inVain.set(routeOf({ method: "GET", path: undo.find.path }), Number.NEGATIVE_INFINITY);
    }
  }
}

const routesOf = ({ method, path, find }: Undo): string[] => [
  ...(find ? [routeOf({ method: "GET", path: find.path })] : []),
  routeOf({ method, path }),
];

type Why = Omit<Left, "entry">;

const refusedFor = (why: string): Why => ({ why, reason: why, uses: [], isRefused: true });

/** Returns why an undo is not done: the first refusal, or the first for uses; undefined where it is done. @throws Unreachable */
async function whyLeft(undo: Undo, send: Send, absences: Absences): Promise<Why | undefined> {
  const missing = absences.of(undo);
  if (missing !== undefined) return refusedFor(`the server has no ${missing}`);
  let why: Why | undefined;
  for (const as of undo.by) {
    try {
      const refused = await refusalOf(undo, as, send);
      absences.note(undo, refused);
      if (refused === undefined) return undefined;
      const told = {
        why: `${refused.method} ${refused.path} by ${as} answers ${said(refused.reply)}`,
        reason: `${routeOf(refused)} ${answered(refused.reply)}`,
        isRefused: true,
      };
      const { objections } = refused.reply.body;
      if (objections !== undefined) return { ...told, uses: objectsIn(objections), by: as };
      why ??= { ...told, uses: [] };
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer || thrown instanceof Untestable)) throw thrown;
      why ??= { why: thrown.message, reason: thrown.message.replaceAll(/\d+/g, ""), uses: [], isRefused: false };
    }
  }
  return why ?? refusedFor("nobody of the cast may do it");
}

const ending = /^\/user_groups\/(\d+)\/deactivate$/;
const nobody = { new: { direct_members: [], direct_subgroups: [] } };

/** Returns the requests that end the uses of a group by other groups that are to be deactivated, too. */
function* loosening({ entry, uses }: Left, groups: ReadonlySet<string>): Iterable<Undo> {
  const { by, path } = entry.undo;
  const id = Number(ending.exec(path)?.[1]);
  for (const { supergroup_ids, group_id, settings } of uses) {
    for (const one of itemsSent(supergroup_ids).filter((other) => groups.has(String(other))))
      yield { by, method: "POST", path: `/user_groups/${one}/members`, fields: { delete_subgroups: [id] } };
    const fields = Object.fromEntries(itemsSent(settings).map((name) => [String(name), nobody]));
    if (groups.has(String(group_id))) yield { by, method: "PATCH", path: `/user_groups/${group_id}`, fields };
  }
}

/** Ends the uses of groups by each other, of which none could be deactivated first. Returns whether there was one. */
async function loosened(left: readonly Left[], send: Send, absences: Absences): Promise<boolean> {
  const groups = new Set(left.flatMap(({ entry }) => ending.exec(entry.undo.path)?.[1] ?? []));
  let isAny = false;
  for (const undo of left.flatMap((one) => [...loosening(one, groups)]))
    if ((await whyLeft(undo, send, absences)) === undefined) isAny = true;
  return isAny;
}

/**
 * Undoes entries, the newest first, those about accounts and settings before all others.
 * @param done called with the key of each that is undone
 * @returns what is left, with the reason
 */
export async function undoneBy(entries: readonly LedgerEntry[], send: Send, done: (key: string) => void): Promise<readonly Left[]> {
  const absences = new Absences();
  let left: Left[] = [];
  const tryBatch = async ({ entries: those, undo }: Batch): Promise<void> => {
    const why = await whyLeft(undo, send, absences);
    const isNothing = ({ unsure }: LedgerEntry): boolean => unsure === true && why?.isRefused === true && why.uses.length === 0;
    for (const entry of those) {
      if (why === undefined || isNothing(entry)) done(entry.key);
      else left.push({ entry, ...why });
    }
  };
  const pass = async (waiting: readonly LedgerEntry[]): Promise<void> => {
    left = [];
    for (const entry of waiting.filter(isEarly)) await tryBatch({ entries: [entry], undo: entry.undo });
    await withEach(batched(waiting.filter((one) => !isEarly(one))), atOnce, tryBatch);
  };
  let waiting = [...entries].reverse();
  await pass(waiting);
  const inVain: Left[] = [];
  // A group may be in use by one that is deactivated after it: what is refused is tried again as long as anything is done.
  for (let isLoosened = false; ; ) {
    const refused = left.filter(({ entry }) => absences.of(entry.undo) === undefined);
    const isDone = left.length < waiting.length;
    if (refused.length === 0 || (!isDone && (isLoosened || !(await loosened(refused, send, absences))))) break;
    isLoosened = !isDone;
    inVain.push(...left.filter((one) => !refused.includes(one)));
    waiting = refused.map(({ entry, by }) => (by === undefined ? entry : { ...entry, undo: { ...entry.undo, by: [by] } }));
    await pass(waiting);
  }
  // The first of what a missing route was asked for are left for the same reason as all others.
  return [...inVain, ...left].map((one) => {
    const missing = absences.of(one.entry.undo);
    return missing === undefined ? one : { ...one, ...refusedFor(`the server has no ${missing}`) };
  });
}

/** Returns what is left in words: one line for each kind and reason, with an example. */
export function leftLines(left: readonly Pick<Left, "entry" | "why" | "reason">[]): string[] {
  const byReason = new Map<string, Pick<Left, "entry" | "why">[]>();
  for (const one of left) {
    const key = JSON.stringify([kindOf(one.entry.key), one.reason]);
    byReason.set(key, [...(byReason.get(key) ?? []), one]);
  }
  return [...byReason.values()].flatMap((those) => {
    const [first] = those;
    if (!first) return [];
    const { entry, why } = first;
    return `${those.length > 1 ? `${those.length} x ${kindOf(entry.key)}, such as: ` : ""}${entry.what} (${why})`;
  });
}
