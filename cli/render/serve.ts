import { contradicted, isRouteOfServers, type Simulator } from "../../sim/index.ts";
import { absence } from "../../sim/judge/decided-by.ts";
import { endpointAt } from "../../sim/server/routes.ts";
import { type Colours, plain } from "./colours.ts";
import { columns } from "./visible.ts";

const shownMembers = 12;

/** The file that clients of the brand read their login from; nothing where the brand has no such clients. */
function clientFile({ server: { brand, url }, cast }: Simulator): readonly string[] {
  const [member] = Object.entries(cast);
  if (brand !== "zulip" || !member) return [];
  const [name, { email, api_key }] = member;
  return [`zuliprc of ${name}, for clients that read one:`, "", "[api]", `email=${email}`, `key=${api_key}`, `site=${url}`, ""];
}

/** Says of a route that was asked for in vain why it is not there: servers of another level have it, all of them do, or none. */
export function whyMissing(route: string, level: number): string {
  const [method = "", path = ""] = route.replaceAll("{id}", "1").split(" ");
  const endpoint = endpointAt({ method, path });
  const reason = endpoint && absence(endpoint, level, "this route");
  return reason ?? (isRouteOfServers(route) ? "not simulated" : "no route of servers");
}

/** Returns what is asked for and not simulated, the most wanted first, then what no server has, and what those of other levels have. */
export function missingTable({ journal, server }: Simulator): string {
  const rows = [...journal.missing]
    .sort(([, a], [, b]) => b - a)
    .map(([route, count]) => [whyMissing(route, server.level), `${String(count).padStart(7)}  ${route}\n`] as const);
  const reasons = new Set(["not simulated", "no route of servers", ...rows.map(([why]) => why)]);
  return [...reasons]
    .map((why) => [why, rows.filter(([own]) => own === why)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([why, own]) => `${why}, by number of requests:\n${own.map(([, row]) => row).join("")}`)
    .join("");
}

/** Says where points are decided as running servers do, against the specification. */
const decides = ({ server }: Simulator): string =>
  contradicted.length > 0 && contradicted.every((name) => server.rulings[name] === "observed") ? ", rulings observed" : "";

/** The cast with its keys, and lines to paste. */
export function castTable(simulator: Simulator, control: boolean, { bold }: Pick<Colours, "bold"> = plain): string {
  const { url, realm, level, brand, seed } = simulator.server;
  const members = Object.entries(simulator.cast);
  const rows = members
    .slice(0, shownMembers)
    .map(([name, { user_id, role, email, api_key }]) => [name, String(user_id), role, email, api_key]);
  const [head = "", ...table] = columns([["name", "id", "role", "email", "api key"], ...rows], false);
  const more = members.length > shownMembers ? [`and ${members.length - shownMembers} more: serve --json lists all`] : [];
  const [, first] = members[0] ?? [];
  const user = first ? `-u ${first.email}:${first.api_key}` : "";
  const channel = Object.keys(simulator.channels)[0] ?? "general";
  return [
    `realm ${realm}, level ${level}, brand ${brand}, seed ${seed}, clock ${simulator.instant}${decides(simulator)}`,
    ...(simulator.variations.length > 0 ? [`varies in ${simulator.variations.join(", ")}`] : []),
    "",
    bold(head),
    ...table,
    ...more,
    "",
    `channels: ${Object.entries(simulator.channels)
      .map(([name, { stream_id }]) => `${name} (${stream_id})`)
      .join(", ")}`,
    "",
    `curl ${url}/api/v1/server_settings`,
    `curl ${user} ${url}/api/v1/messages -d type=channel -d to=${channel} -d topic=greetings -d content=hello`,
    `curl ${user} -G ${url}/api/v1/messages -d anchor=newest -d num_before=5 -d num_after=0`,
    ...(control ? [`curl ${url}/_control/clock -d '{"advance_ms": 60000}'`, "", `in a browser: ${url}/_control/`] : []),
    "",
    ...clientFile(simulator),
  ].join("\n");
}
