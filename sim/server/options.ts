import { type Instant, millisOf } from "../core/clock.ts";
import { newestLevel } from "../core/levels.ts";
import { remembering } from "../core/remembering.ts";
import { defaultUrl, type Vary, variationNames, varyingBy } from "../core/server.ts";
import { realmLength } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import {
  anything,
  listed,
  listOf,
  maybe,
  object,
  oneOf,
  optional,
  placeOf,
  type Read,
  record,
  shape,
  text,
  textLike,
  whole,
  wrong,
} from "../reader/index.ts";
import { loadRealm } from "../realm/load.ts";
import { choices, notedIn, type RulingChoices, type RulingName, rulings } from "../rulings/index.ts";

export interface SimulatorOptions {
  /** Name of a realm that comes with the package, or the parsed content of a realm file. Default `small`. */
  readonly realm?: unknown;
  /** The name of the realm; default the one it is given by, or `custom`. */
  readonly name?: string;
  /** Default 1. */
  readonly seed?: number;
  /** Instant at which it starts: ISO 8601, a Date or milliseconds since 1970. Default 2026-01-01T12:00:00Z. */
  readonly now?: Instant;
  /** Feature level, default the newest. */
  readonly level?: number;
  /** The word that names carry on the wire, default `service`. */
  readonly brand?: string;
  /** `observed`, or single choices by name. */
  readonly rulings?: "observed" | Partial<RulingChoices>;
  /** Base URL that the server gives as its own, default http://localhost:9991. */
  readonly url?: string;
  /** Seed of the variations by which it is to be unlike itself, each one legal; or a seed and their names. Default none. */
  readonly vary?: Vary;
  /** The most bytes of memory that the journal takes, about; default 64,000,000. */
  readonly journalBytes?: number;
  /** Number of bytes of texts that requests may write into the realm, two for each UTF-16 unit; default 256,000,000. Beyond, they are refused with status 507. */
  readonly realmBytes?: number;
}

/** The instant of the start, in milliseconds since 1970. */
const start = shape<number>({}, (value = "2026-01-01T12:00:00Z", at) => {
  const millis = millisOf(value);
  return Number.isSafeInteger(millis) ? (millis as number) : wrong(at, value, "an ISO 8601 instant, a Date or whole milliseconds");
});

const changedRulings = record(
  Object.fromEntries(Object.entries(rulings).map(([name, { choices }]) => [name, maybe(oneOf(...choices))])),
  '"observed", "text" or choices by name',
);

/** `observed`, `text`, or single choices by name. */
export const rulingsShape = shape<"observed" | Partial<RulingChoices>>({}, (value, at) => {
  if (value === "observed") return value;
  if (value === "text") return choices("default");
  const named = Object.entries(changedRulings(value, at)).filter(([, choice]) => choice !== undefined);
  return Object.fromEntries(named) as Partial<RulingChoices>;
});

const seed = whole();

const variationName = oneOf(...variationNames);
const seedAndNames = record(
  { seed, only: listOf(variationName, "a list of at least one variation", 1) },
  'a seed such as 7, or { "seed": 7, "only": ["id-gaps"] }',
);
/** The seed of variations, or a seed and their names. */
export const variation = shape<Vary>({}, (value, at) => (typeof value === "number" ? seed(value, at) : seedAndNames(value, at)));

/** The base URL of a server, without a slash at its end. */
export const baseUrl = textLike(/^https?:\/\/[^?#\s]*[^/?#\s]$/, "the base URL of a server, such as http://localhost:9991");

const optionShapes = {
  realm: optional(anything, "small"),
  name: maybe(text()),
  seed: optional(seed, 1),
  now: start,
  level: optional(whole(1, newestLevel), newestLevel),
  brand: optional(textLike(/^[a-z]+$/, "a word of lower-case letters"), "service"),
  rulings: maybe(rulingsShape),
  url: optional(baseUrl, defaultUrl),
  vary: maybe(variation),
  journalBytes: maybe(whole(0)),
  realmBytes: maybe(whole(0)),
};
const optionsShape = record(optionShapes);

type Options = Read<typeof optionsShape>;

const optionsPlace = placeOf((line) => new TypeError(line));

/** Returns a packaged realm by its options. Nothing writes to one that is remembered: what uses it is its forks. */
const packaged = remembering((options): World => loaded(JSON.parse(options)), { most: 4 });

/**
 * Returns the world that the options describe: only to be forked, as it is given to all who ask for the same.
 * @throws RealmFileError: the realm file is wrong at the place named; TypeError: another option is
 */
export function loadedWorld(options: SimulatorOptions): World {
  object(options, optionsPlace.at("options"), `an object with any of ${listed(Object.keys(optionShapes))}`);
  const read = optionsShape(options, optionsPlace);
  if (typeof read.realm !== "string") return loaded(read);
  // Tests make many simulators alike, and loading takes a hundred times as long as a fork.
  const { journalBytes, ...described } = read;
  return packaged(JSON.stringify(described));
}

function loaded({
  realm,
  name = typeof realm === "string" ? realm : "custom",
  seed,
  now,
  level,
  brand,
  rulings: changed,
  url,
  vary,
  realmBytes,
}: Options): World {
  const chosen = changed === "observed" ? choices("observed") : choices("default", changed);
  const rulingsAtStart = new Set<RulingName>();
  const server = {
    level,
    brand,
    rulings: notedIn(chosen, rulingsAtStart),
    rulingsAtStart,
    seed,
    started: Math.floor(now / 1000),
    url,
    realm: name,
  };
  const world = loadRealm(realm, server, now);
  world.lengthAtStart = realmLength(world);
  // The realm as its file has it is the same in every variation.
  world.server = {
    ...server,
    rulings: chosen,
    ...(vary !== undefined && { varying: varyingBy(vary) }),
    ...(realmBytes !== undefined && { mostWritten: Math.floor(realmBytes / 2) }),
  };
  return world;
}
