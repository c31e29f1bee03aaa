import {
  fail,
  jsonWords,
  listOf,
  maybe,
  object,
  oneOf,
  Place,
  placeOf,
  type Shape,
  secretWords,
  shape,
  text,
  whole,
  wrong,
} from "../../sim/reader/index.ts";
import type { Target } from "../client/target.ts";

/** A target file or URL is wrong at one place. The message names the place, what stands there and what is accepted, never a secret. */
export class TargetFileError extends Error {
  override name = "TargetFileError";
  /** The place in the file, such as `cast.alice.email`. */
  readonly path: string;

  /** The mistake there. */
  readonly problem: string;

  /** `file` is named first where the place is one in it. */
  constructor(path: string, problem: string, file?: string) {
    super(`${file === undefined ? "" : `${file}: `}${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** The place of a whole target file. Errors do not show lists and objects: secrets may stand in them. */
export const targetFile = new Place({
  name: "target file",
  error: (path, problem) => new TargetFileError(path, problem),
  words: (value) => (typeof value === "object" ? secretWords(value) : jsonWords(value)),
});

const urlExpected = "the base URL of a server, such as https://chat.example.com";

/** The base URL of a server: where `/api/v1` begins. */
export const urlShape: Shape<URL> = shape({ type: "string" }, (value, at) => {
  if (typeof value !== "string" || !URL.canParse(value)) return wrong(at, value, urlExpected);
  const url = new URL(value);
  if (url.username || url.password) fail(at, `got a URL with credentials, expected ${urlExpected}, and keys in a target file`);
  if (url.search || url.hash) fail(at, `got a URL with a query, expected ${urlExpected}`);
  if (!/^https?:$/.test(url.protocol)) wrong(at, value, urlExpected);
  url.pathname = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, "");
  return url;
});

/** Reads the base URL of a server. `name` is what errors call it. @throws TargetFileError */
export const baseUrl = (given: unknown, name = "url"): URL => urlShape(given, targetFile.at(name));

export const aFunction: Shape<unknown> = (value, at) => (typeof value === "function" ? value : wrong(at, value, "a function"));
const named =
  (what: string): Shape<unknown> =>
  (value: unknown, at: Place) =>
    object(value, at, `an object: ${what}`);

const byNames =
  (what: string, each: Shape<unknown>): Shape<unknown> =>
  (value: unknown, at: Place) => {
    for (const [name, one] of Object.entries(object(value, at, `an object: ${what}`))) each(one, at.at(name));
    return value;
  };
const steering: Shape<unknown> = (value, at) => {
  const { act, advance } = object(value, at, "an object with act and advance");
  aFunction(act, at.at("act"));
  return aFunction(advance, at.at("advance"));
};

/** The members of a target. Of the cast no more is looked at than that it is one: an id may be unknown until it is asked for. */
const members: Readonly<Partial<Record<keyof Target, Shape<unknown>>>> = {
  kind: oneOf("embedded", "live"),
  url: text(),
  level: whole(0),
  brand: text(),
  cast: byNames("the members by name, such as alice", named("user_id, email, role and what else is known of the member")),
  channels: byNames("ids by name, such as general", whole(0)),
  namespace: text(),
  send: aFunction,
  isolated: aFunction,
  close: aFunction,
  steering: maybe(steering),
  staging: maybe(steering),
  like: maybe(oneOf("zulip")),
  limits: maybe(byNames("bounds by name, such as max_topic_length", whole(0))),
  notes: maybe(listOf(text(), "a list of lines")),
  missing: maybe((value, at) => (value instanceof Map ? value : wrong(at, value, "a Map of statuses by route"))),
};

const place = placeOf((line) => new TypeError(line));

/** Refuses what is no target: users write theirs by hand. @throws TypeError: names the member and what is accepted */
export function checkTarget(options: { readonly target: Target }): void {
  const given = object(options, place.at("options"), "an object with target");
  if (given.target instanceof Promise) throw new TypeError("target: got a promise; await it, such as await openTarget(…)");
  const target = object(given.target, place.at("target"), "a target: embedded(), await openTarget(…), or one of your own");
  for (const [name, read] of Object.entries(members)) read(target[name], place.at("target").at(name));
}
