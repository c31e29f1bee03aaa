import { object, oneOf, type Place, placeOf, type Shape, text, whole, wrong } from "../../sim/reader/index.ts";
import type { Target } from "../client/target.ts";

const anyFunction: Shape<unknown> = (value, at) => (typeof value === "function" ? value : wrong(at, value, "a function"));
const named =
  (what: string): Shape<unknown> =>
  (value: unknown, at: Place) =>
    object(value, at, `an object: ${what}`);

/** The members that a target must have. What is in the cast is not looked at: an id may be unknown until it is asked for. */
const members: Readonly<Partial<Record<keyof Target, Shape<unknown>>>> = {
  kind: oneOf("embedded", "live"),
  url: text(),
  level: whole(0),
  brand: text(),
  cast: named("the members by name, such as alice"),
  channels: named("ids by name, such as general"),
  namespace: text(),
  send: anyFunction,
  isolated: anyFunction,
  close: anyFunction,
};

const place = placeOf((line) => new TypeError(line));

/** Refuses what is no target: users write theirs by hand. @throws TypeError: names the member and what is accepted */
export function checkTarget(options: { readonly target: Target }): void {
  const given = object(options, place.at("options"), "an object with target");
  const target = object(given.target, place.at("target"), "a target: embedded(), await openTarget(…), or one of your own");
  for (const [name, read] of Object.entries(members)) read(target[name], place.at("target").at(name));
}
