import { type About, absent, given, leaves, like, long, refused, shows, taken } from "../declare/about.ts";
import { clausesOf, type DeclaredClause, since } from "../declare/clause.ts";
import type { EndpointText, ParameterText, Stated } from "../text/index.ts";

interface Entry {
  readonly says: string;
  readonly about: readonly About[];
  readonly since?: number;
}

const entry = ({ clause, says, since: level }: Stated, ...about: readonly About[]): [string, Entry] => [
  clause,
  { says, about, ...(level !== undefined && { since: level }) },
];

/** The clauses of what is stated of a parameter. */
function ofParameter([name, { required, nonEmpty, bound, values, unknown }]: readonly [string, ParameterText]): [string, Entry][] {
  const entries: [string, Entry][] = [];
  if (required) entries.push(entry(required, refused({ [name]: absent })));
  if (nonEmpty) entries.push(entry(nonEmpty, refused({ [name]: like(/^\s*$/) })));
  if (bound) entries.push(entry(bound, refused({ [name]: long }), taken({ [name]: long })));
  if (values) entries.push(entry(values, refused({ [name]: given })));
  if (unknown) entries.push(entry(unknown, refused({ [name]: given })));
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
    ...(text.does ? [entry(text.does, taken({}, { weight: 1 }))] : []),
    ...Object.entries(text.parameters).flatMap(ofParameter),
    ...Object.entries(text.returns).flatMap(([name, { stated }]) => (stated ? [entry(stated, shows(name))] : [])),
    ...(text.envelope ? [entry(text.envelope, shows("", { change: "extra" }))] : []),
    ...ofCallers(text),
    ...(text.noTrace ? [entry(text.noTrace, leaves("", {}, { was: "refused" }))] : []),
    ...(text.unknownInPath ? [entry(text.unknownInPath, refused({}, { codes: "BAD_REQUEST", reason: /invalid|unknown/i }))] : []),
  ];
  return since(text.since, clausesOf(text.section, text.stem, Object.fromEntries(entries)));
}
