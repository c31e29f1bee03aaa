import { absent, isOfLevel, MissingRoute, methodAndPath, routeOf } from "../catalogue/routes.ts";
import type { Ailment, Member, Outgoing, Reply, Target } from "../client/target.ts";
import { passOver } from "../client/thrown.ts";
import * as endpoints from "../endpoints/index.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import { endRoutes } from "./ledger/entry.ts";
import type { Ask } from "./probe-member.ts";
import { administratorsOf } from "./staging/index.ts";
import type { FileMember } from "./target-file.ts";

/** The routes of the specification, as steps name them. */
export const specified: readonly string[] = Object.values(endpoints).map(
  ({ call: { route } }) => routeOf(...methodAndPath(route)) ?? route,
);

interface Asked {
  readonly request: Outgoing;
  readonly reply: Reply;
  /** Whether it lacks a required parameter. */
  readonly needsMore: boolean;
}

/** The answers of the endpoints that were asked for, and the routes from which none came. */
interface AskedRoutes {
  readonly asked: readonly Asked[];
  readonly unanswered: readonly string[];
}

/** An id that no server has given yet. */
const noId = "2147483000";

/** Routes that the probe asks for in any case, or that a request without parameters would do something on. */
const askedOtherwise = new Set(["GET /server_settings", "GET /events", "POST /register"]);

/**
 * Asks for every endpoint that a server of a level has, without parameters: what needs one is refused, and nothing is changed. Whether each is
 * there is learnt from its answer by what `ask` goes through.
 * @param who whose requests they are: a member who may do little is the best
 */
export async function askForRoutes(ask: Ask, level: number, who: FileMember | undefined): Promise<AskedRoutes> {
  const asked: Asked[] = [];
  const unanswered: string[] = [];
  const credentials = who && ({ kind: "basic", email: who.email, api_key: who.api_key } as const);
  for (const { call } of Object.values(endpoints)) {
    if (askedOtherwise.has(call.route) || call.since > level) continue;
    if (!call.isOpen && !credentials) continue;
    const [method, path] = methodAndPath(call.route.replace("{provider}", "vc").replace(/\{\w+\}/g, noId));
    const request = { as: null, method, path, fields: {}, ...(!call.isOpen && credentials && { credentials }) };
    // A request without an answer says nothing of its route.
    const reply = await ask(request).catch(passOver);
    if (reply) asked.push({ request, reply, needsMore: call.required.length > 0 });
    else unanswered.push(call.route);
  }
  return { asked, unanswered };
}

/** Returns notes of the routes that fail, or do not answer, where they are asked for without parameters. */
export function failing({ asked, unanswered }: AskedRoutes): string[] {
  const broken = asked.filter(({ reply: { status } }) => status >= 500 && status !== 501);
  const [{ reply } = {}] = broken;
  const routes = broken.map(({ request: { method, path } }) => routeOf(method, path) ?? `${method} ${path}`);
  return [
    ...(reply ? [`without parameters a status such as ${reply.status} comes from ${routes.join(", ")}`] : []),
    ...(unanswered.length > 0 ? [`no answer comes from ${unanswered.join(", ")}`] : []),
  ];
}

/** Routes that prepare what properties need, on which a request without parameters changes nothing. */
const preparing = ["POST /users/me/subscriptions", "PATCH /realm", "PATCH /settings", "POST /realm/filters", "POST /realm/profile_fields"];

/** Asks for routes that prepare what properties need. Returns those that a server does not have; none where nobody could prepare it. */
export async function missingToPrepare(target: Pick<Target, "cast" | "staging" | "send">): Promise<readonly string[]> {
  const [as] = administratorsOf(target.cast, () => true);
  if (!target.staging || as === undefined) return [];
  const missing: string[] = [];
  for (const route of preparing) {
    const [method, path] = methodAndPath(route);
    const reply = await target.send({ as, method, path, fields: {} }).catch((thrown: unknown) => {
      if (!(thrown instanceof MissingRoute)) return passOver(thrown);
      missing.push(route);
    });
    if (reply && absent.has(reply.status)) missing.push(route);
  }
  return missing;
}

/**
 * Asks for routes that take back or end what runs make, for things that no server has: nothing is changed. That a server does not have one it notes
 * itself. Nothing is asked where a control API takes all back, where a server makes no such thing, and after the first that got no answer.
 */
export async function askForEnds(target: Pick<Target, "cast" | "level" | "missing" | "steering" | "send">): Promise<void> {
  const [as] = administratorsOf(target.cast, () => true);
  if (target.steering || as === undefined) return;
  for (const [route, ending] of endRoutes) {
    if (target.missing?.has(route) || !isOfLevel(route, target.level)) continue;
    const [method, path] = methodAndPath(ending.replace(/\{\w+_id\}/, noId).replace(/\{\w+\}/, "no-such-thing.invalid"));
    try {
      await target.send({ as, method, path, fields: {} });
    } catch (thrown) {
      if (thrown instanceof NoAnswer) return;
      if (!(thrown instanceof Untestable)) throw thrown;
    }
  }
}

/** Of so many requests at least it says something that all are answered alike. */
const mostByChance = 4;

/** Returns an answer that leads elsewhere, where all of them do. */
export const redirectionOf = (asked: readonly Asked[]): Reply | undefined =>
  asked.length > mostByChance && asked.every(({ reply: { status } }) => status >= 300 && status < 400) ? asked[0]?.reply : undefined;

/** Returns what is wrong with every answer alike, which makes all else that could be found worth nothing; undefined where there is nothing of that. */
export function ailmentOf(asked: readonly Asked[]): Ailment | undefined {
  // What is not there says nothing of what is.
  const there = asked.filter(({ reply: { status } }) => ![404, 405, 501].includes(status));
  const [first] = there;
  if (!first || there.length <= mostByChance) return undefined;
  const ail = (answer: string): Ailment => ({ answer, request: first.request, reply: first.reply });
  if (there.every(({ reply }) => reply.status >= 500)) return ail(`a status such as ${first.reply.status}`);
  if (there.every(({ reply }) => reply.body.result === undefined)) return ail("no envelope");
  const demanding = there.filter(({ needsMore }) => needsMore);
  const isAllTaken = demanding.length > mostByChance && demanding.every(({ reply }) => reply.body.result === "success");
  return isAllTaken ? { ...ail("success, whatever is missing in it"), ...demanding[0] } : undefined;
}

const ranks: readonly Member["role"][] = ["member", "guest", "moderator", "administrator", "owner"];

/** Returns the name of an account of a cast that may do as little as can be, and is no guest if there is another. */
export const humblest = (cast: Readonly<Record<string, Member>>): string | undefined =>
  Object.entries(cast).toSorted(([, a], [, b]) => ranks.indexOf(a.role) - ranks.indexOf(b.role))[0]?.[0];
