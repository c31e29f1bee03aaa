import { type LevelChange, levels } from "../core/levels.ts";
import { own } from "../core/lookup.ts";
import { parameters } from "../openapi/parameters.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { readsUndocumented } from "../protocol/params.ts";
import type { Found } from "../protocol/route.ts";
import type { Exchange } from "../protocol/wire.ts";
import { endpointHeading } from "../rulings/ruling.ts";
import { foundAt } from "../server/routes.ts";
import type { Simulator } from "../server/simulator.ts";
import { type RefusalWords, refusalWords } from "./refusal-words.ts";

/** Ground on which a request was refused. */
export interface DecidedBy {
  /** The heading of the specification; undefined beside it. */
  readonly section?: string;
  readonly parameter?: string;
  /** Requirement of the parameter or of the request, in few words. */
  readonly rule: string;
  /** The parameters that were passed over, each with the reason. */
  readonly ignored?: Readonly<Record<string, string>>;
}

/** A refused request with the endpoint that it went to. */
interface Refused {
  readonly endpoint: Endpoint;
  readonly level: number;
  readonly readsUndocumented: boolean;
  readonly sent: Readonly<Record<string, string>>;
  readonly path: Found["path"];
  readonly code: unknown;
  readonly msg: string;
  readonly var_name: unknown;
}

const conventions = "What the service does > Conventions for every endpoint";

interface Span {
  readonly since?: LevelChange | undefined;
  readonly until?: LevelChange | undefined;
}

/** Returns why something is not there at a level; undefined where it is. */
export function absence({ since, until }: Span, level: number, what: string): string | undefined {
  if (since && level < levels[since]) return `level ${level}: ${what} begins at ${levels[since]}`;
  return until && level >= levels[until] ? `level ${level}: ${what} ended at ${levels[until]}` : undefined;
}

const declared = ({ endpoint: { params } }: Refused, name: string) =>
  own(params, name) ?? Object.values(params).find(({ aliases }) => aliases.includes(name));

function ignored(refused: Refused): Record<string, string> | undefined {
  const reasons = Object.keys(refused.sent).flatMap((name): [string, string][] => {
    const param = declared(refused, name);
    const isRead = refused.readsUndocumented || !param?.undocumented;
    const reason = param && isRead ? absence(param, refused.level, "this parameter") : "no parameter of this endpoint";
    return reason === undefined || (refused.readsUndocumented && (name === "method" || name === "client")) ? [] : [[name, reason]];
  });
  return reasons.length > 0 ? Object.fromEntries(reasons) : undefined;
}

const filled = (text: string, groups: readonly (string | undefined)[]): string =>
  text.replace(/\$(\d)/g, (_, place: string) => groups[Number(place)] ?? "");

/** The parameter that words are about: of those which the endpoint has the first that was sent, else the first. */
function parameterOf({ parameters }: RefusalWords, refused: Refused): string | undefined {
  const all = [...Object.keys(refused.path), ...Object.keys(refused.endpoint.params)];
  const there = parameters.flatMap((name) => all.filter((known) => known === name || (name.endsWith("_") && known.startsWith(name))));
  const wasSent = (name: string) => name in refused.path || Object.hasOwn(refused.sent, name);
  return there.find(wasSent) ?? there[0];
}

/** The likeliest reason why nothing of a body was read. */
const noField = "no field came at all: bodies are read as forms, not as JSON";

/** Rules that the text of a refusal says of a parameter by its name, in the same way at every endpoint. */
function byForm(refused: Refused): Omit<DecidedBy, "ignored"> | undefined {
  const { msg, var_name, code } = refused;
  const missing = /^Missing '?(\w+)'?/.exec(msg)?.[1];
  if (missing !== undefined && declared(refused, missing)) {
    const isEmpty = Object.keys(refused.sent).length === 0 && !refused.endpoint.route.startsWith("GET ");
    return { parameter: missing, rule: isEmpty ? `required; ${noField}` : "required" };
  }
  if (code === "REQUEST_VARIABLE_INVALID") return { parameter: String(var_name), rule: "of the wrong form" };
  const [, name = "", place = "", rule = ""] =
    /^(?:Argument ")?(\w+)"?((?:\[[^\]]*\])*) (is (?:not|too) .+|cannot be blank)/.exec(msg) ?? [];
  if (!declared(refused, name)) {
    const inside = /\bfrom (\w+)|^(\w+)\[| at (\w+)/
      .exec(msg)
      ?.slice(1)
      .find((part) => part !== undefined);
    return inside !== undefined && declared(refused, inside) ? { parameter: inside, rule: `of the wrong form: ${msg}` } : undefined;
  }
  const section = /characters/.test(rule) ? "Limits" : /JSON|boolean|a list|a dict/.test(rule) ? conventions : undefined;
  return { ...(section && { section }), parameter: name, rule: place === "" ? rule : `${name}${place} ${rule}` };
}

function byWords(refused: Refused): Omit<DecidedBy, "ignored"> | undefined {
  for (const words of refusalWords) {
    const match = words.msg.exec(refused.msg);
    if (!match) continue;
    const parameter = parameterOf(words, refused);
    return { ...(words.section && { section: words.section }), ...(parameter && { parameter }), rule: filled(words.rule, match) };
  }
  return undefined;
}

/** The level where a value is one that comes or goes with it. */
function byLevel({ endpoint: { route }, sent, level }: Refused, parameter: string | undefined): string | undefined {
  const value = own(sent, parameter ?? "");
  const span = value === undefined ? undefined : own(own(parameters, route)?.[parameter ?? ""]?.words ?? {}, value);
  return span && absence(span, level, `\`${value}\``);
}

/** Bots create and change groups from a level on. */
const byAge = ({ endpoint: { route }, msg, level }: Refused): string | undefined =>
  route.startsWith("POST /user_groups/") && level < levels.botsManageGroups && msg.startsWith("This endpoint does not accept bot requests")
    ? `level ${level}: bots may not do this before ${levels.botsManageGroups}`
    : undefined;

function atEndpoint(refused: Refused): DecidedBy {
  const { endpoint, msg } = refused;
  const found = byForm(refused) ?? (endpoint.support ? undefined : byWords(refused)) ?? { rule: msg || "what the answer says" };
  const { section = endpointHeading(endpoint.route), parameter } = found;
  const passedOver = ignored(refused);
  return {
    ...(!endpoint.support && { section }),
    ...(parameter !== undefined && { parameter }),
    rule: byAge(refused) ?? byLevel(refused, parameter) ?? found.rule,
    ...(passedOver && { ignored: passedOver }),
  };
}

/** Returns the ground where the path has no such endpoint at the level. */
function withoutEndpoint(found: Found | undefined, method: string, level: number): DecidedBy {
  if (found?.resource.missing.has(method)) return { rule: "a route of servers that is not simulated" };
  const there = [...(found?.resource.methods ?? [])];
  const own = there.find(([name]) => name === method)?.[1];
  const reason = own && absence(own, level, "this endpoint");
  if (reason !== undefined) return { ...(!own?.support && { section: "Versioning" }), rule: reason };
  const known = there.filter(([, endpoint]) => absence(endpoint, level, "") === undefined).map(([name]) => name);
  if (known.length === 0) return { section: conventions, rule: "a path that no endpoint has" };
  const names = known.includes("GET") ? [...known, "HEAD"] : known;
  return { section: conventions, rule: `a method that this path does not have: ${names.join(", ")} are there` };
}

/** Returns the ground on which a simulator refused a request of its journal: section, parameter and rule. Undefined where it did not refuse it. */
export function decidedBy(
  { request, response: { status, body }, fault }: Exchange,
  { server }: Pick<Simulator, "server">,
): DecidedBy | undefined {
  const { level } = server;
  if (status < 400) return undefined;
  if (fault?.status !== undefined) return { rule: `a fault that was asked for: ${fault.id}` };
  const { fields: sent } = request;
  const isLenient = readsUndocumented({ server });
  const named = (isLenient && own(sent, "method")) || request.method;
  const method = named === "HEAD" ? "GET" : named;
  const found = foundAt(request.path);
  const endpoint = found?.resource.methods.get(method);
  if (!found || !endpoint || absence(endpoint, level, "") !== undefined) return withoutEndpoint(found, method, level);
  const { msg = "", code, var_name } = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return atEndpoint({ endpoint, level, readsUndocumented: isLenient, sent, path: found.path, code, msg: String(msg), var_name });
}
