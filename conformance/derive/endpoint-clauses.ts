import { type About, absent, given, is, isNot, leaves, like, long, refused, shows, taken } from "../declare/about.ts";
import { clausesOf, type DeclaredClause, since } from "../declare/clause.ts";
import type { EndpointText, ParameterText, Stated } from "../text/index.ts";

interface Entry {
  readonly says: string;
  readonly about: readonly About[];
  readonly since?: number;
  readonly section?: string;
}

const entry = ({ clause, says, since: level, section }: Stated, ...about: readonly About[]): [string, Entry] => [
  clause,
  { says, about, ...(level !== undefined && { since: level }), ...(section !== undefined && { section }) },
];

/** The clauses of what is stated of a parameter. */
function ofParameter([name, text]: readonly [string, ParameterText]): [string, Entry][] {
  const { where = {}, required, nonEmpty, bound, values, malformed, unknown, active, kept } = text;
  const entries: [string, Entry][] = [];
  const beside = Object.fromEntries(Object.entries(where).map(([each, counts]) => [each, (value: unknown) => counts.includes(value)]));
  if (required) entries.push(entry(required, refused({ ...beside, [name]: absent })));
  if (nonEmpty) entries.push(entry(nonEmpty, refused({ [name]: like(/^\s*$/) })));
  if (bound) entries.push(entry(bound, refused({ [name]: long }), taken({ [name]: long })));
  if (values)
    entries.push(entry(values, refused({ [name]: isNot(...values.accepted) }), taken({ [name]: is(...values.accepted) }, { weight: -1 })));
  if (malformed) entries.push(entry(malformed, refused({ [name]: given })));
  if (unknown) entries.push(entry(unknown, refused({ ...beside, [name]: given }, { codes: unknown.code ?? "BAD_REQUEST" })));
  for (const stated of [active, kept]) if (stated) entries.push(entry(stated));
  return entries;
}

/** Who counts as one of those who may call. */
const roles = { administrators: ["administrator", "owner"], owners: ["owner"] } as const;

function ofCallers({ allowed }: EndpointText): [string, Entry][] {
  if (!allowed) return [];
  const { callers, code } = allowed;
  const is = code === undefined ? {} : { codes: code.is };
  return [
    entry(allowed, refused({}, is), taken({}, { by: roles[callers], ...is, weight: code ? 1 : 0 })),
    ...(code ? [entry(code, refused({}, { ...is, place: "code" }))] : []),
  ];
}

/** Returns the clauses of what a table states of an endpoint. */
export function endpointClauses(text: EndpointText): DeclaredClause[] {
  const entries = [
    ...(text.does ? [entry(text.does, taken({}, { weight: 1 }), ...(text.does.state ? [leaves(new RegExp(text.does.state))] : []))] : []),
    ...Object.entries(text.parameters).flatMap(ofParameter),
    ...Object.entries(text.returns).flatMap(([name, { stated, since }]) =>
      stated ? [entry({ ...(since !== undefined && { since }), ...stated }, shows(name))] : [],
    ),
    ...(text.envelope ? [entry(text.envelope, shows("", { change: "extra" }))] : []),
    ...ofCallers(text),
    ...(text.bots ? [entry(text.bots)] : []),
    ...(text.noTrace ? [entry(text.noTrace, leaves("", {}, { was: "refused" }))] : []),
    ...(text.unknownInPath ? [entry(text.unknownInPath, refused({}, { codes: "BAD_REQUEST", reason: /invalid|unknown/i }))] : []),
  ];
  const clauses = [...new Map(entries)].flatMap(([words, { section = text.section, ...rest }]) =>
    clausesOf(section, text.stem, { [words]: rest }),
  );
  return since(text.since, clauses);
}
