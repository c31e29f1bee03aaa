import { isObject } from "../client/json.ts";
import { levels } from "../client/levels.ts";
import { type Body, jsonText } from "../expect.ts";
import { type EndpointText, endpoints, parameterNames } from "../text/index.ts";
import type { WatchedExchange } from "./exchange.ts";
import type { Monitor } from "./monitor.ts";
import { checked, clausesOf, type Field, isOf, wrongFields } from "./types.ts";

/** The specification's endpoints, by their routes as monitors see them. */
export const specified: ReadonlyMap<string, EndpointText> = new Map(
  [...endpoints.values()].map((text) => [text.route.replace(/\{\w+\}/, "{id}"), text]),
);

/** Whether the text says how a request is answered: it names the endpoint, which the server has. */
export const isSpecified = (route: string, level: number): boolean => (specified.get(route)?.since ?? Number.POSITIVE_INFINITY) <= level;

const returns = "conventions/success-returns";
const ignored = "conventions/ignored-listed";

/** Returns what to check of the fields of a success. One that the endpoint has only from a level on, or only sometimes, has a clause of its own. */
function fieldsOf({ stem, returns: all }: EndpointText): Field[] {
  const returned = Object.entries(all).map(([name, { type, when = "always" as const, since = 0, stated }]) => {
    const isPartly = when === "sometimes" || since > 0;
    return checked(name, { type, when, since }, isPartly && stated ? `${stem}/${stated.clause}` : returns);
  });
  return [
    ...returned.filter(({ clause }) => clause === returns),
    ...returned.filter(({ clause }) => clause !== returns),
    checked("ignored_parameters_unsupported", { type: "array", when: "sometimes", since: 0 }, ignored),
  ];
}

const fields: ReadonlyMap<string, readonly Field[]> = new Map([...specified].map(([route, text]) => [route, fieldsOf(text)]));
const withoutAnchor = fields.get("GET /messages")?.filter(({ name }) => name !== "anchor") ?? [];

const [isText, isInteger] = [isOf("string"), isOf("integer")];

/** Returns what is wrong inside a field that has the right type. */
function wrongInside({ request: { route }, body }: WatchedExchange): readonly [what: string, clause: string] | undefined {
  const { new_domain, messages, ignored_parameters_unsupported: unsupported } = body;
  if (Array.isArray(unsupported) && !unsupported.every(isText)) return ["ignored_parameters_unsupported", ignored];
  if (route === "POST /realm/domains" && Array.isArray(new_domain)) {
    const isPair = new_domain.length === 2 && isInteger(new_domain[0]) && isText(new_domain[1]);
    return isPair ? undefined : ["new_domain", "realm.domains.post/new-domain"];
  }
  if (route !== "GET /messages/matches_narrow" || !isObject(messages)) return undefined;
  for (const match of Object.values(messages) as Body[]) {
    if (!isText(match?.match_content)) return ["match_content", "messages.matches_narrow.get/match-content"];
    if (!isText(match?.match_subject)) return ["match_subject", "messages.matches_narrow.get/match-subject"];
  }
  return undefined;
}

/** Parameters of whatever endpoint, and those that no table has and that servers were seen to read. */
const known: ReadonlySet<string> = new Set([
  ...parameterNames(),
  ...["client", "forged", "ignored_parameters_unsupported", "method", "secret", "sender", "subject", "time", "widget_content"],
]);

/** Returns a parameter that no endpoint has, and that a success does not list. Of endpoints without parameters no sentence says whether they look. */
function unlistedIn({ request, body }: WatchedExchange): string | undefined {
  if (Object.keys(specified.get(request.route)?.parameters ?? {}).length === 0) return undefined;
  const { ignored_parameters_unsupported: listed } = body;
  return Object.entries(request.fields)
    .filter(([name, value]) => value !== undefined && !known.has(name))
    .map(([name]) => name)
    .find((name) => !(Array.isArray(listed) && listed.includes(name)));
}

function look(exchange: WatchedExchange, all: readonly Field[]): (readonly [reason: string, clause: string])[] {
  const { request, body } = exchange;
  const isById = request.route === "GET /messages" && request.fields.message_ids !== undefined;
  const wrongs = wrongFields(body, isById ? withoutAnchor : all).map(({ name, types, clause }) => {
    return [`the answer to ${request.route} has the field ${name} as ${jsonText(body[name])}, not ${types}`, clause] as const;
  });
  const inside = wrongs.length > 0 ? undefined : wrongInside(exchange);
  return inside ? [[`${inside[0]} in the answer to ${request.route} is not of its types`, inside[1]]] : wrongs;
}

/** A success has all that its endpoint returns, with the types that the text gives. */
export const returnedFields: Monitor = {
  name: "returned-fields",
  isOfFields: true,
  clauses: [
    ...new Set([returns, ignored, ...clausesOf(...fields.values()).sort()]),
    "realm.domains.post/new-domain",
    "messages.matches_narrow.get/match-content",
    "messages.matches_narrow.get/match-subject",
  ],
  sees: (route) => specified.has(route),
  watch: ({ level, isRecorded }, notes) => ({
    answered(exchange) {
      const { route } = exchange.request;
      if (!exchange.succeeded || !isSpecified(route, level)) return;
      notes.count();
      const all = fields.get(route) ?? [];
      const ofLevel = all.every(({ since }) => since <= level) ? all : all.filter(({ since }) => since <= level);
      const wrongs = look(exchange, ofLevel);
      for (const [reason, clause] of wrongs) notes.accuse(exchange, reason, [clause]);
      if (wrongs.length > 0) return;
      // Clients of a server know parameters that it supports and no table has.
      const unlisted = level < levels.ignoredParameters || isRecorded ? undefined : unlistedIn(exchange);
      if (unlisted !== undefined) notes.accuse(exchange, `the answer to ${route} does not list the parameter ${unlisted}`, [ignored]);
    },
  }),
};
