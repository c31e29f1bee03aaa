import { newestLevel } from "../../sim/index.ts";
import { object, placeOf } from "../../sim/reader/index.ts";
import { MissingRoute, Routes } from "../catalogue/routes.ts";
import { beginning } from "../client/json.ts";
import { hasLogins } from "../client/people.ts";
import { isOnThisMachine, type Reply } from "../client/target.ts";
import { CannotTest, Unfit, Unreachable, untilAnswered } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import { type BeforeRequest, type Connection, connect, type Fetch } from "./connection.ts";
import { type ControlledRealm, controlledRealm, steeringOver } from "./control.ts";
import { HttpTarget, type Key, type LiveTargetFacts, type Patience, patient } from "./http.ts";
import type { LedgerChange } from "./ledger/entry.ts";
import { environment } from "./platform.ts";
import { castOf } from "./probe-cast.ts";
import { LearnedIds } from "./probe-ids.ts";
import { type Ask, askAs, trialOf } from "./probe-member.ts";
import { ailmentOf, askForEnds, askForRoutes, failing, humblest, redirectionOf, specified } from "./probe-routes.ts";
import type { Secrets } from "./secrets.ts";
import { administratorsOf } from "./staging/index.ts";
import {
  baseUrl,
  type Environment,
  readTarget,
  readTargetFile,
  type TargetContent,
  type TargetFile,
  TargetFileError,
} from "./target-file.ts";
import { misfitOf, type Sight, wantedAccounts, wantedChannels } from "./wanted.ts";

/** Options of opening a target. Fields of a target file may stand here under the same names; they count more than the file. */
export interface OpenOptions
  extends Partial<Pick<TargetContent, "cast" | "channels" | "control" | "staging" | "allowTraces" | "deviations" | "accepts">> {
  /** Base URL. Instead of the one in the file. */
  readonly url?: string;
  /** Path of a target file. */
  readonly file?: string;
  /** The level that counts instead of what the server says of itself and of what the file says; default `auto`. */
  readonly level?: "auto" | number;
  readonly brand?: "auto" | string;
  /** The kind of running servers that the server is held to behave like, beside what the specification states; default what the file says. */
  readonly like?: "zulip" | undefined;
  readonly patience?: Partial<Patience>;
  /** Whether a message may be sent to learn an id that nothing else tells: one for each account and channel, default true. They stay. */
  readonly sends?: boolean;
  /** Called with what nothing that is written may hold, before anything is asked. */
  readonly onSecrets?: (secrets: Secrets) => void;
  /** Called with each change of the ledger of what runs do to the server at a URL, so that it can be undone where they are killed. */
  readonly onLedger?: (change: LedgerChange, url: string) => void;
  /** Changes each request before it is sent, such as by a header or a prefix of its path. */
  readonly before?: BeforeRequest | undefined;
  /** Asks the server in place of connections to it: `fetchFor(simulator)`, or that of a test. The URL is needed no more. */
  readonly fetch?: Fetch | undefined;
  /** The environment variables that the file names, default those of the process. */
  readonly env?: Environment;
}

const nobody = {
  // Nothing is asked that came after the server's own level.
  level: newestLevel,
  brand: "service",
  cast: {},
  channels: {},
  control: undefined,
  administrators: [],
  registers: true,
  notes: [],
  deviations: [],
  accepts: [],
} as const;

interface Probe {
  readonly connection: Connection;
  readonly file: TargetFile;
  readonly options: OpenOptions;
  readonly patience: Patience;
  readonly ask: Ask;
  readonly routes: Routes;
  readonly notes: string[];
}

interface Version {
  readonly brand: string;
  readonly level: number;
  readonly isStated: boolean;
  /** The level as it stands there, where it is a text. */
  readonly text?: string;
}

function versionIn(body: Reply["body"], wanted: string | undefined): Version {
  const brand = wanted ?? Object.keys(body).flatMap((name) => /^([a-z]+)_feature_level$/.exec(name)?.[1] ?? [])[0] ?? "service";
  const told = body[`${brand}_feature_level`];
  // What a property holds against the server is no reason to run it as one of level 0.
  const text = typeof told === "string" && /^\d+$/.test(told) ? told : undefined;
  const level = text === undefined ? told : Number(text);
  if (typeof level !== "number" || !Number.isSafeInteger(level) || level < 0) return { brand, level: 0, isStated: false };
  return { brand, level, isStated: true, ...(text !== undefined && { text }) };
}

const settings = "GET /server_settings";

/** @throws CannotTest: the server is somewhere else */
function requireNoRedirect(url: string, { status, headers }: Reply): void {
  if (status < 300 || status > 399) return;
  const place = headers.location === undefined ? "" : ` to ${beginning(headers.location, 200)}`;
  throw new CannotTest(`${url} answers ${status}${place}; is the URL right?`);
}

/** Returns the settings as an account of the cast is told them, where a server wants credentials for them. */
async function settingsAsSomebody({ ask, file, notes }: Probe, open: Reply): Promise<Reply | undefined> {
  if (open.body.result !== "error" && open.status !== 401) return undefined;
  for (const [name, member] of Object.entries(file.cast)) {
    if (member.active === false) continue;
    const reply = await askAs(ask, member, "GET", "/server_settings");
    if (reply.body.result !== "success") continue;
    notes.push(`${settings} is refused without credentials: its feature level is what ${name} is told`);
    return reply;
  }
  return undefined;
}

/** Returns what the settings tell. */
async function versionOf(probe: Probe): Promise<{ brand: string; level: number; logsIn: boolean }> {
  const { ask, options, file, connection, routes, notes } = probe;
  const wanted = options.brand === undefined || options.brand === "auto" ? file.brand : options.brand;
  const level = options.level === undefined || options.level === "auto" ? file.level : options.level;
  const request = { as: null, method: "GET", path: "/server_settings", fields: {} } as const;
  const open = await ask(request);
  const reply = versionIn(open.body, wanted).isStated || level !== undefined ? open : ((await settingsAsSomebody(probe, open)) ?? open);
  const { status, body } = reply;
  const where = `${connection.url}/api/v1/server_settings`;
  const unfit = (why: string, answer: string): Unfit => new Unfit(connection.url, `${where} ${why}`, { answer, request, reply });
  requireNoRedirect(connection.url, reply);
  const version = versionIn(body, wanted);
  if (level === undefined && routes.missing.has(settings)) {
    notes.push(`the server has no ${settings}, which tells its feature level: it is held to ${newestLevel}, unless --level says otherwise`);
    return { brand: version.brand, level: newestLevel, logsIn: true };
  }
  if (level === undefined && Object.keys(body).length === 0)
    throw unfit(`answers ${status} without JSON: is this the base URL of the server?`, `status ${status} without JSON`);
  if (!version.isStated && level === undefined) notes.push(`the server tells no ${version.brand}_feature_level, which counts as level 0`);
  if (version.text !== undefined && level === undefined)
    notes.push(
      `the server tells its ${version.brand}_feature_level as a text (${JSON.stringify(version.text)}), which counts as level ${version.level}`,
    );
  if (version.isStated && level !== undefined && level !== version.level)
    notes.push(`the server says level ${version.level} of itself, and is held to ${level}`);
  return { brand: version.brand, level: level ?? version.level, logsIn: hasLogins(body) };
}

async function controlOf({ connection, file, patience }: Probe, required: boolean): Promise<ControlledRealm | undefined> {
  if (!file.control) return undefined;
  const realm = await controlledRealm(connection, patience.request);
  if (!realm && required)
    throw new CannotTest(`no control API answers at ${connection.url}/_control/realm, which the target file says is there`);
  return realm;
}

/** The control API of a realm, once it has shown that it works. */
async function believed({ connection, patience, ask, notes }: Probe, { cast, keys }: ControlledRealm): Promise<LiveTargetFacts["control"]> {
  const [, key] = [...keys].find(([name]) => cast[name]?.password !== null) ?? [];
  const broken = key && (await trialOf(steeringOver(connection, patience.request), ask, key));
  if (broken === undefined) return steeringOver(connection, patience.request);
  notes.push(`the control API is not used, since ${broken}`);
  return undefined;
}

/** Returns notes for names in a file that the suite has no use for. */
function unknownNames({ cast, channels }: TargetFile): string[] {
  const noteOf = (place: string, given: object, wanted: object): string[] => {
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(wanted, name));
    if (unknown.length === 0) return [];
    const names = unknown.join(", ");
    return [`names without a use in ${place}: ${names}; those with one: ${Object.keys(wanted).join(", ")}`];
  };
  return [...noteOf("cast", cast, wantedAccounts), ...noteOf("channels", channels, wantedChannels)];
}

/** The ids of the channels that the file names; what is not as the suite needs it is not used. */
async function channelsOf({ file, notes }: Probe, sights: ReadonlyMap<string, Sight>, ids: LearnedIds): Promise<Record<string, number>> {
  const seen = new Map([...sights.values()].flatMap(({ channels }) => [...channels]));
  const learned = new Map<string, number>();
  const members = Object.entries(file.cast).flatMap(([name, given]) => (sights.has(name) ? [given] : []));
  for (const name of seen.size > 0 ? [] : new Set(Object.values(file.channels).filter((given) => typeof given === "string"))) {
    const id = await ids.channelOf(members, name);
    if (id !== undefined) learned.set(name, id);
  }
  const isTold = [...sights.values()].some(({ subscribed }) => subscribed !== undefined);
  const unknown: string[] = [];
  const found = Object.entries(file.channels).flatMap(([name, given]): [string, number][] => {
    // All accounts are subscribed to the channel general: of others a registration need not tell.
    const isNowhere = name === "general" && isTold && ![...seen.values()].some((id) => id === given);
    if (typeof given === "number" && !isNowhere) return [[name, given]];
    const id = typeof given === "number" ? undefined : (seen.get(given) ?? learned.get(given));
    if (id !== undefined) return [[name, id]];
    // What is archived a registration need not show.
    if (seen.size > 0 && !wantedChannels[name]?.isArchived) {
      const named = [...seen].map(([one, its]) => (typeof given === "number" ? `${its} (${one})` : one));
      const some = named.slice(0, 12).join(", ");
      throw new TargetFileError(`channels.${name}`, `got ${JSON.stringify(given)}, expected a channel that a cast member sees: ${some}`);
    }
    unknown.push(`${JSON.stringify(given)} (${name})`);
    return [];
  });
  if (unknown.length > 0) notes.push(`no id is known of the channel ${unknown.join(", ")}: channels takes an id too`);
  const fitting = found.filter(([name, id]) => {
    const why = misfitOf(name, id, sights);
    if (why !== undefined) notes.push(`the channel ${JSON.stringify(file.channels[name])} is not used as ${name}, since ${why}`);
    return why === undefined;
  });
  return Object.fromEntries(fitting);
}

/** Returns the names of channels whose ids are not known, on a server that shows none. */
function channelNamesOf({ file, routes }: Probe, known: Readonly<Record<string, number>>): Record<string, string> | undefined {
  const { missing } = routes;
  if (!["POST /register", "GET /messages", "GET /messages/{message_id}"].every((route) => missing.has(route))) return undefined;
  return Object.fromEntries(
    Object.entries(file.channels).flatMap(([name, given]) =>
      typeof given === "string" && known[name] === undefined ? [[name, given]] : [],
    ),
  );
}

/** Returns the names by which narrows take channels; undefined where they take ids. */
function namesForNarrows(
  { cast }: TargetFile,
  sights: ReadonlyMap<string, Sight>,
  channels: Readonly<Record<string, number>>,
  ids: LearnedIds,
): Promise<Readonly<Record<number, string>> | undefined> {
  const told = [...sights.values()].flatMap((sight) => [...sight.channels].map(([name, id]) => [id, name] as const));
  const members = Object.entries(cast).flatMap(([name, given]) => (sights.has(name) ? [given] : []));
  return ids.narrowNames(members, Object.values(channels), new Map(told));
}

/** Returns the names of those who are not subscribed to the channel general, in which the suite lets everybody write and read. */
const outsiders = ({ general }: Readonly<Record<string, number>>, sights: ReadonlyMap<string, Sight>): string[] =>
  general === undefined
    ? []
    : [...sights].flatMap(([name, { subscribed }]) => (subscribed !== undefined && !subscribed.has(general) ? [name] : []));

const nobodyTold = "a registration tells no accounts (realm_users): no scenario can be played on the model beside the server";

/** Whether several accounts register, and none is told of another. */
const tellsNobody = (sights: ReadonlyMap<string, Sight>): boolean =>
  sights.size > 1 && [...sights.values()].every(({ registers, people }) => registers && people.length < 2);

async function opened(probe: Probe, required: boolean): Promise<HttpTarget> {
  const { connection, file, patience, notes } = probe;
  const { logsIn, ...version } = await versionOf(probe);
  const realm = await controlOf(probe, required);
  if (!realm) notes.push(...unknownNames(file));
  const steering = realm && (await believed(probe, realm));
  const ids = new LearnedIds(probe.ask, version.level, probe.options.sends ?? true);
  const { cast, sights } = await castOf({ ...probe, logsIn }, ids);
  const routes = await askForRoutes(probe.ask, version.level, file.cast[humblest(cast) ?? ""]);
  const redirection = redirectionOf(routes.asked);
  if (redirection) requireNoRedirect(probe.connection.url, redirection);
  const missing = specified.filter((route) => probe.routes.missing.has(route));
  if (missing.length > 0) notes.push(`not there are ${missing.join(", ")}`);
  const ailment = ailmentOf(routes.asked);
  // Of a server that fails at everything that is said once.
  if (!ailment) notes.push(...failing(routes));
  const channels = await channelsOf(probe, sights, ids);
  const like = probe.options.like ?? file.like ?? (steering && realm.like);
  const narrowNames = like ? undefined : await namesForNarrows(file, sights, channels, ids);
  if (narrowNames) notes.push("narrows take channels by their names alone: the specification has texts there");
  if (!realm && tellsNobody(sights)) notes.unshift(nobodyTold);
  const outside = outsiders(channels, sights);
  for (const name of outside) notes.push(`${name} is left out, since the channel general is for all, and ${name} is not subscribed to it`);
  const insiders = Object.fromEntries(Object.entries(cast).filter(([name]) => !outside.includes(name)));
  const own = Object.entries(file.cast).map(([name, { email, api_key }]): [string, Key] => [name, { email, api_key }]);
  const known: LiveTargetFacts = {
    ...version,
    cast: { ...realm?.cast, ...insiders },
    channels: { ...realm?.channels, ...channels },
    control: steering,
    administrators: file.staging ? administratorsOf(cast, (name) => sights.has(name)) : [],
    registers: [...sights.values()].every(({ registers }) => registers),
    routes: probe.routes,
    ailment,
    channelNames: channelNamesOf(probe, channels),
    narrowNames,
    limits: Object.assign({}, ...[...sights.values()].map(({ limits }) => limits)) as Record<string, number>,
    like,
    spares: !(file.allowTraces ?? isOnThisMachine(connection.url)),
    notes,
    deviations: file.deviations,
    accepts: file.accepts,
  };
  if (Object.keys(known.cast).length === 0) notes.push("no account is known: a target file names them");
  const { onLedger } = probe.options;
  const note = onLedger && ((change: LedgerChange) => onLedger(change, connection.url));
  const target = new HttpTarget(connection, new Map([...(realm?.keys ?? []), ...own]), known, patience, note);
  await askForEnds(target);
  return target;
}

/** Returns an error as one that says that there is no target. */
function asCannotTest(thrown: unknown, host: string): unknown {
  if (thrown instanceof NoAnswer) return new Unreachable(host, thrown.message);
  return thrown instanceof Untestable ? new CannotTest(thrown.message) : thrown;
}

/** The address of a server that is reached by a function. */
const defaultUrl = "http://localhost:9991";

/** Options that are no parts of a target file, or that are read otherwise there. */
const ownOptions = ["url", "file", "level", "brand", "like", "patience", "onSecrets", "onLedger", "before", "fetch", "env", "sends"];

/** Returns what stands in the call as it may in a target file. @throws TargetFileError: names the place */
function inCall(options: OpenOptions): Partial<TargetFile> {
  const all = object(options, placeOf((line) => new TypeError(line)).at("options"), "an object with url or file");
  const content = Object.fromEntries(Object.entries(all).filter(([name]) => !ownOptions.includes(name)));
  const read = readTarget(content, options.env ?? environment);
  return Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(content, name)));
}

/**
 * Opens a live target: asks what it is, tries the credentials, and learns who and what is there.
 * @throws TargetFileError: the file or the URL is wrong; CannotTest: the server is unreachable or refuses the credentials
 */
export async function openTarget(options: OpenOptions): Promise<HttpTarget> {
  const given = inCall(options);
  const fromFile =
    options.file === undefined ? { ...readTarget({}, {}), control: true } : await readTargetFile(options.file, options.env ?? environment);
  const file = { ...fromFile, ...given };
  const { before, fetch } = options;
  if (fetch !== undefined && typeof fetch !== "function")
    throw new TypeError(`fetch: got ${typeof fetch}, expected a function such as fetch`);
  const connection = await connect(baseUrl(options.url ?? file.url ?? (fetch && defaultUrl)), before, fetch);
  connection.secrets.add(...Object.values(file.cast).flatMap(({ api_key, password }) => [api_key, password]));
  options.onSecrets?.(connection.secrets);
  const patience = { ...patient, ...options.patience };
  const routes = new Routes();
  const stranger = new HttpTarget(connection, new Map(), { ...nobody, routes }, patience);
  const ask: Ask = async (request) => {
    const send = () =>
      stranger.send(request).catch((thrown: unknown) => {
        if (thrown instanceof MissingRoute) return thrown.reply;
        throw thrown;
      });
    // A GET has been sent again already. What else a probe sends changes nothing that stays.
    const reply = await (request.method === "GET" ? send() : untilAnswered(send));
    if (!reply) throw new CannotTest(`${request.path} was not answered`);
    return reply;
  };
  try {
    return await opened(
      { connection, file, options, patience, ask, routes, notes: [] },
      options.file !== undefined || given.control === true,
    );
  } catch (thrown) {
    await stranger.close();
    throw asCannotTest(thrown, connection.host);
  }
}
