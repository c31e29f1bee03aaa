import { readInstant } from "../core/iso-8601.ts";
import { newestLevel } from "../core/levels.ts";
import { defaultUrl } from "../core/server.ts";
import { type Vary, varyingBy } from "../core/varying.ts";
import type { World } from "../core/world.ts";
import { loadRealm } from "../realm/load.ts";
import { choices, type RulingChoices } from "../rulings/index.ts";

export interface SimulatorOptions {
  /** Name of a realm that comes with the package, or the parsed content of a realm file. Default `small`. */
  readonly realm?: unknown;
  /** What the realm is called; default the name it is given by, or `custom`. */
  readonly name?: string;
  /** Default 1. */
  readonly seed?: number;
  /** Instant at which it starts, ISO 8601 or milliseconds since 1970. Default 2026-01-01T12:00:00Z. */
  readonly now?: string | number;
  /** Feature level, default 496. */
  readonly level?: number;
  /** The word that names carry on the wire, default `service`. */
  readonly brand?: string;
  /** `observed`, or single choices by name. */
  readonly rulings?: "observed" | Partial<RulingChoices>;
  /** Base URL that the server gives as its own, default http://localhost:9991. */
  readonly url?: string;
  /** Seed of the variations by which it is to be unlike itself, each one legal; or a seed and their names. Default none. */
  readonly vary?: Vary;
  /** How many bytes of memory the journal takes at most, about; default 64,000,000. */
  readonly journalBytes?: number;
}

const known = ["realm", "name", "seed", "now", "level", "brand", "rulings", "url", "vary", "journalBytes"];

function checkShapes(options: SimulatorOptions): void {
  const stranger = Object.keys(options).find((name) => !known.includes(name));
  if (stranger !== undefined) throw new TypeError(`there is no option ${JSON.stringify(stranger)}; there are ${known.join(", ")}`);
  const { rulings, url, vary, journalBytes = 0 } = options;
  if (rulings !== undefined && rulings !== "observed" && (typeof rulings !== "object" || rulings === null))
    throw new TypeError(`rulings: ${JSON.stringify(rulings)} is not "observed" or choices by name`);
  if (vary !== undefined && typeof vary !== "number" && (typeof vary !== "object" || vary === null))
    throw new TypeError(`vary: ${JSON.stringify(vary)} is not a seed, or a seed and names`);
  if (!Number.isSafeInteger(journalBytes) || journalBytes < 0)
    throw new TypeError(`journalBytes: ${JSON.stringify(journalBytes)} is not a whole number of bytes, 0 or more`);
  if (url !== undefined && !/^https?:\/\/[^?#\s]*[^/?#\s]$/.test(url))
    throw new TypeError(`url: ${JSON.stringify(url)} is not the base URL of a server, such as http://localhost:9991`);
}

function startOf(now: string | number): number {
  const instant = typeof now === "number" ? now : readInstant(now);
  if (instant === undefined || !Number.isSafeInteger(instant))
    throw new TypeError(`now: ${now} is not an ISO 8601 instant or whole milliseconds`);
  return instant;
}

/** The packaged realm that was loaded last, with the options that it came of. Nothing writes to it: what uses it is its forks. */
let newest: { readonly options: string; readonly world: World } | undefined;

/**
 * The world that the options describe: only to be forked, as it is given to all who ask for the same.
 * @throws RealmFileError: the realm file is wrong at the place named; RangeError or TypeError: another option is
 */
export function loadedWorld({ journalBytes, ...options }: SimulatorOptions): World {
  checkShapes({ ...options, ...(journalBytes !== undefined && { journalBytes }) });
  const { realm = "small" } = options;
  if (typeof realm !== "string") return loaded(options);
  // Tests make many simulators alike, and loading takes a hundred times as long as a fork.
  const text = JSON.stringify(options);
  if (newest?.options !== text) newest = { options: text, world: loaded(options) };
  return newest.world;
}

function loaded(options: SimulatorOptions): World {
  const {
    realm = "small",
    name = typeof realm === "string" ? realm : "custom",
    seed = 1,
    now = "2026-01-01T12:00:00Z",
    level = newestLevel,
    brand = "service",
    rulings,
    url = defaultUrl,
    vary,
  } = options;
  if (!Number.isInteger(level) || level < 1 || level > newestLevel)
    throw new RangeError(`level: ${level} is not an integer from 1 to ${newestLevel}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${seed} is not an integer`);
  if (!/^[a-z]+$/.test(brand)) throw new RangeError(`brand: ${brand} is not a word of lower-case letters`);
  const chosen = rulings === "observed" ? choices("observed") : choices("default", rulings);
  const start = startOf(now);
  const varying = vary === undefined ? undefined : varyingBy(vary);
  const world = loadRealm(realm, { level, brand, rulings: chosen, seed, started: Math.floor(start / 1000), url, realm: name }, start);
  // The realm as its file has it is the same in every variation.
  if (varying) world.server = { ...world.server, varying };
  return world;
}
