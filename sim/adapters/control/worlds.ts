import { instantText, readInstant } from "../../core/clock.ts";
import { newestLevel } from "../../core/levels.ts";
import { anything, maybe, object, record, shape, text, textLike, whole, wrong } from "../../reader/index.ts";
import { RealmFileError } from "../../realm/names.ts";
import { rulingsShape, variation } from "../../server/options.ts";
import { bodyPlace, ControlError } from "./errors.ts";
import {
  type ControlRequest,
  type ControlRoute,
  done,
  type ServedWorld,
  type Steered,
  type SteeredWorlds,
  type WorldOptions,
} from "./route.ts";

const aClock = shape<"real" | number>({}, (value, at) => {
  if (value === "real") return value;
  const instant = typeof value === "string" ? readInstant(value) : undefined;
  return instant ?? wrong(at, value, "real, or an ISO 8601 instant such as 2026-01-01T12:00:00Z to stand still at");
});

const aRealm = shape<unknown>({}, (value, at) =>
  typeof value === "string" ? text()(value, at) : object(value, at, "the name of a realm, or the content of a realm file"),
);

const shapes = {
  realm: maybe(aRealm),
  seed: maybe(whole(0)),
  clock: maybe(aClock),
  level: maybe(whole(1, newestLevel)),
  brand: maybe(textLike(/^[a-z]+$/, "a word of lower-case letters")),
  rulings: maybe(rulingsShape),
  vary: maybe(variation),
  fork: maybe(anything),
};
const fields = Object.keys(shapes);
const readOptions = record(shapes);

function worldsOf({ worlds }: Steered): SteeredWorlds {
  if (worlds) return worlds;
  throw new ControlError(404, "a world has no worlds of its own; they are made at /_control/worlds of the server");
}

/** Returns the server or the world that a world is to begin as. */
function forked(steered: Steered, worlds: SteeredWorlds, id: unknown): WorldOptions {
  const other = id === "main" ? steered : typeof id === "string" ? worlds.find(id) : undefined;
  const { simulator, clock } = other ?? wrong(bodyPlace.at("fork"), id, "the id of a world, or main for the server itself");
  return { fork: simulator, mode: clock.mode };
}

function optionsOf(steered: Steered, worlds: SteeredWorlds, { body }: ControlRequest): WorldOptions {
  const { fork, clock, ...options } = readOptions(body, bodyPlace);
  const mode = clock === undefined ? {} : { mode: clock === "real" ? ("real" as const) : ("frozen" as const) };
  if (fork === undefined) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    return { options: { ...given, ...(typeof clock === "number" && { now: clock }) }, ...mode };
  }
  const beside = fields.find((name) => name !== "fork" && name in body);
  if (beside !== undefined) wrong(bodyPlace.at(beside), body[beside], "nothing beside fork: the copy is as the other is");
  return forked(steered, worlds, fork);
}

const described = ({ id, simulator, clock }: ServedWorld) => ({
  id,
  control: `${simulator.server.url}/_control`,
  clock: { now: instantText(simulator.now()), mode: clock.mode },
  ...simulator.description,
});

function make(steered: Steered, asked: ControlRequest): object {
  const worlds = worldsOf(steered);
  const options = optionsOf(steered, worlds, asked);
  if (worlds.isFull)
    throw new ControlError(
      400,
      `there are ${worlds.all.length} worlds, which is the most that there may be; DELETE /_control/worlds/{id} ends one`,
    );
  try {
    return { ...done, ...described(worlds.make(options, asked.base)) };
  } catch (thrown) {
    // The realm that is asked for is wrong, at a place of its file.
    if (thrown instanceof RealmFileError) throw new ControlError(400, thrown.message.replace(/^(?!realm: )/, "realm: "));
    throw thrown;
  }
}

function end(steered: Steered, { id }: ControlRequest): object {
  if (!worldsOf(steered).end(id)) throw new ControlError(404, `there is no world ${JSON.stringify(id)}`);
  return done;
}

function shown(steered: Steered, { id }: ControlRequest): object {
  const world = worldsOf(steered).find(id);
  if (!world) throw new ControlError(404, `there is no world ${JSON.stringify(id)}`);
  return described(world);
}

export const worldRoutes: readonly ControlRoute[] = [
  { route: "POST /worlds", fields, run: make },
  {
    route: "GET /worlds",
    run: (steered) => ({ worlds: worldsOf(steered).all.map(({ id, simulator }) => ({ id, url: simulator.server.url })) }),
  },
  { route: "GET /worlds/{id}", run: shown },
  { route: "DELETE /worlds/{id}", run: end },
];
