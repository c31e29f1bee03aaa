import { checkPattern, patternPlace, type RequestPattern } from "../../journal/pattern.ts";
import { jsonHeaders } from "../../protocol/envelope.ts";
import { Answer, type Fields } from "../../protocol/wire.ts";
import { maybe, onlyKeys, textLike } from "../../reader/index.ts";
import { type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

const headers = { ...jsonHeaders, "Content-Type": "application/x-ndjson" };

const fieldPrefix = "field.";
const filters = ["route", "as", "status", "from", "until"];

/** The pattern that a query spells: `field.op=stop` is a field, an empty `as` nobody. */
function patternOf(query: Fields, cast: readonly string[]): RequestPattern {
  const given = [...query];
  const isField = ([name]: readonly [string, string]): boolean => name.startsWith(fieldPrefix);
  onlyKeys(Object.fromEntries(given.filter((pair) => !isField(pair))), patternPlace, filters, `${fieldPrefix}<name>`);
  const { as, status, ...others } = Object.fromEntries(given.filter((pair) => !isField(pair)));
  maybe(textLike(/^\d{1,3}$/, "a status such as 200"))(status, patternPlace.at("status"));
  const pattern = {
    ...others,
    ...(as !== undefined && { as: as === "" ? null : as }),
    ...(status !== undefined && { status: Number(status) }),
    fields: Object.fromEntries(given.filter(isField).map(([name, text]) => [name.slice(fieldPrefix.length), text])),
  };
  checkPattern(pattern, { cast });
  return pattern;
}

function transcript({ simulator }: Steered, { query }: ControlRequest): Answer {
  const found = query.size === 0 ? simulator.transcript : simulator.journal.find(patternOf(query, Object.keys(simulator.cast)));
  return new Answer(200, found.map((exchange) => `${JSON.stringify(exchange)}\n`).join(""), headers);
}

export const transcriptRoutes: readonly ControlRoute[] = [
  { route: "GET /coverage", fields: [], run: ({ simulator }) => simulator.coverage() },
  { route: "GET /transcript", fields: [], run: transcript },
  {
    route: "DELETE /transcript",
    fields: [],
    run: ({ simulator }) => {
      simulator.journal.clear();
      return done;
    },
  },
];
