import { newestLevel } from "../../../sim/index.ts";
import { routeOf } from "../../catalogue/routes.ts";
import type { Property } from "../../declare/property.ts";
import { embedded } from "../embedded.ts";
import { type Examined, obstacle, stageFor } from "../substitute.ts";
import { wantedAccounts } from "../wanted.ts";
import { type Alternatives, type Mode, modes } from "./table.ts";

/** Accounts and channels, those first that servers have most seldom: of those that could stand for each other the last is kept. */
const cast = Object.keys(wantedAccounts).reverse();
const channels = ["crowd", "attic", "town-square", "secret", "quiet", "team", "general"];

/** A live target with all that the suite knows of. */
function whole(mode: Mode, level: number): Examined {
  const inner = embedded({ realm: "crowded", level });
  const { url, brand, namespace, steering } = inner;
  const parts = { url, brand, namespace, level, cast: inner.cast, channels: inner.channels, registers: true };
  const like = mode === "staged" || mode === "bare" ? undefined : "zulip";
  return {
    ...{ kind: "live", ...parts, like, steering: mode === "control" ? steering : undefined },
    ...(mode.startsWith("staged") && { staging: steering, stagers: inner.cast }),
    send: (request) => inner.send(request),
    isolated: () => whole(mode, level),
    close: async () => {},
  };
}

const lacking = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));

function without(target: Examined, thing: string): Examined {
  const [kind = "", ...rest] = thing.split(" ");
  const name = rest.join(" ");
  if (kind === "cast") return { ...target, cast: lacking(target.cast, name) };
  if (kind === "channel") return { ...target, channels: lacking(target.channels, name) };
  if (kind === "route") return { ...target, missing: new Map([...(target.missing ?? []), [name, 404]]) };
  if (kind === "events") return { ...target, registers: false };
  const member = target.cast[name];
  return member ? { ...target, cast: { ...target.cast, [name]: { ...member, password: null } } } : target;
}

/** Measures the needs of a property: each time it is tried on the substitute of a target that lacks some things. Accounts are left out once from the last on, and once from the first on. */
async function needsIn(address: string, property: Property, mode: Mode): Promise<Alternatives> {
  const level = property.until === undefined ? newestLevel : property.until - 1;
  let target = whole(mode, level);
  const stage = await stageFor(target);
  const asked = new Set<string>();
  const reason = await obstacle(address, property, target, stage, [], ({ method, path }) => {
    const route = routeOf(method, path);
    if (route !== undefined) asked.add(route);
  });
  if (reason !== undefined) return [reason];
  const things = [
    ...[...asked].map((route) => `route ${route}`),
    ...(asked.has("POST /register") ? ["events"] : []),
    ...(asked.has("POST /fetch_api_key") ? cast.map((name) => `password ${name}`) : []),
    ...channels.map((name) => `channel ${name}`),
  ];
  const neededOf = async (all: readonly string[]): Promise<string[]> => {
    const needed: string[] = [];
    for (const thing of all) {
      const less = without(target, thing);
      if ((await obstacle(address, property, less, stage)) === undefined) target = less;
      else needed.push(thing);
    }
    return needed;
  };
  const needed = await neededOf(things);
  const peopled = target;
  const accounts = cast.map((name) => `cast ${name}`);
  const first = await neededOf(accounts);
  target = peopled;
  const second = first.length === 0 ? first : await neededOf(accounts.toReversed());
  const isOther = second.some((thing) => !first.includes(thing));
  return [[...needed, ...first], ...(isOther ? [[...needed, ...second]] : [])];
}

/** Measures what a property needs, in each mode. */
export async function measuredNeeds(address: string, property: Property): Promise<readonly Alternatives[]> {
  const all: Alternatives[] = [];
  for (const mode of modes) all.push(await needsIn(address, property, mode));
  return all;
}
