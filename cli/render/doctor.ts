import { remedies } from "../../conformance/report/remedies.ts";
import type { Diagnosis } from "../../conformance/targets/doctor.ts";
import type { Colours } from "./colours.ts";
import { columns } from "./columns.ts";

const mostMembers = 10;
const mostReasons = 8;

const andMore = (all: number, shown: number, of: string): string[] =>
  all > shown ? [`  and ${all - shown} more ${of}: --json lists all`] : [];

function castLines({ cast }: Diagnosis): string[] {
  if (cast.length === 0) return ["  nobody"];
  const rows = cast.slice(0, mostMembers).map(({ name, user_id, role, is_bot, password }) => {
    const facts = [...(is_bot ? ["bot"] : []), ...(password ? ["password known"] : [])];
    return [`  ${name}`, role, user_id === null ? "id not known" : `id ${user_id}`, facts.join(", ")];
  });
  return [...columns(rows), ...andMore(cast.length, mostMembers, "members")];
}

function untestableLines({ untestable, properties }: Diagnosis): string[] {
  const rows = untestable.slice(0, mostReasons).map(({ reason, properties: those }) => [`  ${String(those.length).padStart(4)}`, reason]);
  return [
    `${properties.testable} of ${properties.all} properties can be tested${untestable.length > 0 ? "; not" : ""}`,
    ...columns(rows),
    ...andMore(untestable.length, mostReasons, "reasons"),
  ];
}

/** Remedies that would let more properties be tested, by how many. */
function remedyLines({ untestable }: Diagnosis, { bold }: Colours): string[] {
  if (untestable.length === 0) return [];
  const all = remedies(untestable.flatMap(({ reason, properties }) => properties.map(() => reason)));
  return [bold("what would help"), ...columns(all.map(({ remedy, count }) => [`  ${String(count).padStart(4)}`, remedy])), ""];
}

/** The accounts that are missing, with the number of properties that each would add. */
function missingLines({ missing: { accounts, together } }: Diagnosis, { bold }: Colours): string[] {
  if (accounts.length === 0) return [];
  const rows = accounts.map(({ name, role, is_bot, is_deactivated, adds }) => [
    `  ${name}`,
    `${is_bot ? "bot" : role}${is_deactivated ? ", deactivated" : ""}`,
    `adds ${adds}`,
  ]);
  const all = accounts.length > 1 ? [["  all of these", "", `add ${together}`]] : [];
  return [bold("accounts that are missing, and the properties that each would add"), ...columns([...rows, ...all]), ""];
}

/** The endpoints that are not there, each with the number of properties that it alone would add, and that wait for it. */
function routeLines({ missingRoutes, untestable }: Diagnosis, { bold }: Colours): string[] {
  if (missingRoutes.length === 0) return [];
  const waiting = new Map(untestable.map(({ reason, properties }) => [reason, properties.length]));
  const rows = missingRoutes.map(({ route, adds }) => [
    `  ${route}`,
    `adds ${adds}`,
    `of ${waiting.get(`waits for ${route}`) ?? 0} that wait for it`,
  ]);
  return [bold("endpoints that are missing, and the properties that each would add"), ...columns(rows), ""];
}

/** Returns the lines about what a run leaves on the server, before it is run. */
function leavingLines({ leaves }: Diagnosis, { bold }: Colours): string[] {
  if (leaves.length === 0) return [];
  const rows = leaves.map(({ what, most }) => [`  ${what}`, most === null ? "" : `${most} at most`]);
  return [bold("what a whole run leaves there; all else that it changes it takes back"), ...columns(rows), ""];
}

/**
 * A diagnosis on one screen.
 * @param check the command that tests the target; undefined where it cannot be tested
 */
export function diagnosisText(diagnosis: Diagnosis, colours: Colours, check?: string): string {
  const { bold, green, red, yellow, cyan } = colours;
  const { problem, url, level, brand, control, channels, notes } = diagnosis;
  if (problem !== null) return `${red("cannot be tested")}: ${problem}\n`;
  const mapped = Object.entries(channels).map(([name, id]) => `${name} (${id})`);
  return [
    `${green("can be tested")}: ${url}`,
    `level ${level}, brand ${brand}, ${control ? "with" : "without"} control API`,
    ...notes.map((note) => `${yellow("note")}: ${note}`),
    "",
    bold("cast"),
    ...castLines(diagnosis),
    bold("channels"),
    `  ${mapped.length === 0 ? "none" : mapped.join(", ")}`,
    "",
    ...routeLines(diagnosis, colours),
    ...untestableLines(diagnosis),
    "",
    ...remedyLines(diagnosis, colours),
    ...missingLines(diagnosis, colours),
    ...leavingLines(diagnosis, colours),
    ...(check === undefined ? [] : [`next: ${cyan(check)}`, ""]),
  ].join("\n");
}
