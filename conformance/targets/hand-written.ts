import { listOf, maybe, object, oneOf, type Place, placeOf, type Shape, text, whole, wrong } from "../../sim/reader/index.ts";
import type { Target } from "../client/target.ts";

const anyFunction: Shape<unknown> = (value, at) => (typeof value === "function" ? value : wrong(at, value, "a function"));
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
  anyFunction(act, at.at("act"));
  return anyFunction(advance, at.at("advance"));
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
  send: anyFunction,
  isolated: anyFunction,
  close: anyFunction,
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
  const target = object(given.target, place.at("target"), "a target: embedded(), await openTarget(…), or one of your own");
  for (const [name, read] of Object.entries(members)) read(target[name], place.at("target").at(name));
}
