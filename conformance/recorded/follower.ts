import { Held, type Simulator } from "../../sim/index.ts";
import { steps } from "../catalogue/catalogue.ts";
import { type Routed, routed } from "../catalogue/route.ts";
import { absent } from "../catalogue/routes.ts";
import { Translation } from "../causes/translate.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { beyondLimits, unstatedIn } from "../client/unstated.ts";
import { compareAnswers } from "../compare/answers.ts";
import type { HtmlMode } from "../compare/html.ts";
import { type ComparedAnswer, type Kind, MatchedIds } from "../compare/matched-ids.ts";
import type { Difference, Lens } from "../compare/values.ts";
import type { ChosenRulings } from "../model/oracle.ts";
import { credentialsOf, wireRequest } from "../model/wire-request.ts";
import { hasOtherFault } from "../play/hypotheses.ts";
import { isLeftOpen } from "../play/open-points.ts";
import { isPoll, isWrite, outgoing, type RecordedExchange } from "./journal.ts";
import { clockAt, type Knowledge, tolerance } from "./knowledge.ts";
import { Queues } from "./queues.ts";

/** The parts of a registration by which the model knows its account. */
const tellingParts = "realm_users and subscriptions";

/** Requests whose effect no other account sees: they leave nothing on which a compared answer depends. */
const ownAlone =
  /^\/(events|user_topics|remove_client_device|register_client_device|drafts.*|saved_snippets.*|navigation_views.*|mark_\w+|messages\/flags.*|users\/me\/(subscriptions\/(muted_topics|properties)|muted_users\/.*|alert_words))$/;

/** Requests that make a message: where the model does not make it, it is one of those of which nothing is known. */
const sends = /^\/messages$/;

/** Whether an account that never registered left something on which later answers depend, where the model did not carry its request out. */
function isMissed({ method, path, reply }: RecordedExchange): boolean {
  const isQuiet = method === "GET" || method === "HEAD" || path === "/register" || path === "/typing";
  return reply?.body.result === "success" && !isQuiet && !ownAlone.test(path) && !(method === "POST" && sends.test(path));
}

/** A face made of punctuation, which a server turns into an emoji where the sender wants it, or a link whose form depends on the channels of the sender. */
const personal = /[:(<;][()|/DoOpP:3]|#\*\*/;
/** Personal settings that show in what others are told. */
const shown = new Set(["email", "email_address_visibility", "presence_enabled"]);

/** Why the effect of a request depends on what only a registration of its account would tell; undefined where it does not. */
function personalIn({ path, form }: RecordedExchange): string | undefined {
  const own = "only a registration of the account tells";
  if (path.startsWith("/messages") && personal.test(form.content ?? "")) return `${own} how what it writes is rendered`;
  return path === "/settings" && Object.keys(form).some((name) => shown.has(name)) ? `${own} what others see of this setting` : undefined;
}

/** Whether a request only looks, at what its account may see. */
const isLook = ({ method, path }: RecordedExchange): boolean => method === "GET" || method === "HEAD" || path === "/register";

type Back = Pick<MatchedIds, "back">;

/** Looks up what the model calls things of the server, and collects what the model does not have. */
class Strangers implements Back {
  readonly #twins: Back;
  #found: string[] = [];

  constructor(twins: Back) {
    this.#twins = twins;
  }

  back(kind: Kind, target: string | number): string | number | undefined {
    const ours = this.#twins.back(kind, target);
    const isId = typeof target === "number" || kind === "queue" || kind === "device" || (kind === "email" && target.includes("@"));
    if (ours === undefined && isId) this.#found.push(`${kind} ${target}`);
    return ours;
  }

  /** Returns what was not found since the last call. The anchor of a window is no reference: any number is one. */
  taken({ query }: RecordedExchange): readonly string[] {
    const found = this.#found.filter((one) => one !== `message ${query.anchor}`);
    this.#found = [];
    return found;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Term {
  readonly operator?: unknown;
  readonly operand?: unknown;
}

const ofChannel = /^(channel|stream)$/;

/** Channels that a request refers to by their names. */
function channelNames({ query, form }: RecordedExchange): readonly string[] {
  const { to, type, narrow } = { ...query, ...form };
  const addressed = to !== undefined && ofChannel.test(type ?? "") ? [parsed(to)].flat() : [];
  const terms = narrow === undefined ? [] : [parsed(narrow)].flat();
  const narrowed = terms.flatMap((term) => {
    const { operator, operand } = (typeof term === "object" && term !== null ? term : {}) as Term;
    return ofChannel.test(String(operator)) ? [operand] : [];
  });
  return [...addressed, ...narrowed].filter((name): name is string => typeof name === "string");
}

const only = "only seen on running servers:";

/** Returns what no sentence says of a request, so that the model's answer is not the only one; undefined where there is nothing of that. */
function unstatedOf({ path, query, form }: RecordedExchange, narrow: unknown, { bounds }: Knowledge): string | undefined {
  const terms = unstatedIn(narrow);
  if (terms !== undefined) return `${only} ${terms}`;
  const fields = { ...query, ...form };
  return beyondLimits(path, { topic: fields.subject, ...fields }, bounds) === undefined ? undefined : `${only} how long a text may be`;
}

/** Returns what no sentence says of two answers to the same request; undefined where they can be compared. */
function undecided({ body: ours }: ComparedAnswer, { status, body: theirs }: Reply): string | undefined {
  if (absent.has(status)) return `the server answers ${status}, as it may where it does not have the route`;
  const isAnswer = theirs.result === "success" || theirs.result === "error";
  return isAnswer && theirs.result !== ours.result && status < 500 ? `${only} whether this is refused` : undefined;
}

const unstatedEvents = `${only} how events are told`;

/** Requests beside the specification that change nothing which is compared. */
const harmless = /^\/(users\/me\/(presence|status)|messages\/flags|mark_|drafts)/;

/** Whether a request that the specification does not name may have changed what is compared, in a way that no sentence says. */
const isUnforeseen = ({ path }: RecordedExchange): boolean => !harmless.test(path);

/** The outcome of an exchange beside the model. */
export interface ExchangeOutcome {
  readonly routed: Routed;
  /** The model's answer, where the exchange was compared with it. */
  readonly expected?: ComparedAnswer;
  /** Differences between the answers; undefined where they were not compared. */
  readonly differences?: readonly Difference[];
  /** Why the answers were not compared. */
  readonly unknown?: string;
  /** Why the model is not in the server's state from here on. */
  readonly lost?: string;
}

/** Fields that depend on the policies that topics had before the file begins. */
const before = new Set(["automatic_new_visibility_policy"]);
const past = "it is about what was there before";
const held: ComparedAnswer = { status: 200, body: { result: "success", msg: "", events: [] } };

/** Whether the server is busy, or lets nobody in: it carried nothing out. */
const isUnserved = ({ status }: Reply): boolean => status === 429 || status === 401;

/** Whether a request holds a password or a key, which no recording tells. */
const isAboutSecrets = ({ path, query, form }: RecordedExchange): boolean =>
  /^\/(dev_)?fetch_api_key$/.test(path) ||
  [query, form].some((fields) => Object.values(fields).some((text) => text.includes("(hidden)") || text.includes("(key of ")));

/** Whether a request is about messages: of those that one side alone has nothing is compared. */
const isOfMessages = ({ path }: RecordedExchange): boolean => path.startsWith("/messages");

const carriedOut = (exchange: RecordedExchange): boolean => isWrite(exchange) && exchange.reply?.body.result === "success";

/** Returns the outcome of an exchange that was not compared, with the reason. @param lost whether the state is not known from there on */
type Unknown = (why: string, lost?: boolean) => ExchangeOutcome;

const unknownOf =
  (route: Routed, isFelt: boolean): Unknown =>
  (why, lost = isFelt) => ({ routed: route, unknown: why, ...(lost && { lost: `${route.route}: ${why}` }) });

/** The model beside a recording, from a registration on. */
export class Follower {
  readonly #knowledge: Knowledge;
  readonly #simulator: Simulator;
  readonly #lens: Lens;
  readonly #strangers: Strangers;
  readonly #translation: Translation;
  readonly #queues: Queues;

  constructor(knowledge: Knowledge, choices: ChosenRulings, html: HtmlMode) {
    const { oracle } = knowledge;
    this.#knowledge = knowledge;
    this.#simulator = oracle.fresh(choices);
    this.#lens = { twins: new MatchedIds(oracle.twins), tolerance, html, known: false, observed: oracle.facts.observed };
    this.#strangers = new Strangers(this.#lens.twins);
    this.#translation = new Translation(this.#strangers);
    this.#queues = new Queues(this.#lens);
  }

  /** Notes that a poll is about to be sent: what the model has for it now, its answer has to hold. */
  expect(poll: RecordedExchange): void {
    const { queue_id = "" } = poll.query;
    if (!this.#queues.has(queue_id)) return;
    const asked = this.#asked(poll);
    if (this.#strangers.taken(poll).length > 0) return;
    const answer = this.#send(this.#simulator.fork(), { ...asked, fields: { ...asked.fields, dont_block: true } });
    if (answer.body.result === "success") this.#queues.expect(queue_id, answer.body.events);
  }

  /** Plays an exchange on the model. @param isAlone whether no other request that changed anything was under way at the same time */
  take(exchange: RecordedExchange, isAlone: boolean): ExchangeOutcome {
    const ms = clockAt(exchange) - this.#simulator.now();
    if (ms > 0) this.#simulator.advance({ ms });
    const route = routed(exchange.method, exchange.path);
    const unknown = unknownOf(route, carriedOut(exchange));
    const { as, reply, hasFiles } = exchange;
    if (!reply) return unknown("no answer came", isWrite(exchange));
    if (isUnserved(reply)) return unknown("the server let nobody in", false);
    if (as === undefined) return unknown("it is not known who asked");
    const isOutside = as !== null && !this.#knowledge.insiders.has(as);
    if (isOutside) return this.#outside(exchange, reply, as, route, isAlone);
    if (isAboutSecrets(exchange)) return unknown("it is about a password or a key, which are not kept", false);
    if (hasFiles) return unknown("what it sent is not kept");
    const asked = this.#asked(exchange);
    const isFelt = carriedOut(exchange) && !isOfMessages(exchange);
    if (this.#isAboutStrangers(exchange)) return unknown(past, isFelt);
    const unstated = this.#lens.observed ? undefined : unstatedOf(exchange, asked.fields.narrow, this.#knowledge);
    if (unstated !== undefined) return unknown(unstated, isFelt);
    return this.#answered(exchange, reply, asked, route, isAlone, unknown);
  }

  /** Whether a request that was just translated is about what the model does not have. */
  #isAboutStrangers(exchange: RecordedExchange): boolean {
    const strangers = this.#strangers.taken(exchange);
    return strangers.length > 0 || channelNames(exchange).some((name) => !this.#simulator.channels[name]);
  }

  /** Plays a write by an account that never registers: carried out where its answer is the model's, too. */
  #outside(exchange: RecordedExchange, reply: Reply, as: string, route: Routed, isAlone: boolean): ExchangeOutcome {
    const unknown = unknownOf(route, isMissed(exchange));
    const name = this.#knowledge.outsiders.get(as);
    if (name === undefined || isLook(exchange)) return unknown(`${as} has no registration in the file with ${tellingParts}`);
    if (isAboutSecrets(exchange)) return unknown("it is about a password or a key, which are not kept", false);
    if (exchange.hasFiles) return unknown("what it sent is not kept");
    const asked = { ...this.#asked(exchange), as: name };
    if (this.#isAboutStrangers(exchange)) return unknown(past, isMissed(exchange) && !isOfMessages(exchange));
    const open = personalIn(exchange) ?? (this.#lens.observed ? undefined : unstatedOf(exchange, asked.fields.narrow, this.#knowledge));
    if (open !== undefined) return unknown(open);
    const expected = this.#send(this.#simulator.fork(), asked);
    const { result, code } = reply.body;
    if (expected.body.result !== result || (result !== "success" && expected.body.code !== code))
      return unknown(`what ${as} may do is not known, who has no registration in the file with ${tellingParts}`);
    if (result === "success") this.#send(this.#simulator, asked);
    const all = compareAnswers(route.op ?? "", exchange.query, expected, reply, this.#lens).filter(({ path }) => !before.has(path));
    if (all.length > 0 && (route.op === undefined || !isAlone)) return unknown(`what ${as} had before is not known`);
    if (route.op !== undefined) return { routed: route, expected, differences: all };
    return unknown("the specification says nothing of it", isMissed(exchange) && !this.#lens.observed && isUnforeseen(exchange));
  }

  #asked(exchange: RecordedExchange): Outgoing {
    const asked = this.#translation.request(outgoing(exchange));
    const { queue_id = "", last_event_id } = exchange.query;
    if (!isPoll(exchange) || !this.#queues.has(queue_id) || last_event_id === undefined) return asked;
    return { ...asked, fields: { ...asked.fields, last_event_id: this.#queues.lastRead(queue_id, Number(last_event_id)) } };
  }

  #answered(exchange: RecordedExchange, reply: Reply, asked: Outgoing, route: Routed, isAlone: boolean, unknown: Unknown): ExchangeOutcome {
    const was = this.#simulator.fork();
    const expected = this.#send(this.#simulator, asked);
    const isSame = expected.body.result === reply.body.result;
    if (route.op === undefined) {
      if (isSame) compareAnswers("", {}, expected, reply, this.#lens);
      const why = expected.status === 404 || expected.status === 405 ? "it is not simulated" : "the specification says nothing of it";
      return unknown(why, isWrite(exchange) && (!isSame || (!this.#lens.observed && carriedOut(exchange) && isUnforeseen(exchange))));
    }
    const open = this.#lens.observed ? undefined : undecided(expected, reply);
    if (open !== undefined) return unknown(open, !isSame && isWrite(exchange) && !isOfMessages(exchange));
    if (isPoll(exchange) && isSame && reply.body.result === "success") {
      if (!this.#queues.has(exchange.query.queue_id ?? "")) return unknown("nothing is known of its queue");
      return this.#polled(exchange, reply, expected, route);
    }
    const all = compareAnswers(route.op, exchange.query, expected, reply, this.#lens).filter(({ path }) => !before.has(path));
    const { queue_id, last_event_id } = reply.body;
    if (all.length === 0 && route.op === "register.post" && isSame && typeof queue_id === "string")
      this.#queues.open(queue_id, last_event_id, expected.body.last_event_id);
    if (all.length > 0 && !isAlone) return unknown("another request was under way at the same time", isWrite(exchange));
    const differences = all.length > 0 && this.#isOpen(exchange, asked, route.op, expected, reply, was) ? [] : all;
    const lost = !isSame && isWrite(exchange) ? { lost: `${route.route}: only one of the server and the model carried it out` } : {};
    return { routed: route, expected, differences, ...lost };
  }

  #polled(exchange: RecordedExchange, reply: Reply, expected: ComparedAnswer, route: Routed): ExchangeOutcome {
    const { differences, change } = this.#queues.poll(exchange.query.queue_id ?? "", expected.body.events, reply);
    const lost = change === undefined ? {} : { lost: change };
    return this.#lens.observed ? { routed: route, expected, differences, ...lost } : { routed: route, unknown: unstatedEvents, ...lost };
  }

  /** Whether the specification lets a server answer so, though the model answers otherwise. */
  #isOpen(exchange: RecordedExchange, asked: Outgoing, op: string, expected: ComparedAnswer, reply: Reply, was: Simulator): boolean {
    const step = { as: exchange.as ?? "nobody", op, fields: asked.fields };
    if (isLeftOpen({ step, expected }, reply, [])) return true;
    if (expected.body.result !== "error" || reply.body.result !== "error" || !steps.has(op)) return false;
    const wouldAnswer = (other: typeof step) => {
      const { body } = this.#send(was.fork(), { ...asked, as: other.as === "nobody" ? null : other.as, fields: other.fields });
      return { result: body.result, code: body.code };
    };
    return hasOtherFault(reply.body.code, step, wouldAnswer, this.#knowledge.oracle);
  }

  #send(simulator: Simulator, request: Outgoing): ComparedAnswer {
    const member = request.as === null ? undefined : simulator.cast[request.as];
    const credentials = member ? credentialsOf(member) : ({ kind: "none" } as const);
    const answer = simulator.exchange(wireRequest({ userAgent: "recorded/1", ...request }, credentials));
    if (answer instanceof Held) {
      answer.cancel();
      return held;
    }
    return answer.text.startsWith("{") ? answer : { status: answer.status, body: {} };
  }
}
