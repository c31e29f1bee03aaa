import { readFileSync } from "node:fs";
import type { Command, InvalidArgumentError, Option } from "commander";
import { isObject } from "../conformance/client/json.ts";
import { distance, nearest } from "../sim/journal/near.ts";
import { jsonIn } from "./files.ts";
import { type Io, UsageError } from "./io.ts";

/** The file in the working directory that holds values of options, by command. */
const fileName = "touchstone.config.json";
const prefix = "TOUCHSTONE_";

/** The value of an option that stands somewhere else than on the command line. */
interface Setting {
  readonly option: Option;
  /** As JSON has it. */
  readonly given: unknown;
  /** The variable, or the file with the key. */
  readonly place: string;
  readonly source: "env" | "config";
}

/** Member of commander's options that its types leave out. */
interface Conflicting {
  readonly conflictsWith: readonly string[];
}

const variableOf = (option: Option): string => `${prefix}${option.name().toUpperCase().replaceAll("-", "_")}`;
const isFlag = (option: Option): boolean => option.isBoolean() || option.negate;
const isRepeatable = ({ description }: Option): boolean => description.includes("(repeatable");

const wrong = (place: string, given: unknown, accepted: string): never => {
  throw new UsageError(`${place}: ${JSON.stringify(given)} is invalid. ${accepted}`);
};

const switches = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);

/** Returns the text of a variable as JSON would have it. */
function ofVariable(option: Option, text: string, place: string): unknown {
  if (isFlag(option)) return switches.get(text.toLowerCase()) ?? wrong(place, text, "1, true, 0 or false is accepted.");
  if (option.optional && (text === "true" || text === "false")) return text === "true";
  return isRepeatable(option) ? text.split(",") : text;
}

/** Whether a text is the address that clusters put into TOUCHSTONE_PORT beside a service that is called touchstone. */
const isOfCluster = (text: string): boolean => /^(tcp|udp|sctp):\/\//.test(text);

/** The settings in the environment. A variable that is one letter from an option's is a mistake; others are not ours. */
function variables(command: Command, env: NonNullable<Io["env"]>): Setting[] {
  const byName = new Map(command.options.map((option) => [variableOf(option), option]));
  return Object.entries(env).flatMap(([place, text]) => {
    if (!text || !place.startsWith(prefix) || isOfCluster(text)) return [];
    const option = byName.get(place);
    if (option) return [{ option, given: ofVariable(option, text, place), place, source: "env" }];
    const meant = [...byName.keys()].find((name) => distance(name, place) === 1);
    if (meant !== undefined) throw new UsageError(`${place}: no such variable; near is ${meant}`);
    return [];
  });
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new UsageError(`${file}: it cannot be read (${(problem as NodeJS.ErrnoException).code})`);
  }
  return jsonIn(text, file);
}

/** Returns the words for an unknown name: the nearest of those that are accepted, and all of them. Dashes before a name and a value behind it count for nothing. */
export function acceptedWords(name: string, all: readonly string[]): string {
  const bare = (text: string): string => text.replace(/^-+|=.*$/gs, "");
  const near = nearest(bare(name), all.map(bare)).flatMap((one) => all.filter((each) => bare(each) === one));
  return `${near.length > 0 ? `did you mean ${near.join(" or ")}? ` : ""}accepted are ${all.join(", ")}`;
}

/** Returns a value that is an object with none but known keys. */
function keyed(place: string, given: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  const found = isObject(given) ? given : wrong(place, given, "an object is accepted.");
  const unknown = Object.keys(found).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new UsageError(`${place}: no such key '${unknown}'; ${acceptedWords(unknown, known)}`);
  return found;
}

/** The settings of a command in the file of the working directory. */
function inFile(command: Command): Setting[] {
  const names = (command.parent?.commands ?? []).map((one) => one.name());
  const section = keyed(fileName, contentOf(fileName), names)[command.name()] ?? {};
  const byName = new Map(command.options.map((option) => [option.name(), option]));
  const given = keyed(`${fileName}: ${command.name()}`, section, [...byName.keys()]);
  return [...byName].flatMap(([name, option]) =>
    Object.hasOwn(given, name) ? [{ option, given: given[name], place: `${fileName}: ${command.name()}.${name}`, source: "config" }] : [],
  );
}

/** Returns what an option's parser makes of texts. */
function parsed({ option, place }: Setting, texts: readonly unknown[]): unknown {
  let value: unknown;
  for (const given of texts) {
    if (typeof given !== "string" && typeof given !== "number") wrong(place, given, "a text or a number is accepted.");
    const text = String(given);
    try {
      value = option.parseArg ? option.parseArg(text, value) : text;
    } catch (problem) {
      if ((problem as InvalidArgumentError).code !== "commander.invalidArgument") throw problem;
      wrong(place, given, (problem as Error).message);
    }
  }
  return value;
}

/** Returns the value that a setting gives its option; undefined where it leaves it as it is. */
function settled(setting: Setting): unknown {
  const { option, given, place } = setting;
  if (isFlag(option)) {
    if (typeof given !== "boolean") wrong(place, given, "true or false is accepted.");
    return given !== option.negate;
  }
  if (option.optional && typeof given === "boolean") return given || undefined;
  if (!Array.isArray(given)) return parsed(setting, [given]);
  return isRepeatable(option) ? parsed(setting, given) : wrong(place, given, "one value is accepted, no list.");
}

/**
 * Gives the options of a command that its command line does not have their values of the environment, and those left theirs of the file
 * in the working directory.
 * @throws UsageError: a variable, a key or a value is wrong
 */
function fill(command: Command, io: Io, filled: Setting[]): void {
  const isGiven = (option: Option): boolean => {
    const source = command.getOptionValueSource(option.attributeName());
    return source !== undefined && source !== "default";
  };
  for (const setting of [...variables(command, io.env ?? {}), ...inFile(command)]) {
    const { option, source } = setting;
    const value = settled(setting);
    const rivals = command.options.filter(isGiven);
    const excludes = (one: Option, other: Option): boolean => (one as Option & Conflicting).conflictsWith.includes(other.attributeName());
    if (value === undefined || rivals.some((one) => one.attributeName() === option.attributeName())) continue;
    if (rivals.some((one) => excludes(one, option) || excludes(option, one))) continue;
    command.setOptionValueWithSource(option.attributeName(), value, source);
    filled.push(setting);
  }
}

/** Options of which every value has a name of its own, the part before a `=`, or none. */
const named = new Set(["rulings", "require"]);

/** Lets a command refuse two values where one of them would be lost, and empty ones, which are mostly variables of the shell that are not set. */
function refuseOdd(command: Command): void {
  for (const option of command.options.filter((each) => each.required || each.optional)) {
    const given = new Map<string, string>();
    command.on(`option:${option.name()}`, (value: string | null) => {
      const text = value ?? "";
      if (value === "") throw new UsageError(`${option.long}: got "", expected ${option.flags.replace(/^[^<[]*/, "")}`);
      if (isRepeatable(option) && !named.has(option.name())) return;
      const name = named.has(option.name()) && text.includes("=") ? text.replace(/=.*$/s, "") : "";
      const former = given.get(name) ?? text;
      if (former !== text) throw new UsageError(`${option.long}: got ${former} and ${text}, expected one value`);
      given.set(name, text);
    });
  }
}

/**
 * Lets a command take options from the environment and from the file in the working directory, and refuse values that cannot be meant. Returns
 * what adds to a complaint where the options that it names come from.
 */
export function configure(command: Command, io: Io): (complaint: string) => string {
  const filled: Setting[] = [];
  refuseOdd(command);
  command.hook("preAction", () => fill(command, io, filled));
  return (complaint) => {
    const named = filled.filter(
      ({ option, place }) => new RegExp(`--${option.name()}(?![\\w-])`).test(complaint) && !complaint.includes(place),
    );
    const from = named.map(({ option, place }) => `${option.long} is from ${place}`);
    return from.length === 0 ? complaint : `${complaint} (${from.join(", ")})`;
  };
}
