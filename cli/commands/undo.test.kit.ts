import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Body } from "../../conformance/expect.ts";
import { ledgerHead } from "../../conformance/targets/ledger/reader.ts";
import { openTarget } from "../../conformance/targets/probe.ts";
import { type Listening, listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../../sim/index.ts";

export const folder = mkdtempSync(join(tmpdir(), "undo-"));
let count = 0;
export const place = (): string => join(folder, `${count++}.jsonl`);

export const names = ["owen", "dana", "alice", "bob", "cara", "gus", "robo"] as const;

interface Served {
  readonly sim: Simulator;
  readonly server: Listening;
  readonly target: string;
}

export async function served(log: (line: string) => void = () => {}): Promise<Served> {
  const sim = createSimulator();
  const server = await listen(sim, { control: false, clock: "real", log });
  const cast = Object.fromEntries(
    names.map((name) => [
      name,
      { email: sim.cast[name]!.email, api_key: sim.cast[name]!.api_key, password: sim.cast[name]!.password ?? undefined },
    ]),
  );
  const channels = Object.fromEntries(["general", "team", "quiet", "secret", "town-square", "attic"].map((name) => [name, name]));
  const target = join(folder, `target-${server.port}.json`);
  writeFileSync(target, JSON.stringify({ url: server.url, cast, channels }));
  return { sim, server, target };
}

export const capabilities = {
  notification_settings_null: true,
  user_settings_object: true,
  linkifier_url_template: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
};

/** Parts that count or follow messages, which stay, and that say who was active when. */
const following = [
  ...["queue_id", "last_event_id", "max_message_id", "server_timestamp", "presences", "presence_last_update_id"],
  ...["unread_msgs", "recent_private_conversations"],
];

/** Whether a record is of the kind that a run announces to leave. */
export const isAnnounced = (value: unknown): boolean => {
  const { deactivated, is_archived } = value as { readonly deactivated?: unknown; readonly is_archived?: unknown };
  return deactivated === true || is_archived === true;
};

const idOf = (value: unknown): unknown => {
  const { id, stream_id } = value as { readonly id?: unknown; readonly stream_id?: unknown };
  return stream_id ?? id;
};

/** Whether a server sets a policy by itself, for who writes in a topic. */
const isSetByServer = (row: unknown): boolean => Number((row as { readonly visibility_policy?: unknown }).visibility_policy) > 1;

/** Returns a part of a registration, without what the run announces to leave. @param former the same part before the run */
function withoutAnnounced(name: string, part: string, value: unknown, former: unknown): unknown {
  if (name === "cara" && part === "user_topics") {
    const known = new Set((former as Body[]).map(({ topic_name }) => topic_name));
    // Settings of cara are staged in which servers set policies.
    return (value as Body[]).filter((row) => known.has(row.topic_name) || !isSetByServer(row));
  }
  if (part === "realm_emoji")
    return Object.fromEntries(Object.entries(value as Body).filter(([id, one]) => Object.hasOwn(former as Body, id) || !isAnnounced(one)));
  if (!Array.isArray(value) || !Array.isArray(former)) return value;
  const known = new Set(former.map(idOf));
  return value.filter((one) => typeof one !== "object" || known.has(idOf(one)) || !isAnnounced(one));
}

/** Returns all that a registration tells each account, without what follows messages; where one of before the run is given, without what the run announces to leave. */
export function told({ sim }: Served, before?: Readonly<Record<string, Body>>): Readonly<Record<string, Body>> {
  const ofAll = names.map((name) => {
    const body: Body = sim.fork().as(name).send("POST /register", { client_capabilities: capabilities, include_subscribers: true }).body;
    const parts = Object.entries(body).filter(([part]) => !following.includes(part));
    const former = before?.[name];
    return [
      name,
      Object.fromEntries(parts.map(([part, value]) => [part, former ? withoutAnnounced(name, part, value, former[part]) : value])),
    ] as const;
  });
  return Object.fromEntries(ofAll);
}

/** Returns the differences between two registrations of each account, as paths. */
export function differences(before: unknown, after: unknown, at = ""): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isInner = [before, after].every((one) => typeof one === "object" && one !== null);
  if (!isInner) return [`${at}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`.slice(0, 300)];
  const keys = [...new Set([...Object.keys(before as Body), ...Object.keys(after as Body)])];
  return keys.flatMap((key) => differences((before as Body)[key], (after as Body)[key], `${at}.${key}`));
}

/** A ledger as a run leaves it that was killed after it had added two domains and a group. */
export async function killed({ server, target }: Served): Promise<string> {
  const file = place();
  const lines: object[] = [ledgerHead(server.url, target)];
  const opened = await openTarget({ file: target, onLedger: (change) => lines.push(change) });
  const run = opened.isolated();
  for (const domain of ["one.example.com", "two.example.com"])
    await run.send({ as: "owen", method: "POST", path: "/realm/domains", fields: { domain, allow_subdomains: true } });
  await run.send({ as: "alice", method: "POST", path: "/user_groups/create", fields: { name: "left", description: "", members: [] } });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}
