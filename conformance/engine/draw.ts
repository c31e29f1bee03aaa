import fc from "fast-check";
import type { Ground } from "../draw/ground.ts";
import { indexAt, isProportional, maker, nobody } from "../draw/symbols.ts";
import { steps } from "./catalogue.ts";
import type { Scenario, Step } from "./scenario.ts";

/** What a scenario is mostly about: these kinds of steps are drawn so many times as often. */
const themes: Readonly<Record<string, readonly string[]>> = {
  everything: [],
  conversation: ["messages.post", "messages.get", "messages-id.get", "messages.matches_narrow.get"],
  events: ["register.post", "events.get", "events.delete", "typing.post", "user_topics.post", "messages.post"],
  deletion: ["messages.post", "messages-id.delete", "messages-id.get", "actions"],
  groups: ["user_groups.create.post", "user_groups-id.members.post", "actions"],
  organization: [
    "channel_folders.create.post",
    "channel_folders-id.patch",
    "users.me.profile_data.patch",
    "navigation_views.post",
    "realm.domains.post",
  ],
};
const emphasis = 4;

/** Who acts: those of the cast who come first the most, so that they meet; now and then nobody that is logged in. */
function actors({ cast, active }: Ground): fc.Arbitrary<string> {
  const weightOf = (name: string): number => (active.includes(name) ? (active.indexOf(name) < 3 ? 12 : 5) : 1);
  const weighted = cast.map((name) => ({ weight: weightOf(name), arbitrary: fc.constant(name) }));
  return fc.oneof(...weighted, { weight: 1, arbitrary: fc.constant(nobody) });
}

/** One step of each kind that there is ground for, with how often it is drawn. */
function stepsOn(ground: Ground): readonly { readonly op: string; readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[] {
  const anybody = actors(ground);
  return [...steps].flatMap(([op, { weight, by, draw }]) => {
    const often = weight(ground);
    if (often === undefined) return [];
    const usual = by?.(ground) ?? [];
    const as =
      usual.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: anybody }) : anybody;
    return [{ op, weight: often, arbitrary: fc.record({ as, op: fc.constant(op), fields: draw(ground) }) }];
  });
}

const firstOf = (drawn: readonly Step[]): string => drawn.find(({ as }) => as !== maker)?.as ?? nobody;

/** Puts names for the makers: those who did the step that made what is referred to, as far as it shows before anything is sent. */
function settled(drawn: readonly Step[]): Step[] {
  const makers: Record<string, string[]> = { message: [], group: [], folder: [], queue: [] };
  return drawn.map((step) => {
    const { op, fields } = step;
    let { as } = step;
    const echoes = op === "messages.post" && fields.queue_id !== undefined;
    if (as === maker || echoes) {
      const about = (echoes ? [fields.queue_id] : Object.values(fields)).find(isProportional);
      const list = (about && makers[about.ref]) ?? [];
      const index = indexAt(about?.at ?? 0, list.length);
      as = (index === undefined ? undefined : list[index]) ?? (as === maker ? firstOf(drawn) : as);
    }
    const makes = steps.get(op)?.makes;
    if (makes && as !== nobody) makers[makes.kind]!.push(as);
    return as === step.as ? step : { ...step, as };
  });
}

/** Queues, messages and a group to begin with, so that what comes then has something to be about. */
const beginnings = ["register.post", "messages.post", "user_groups.create.post"];

/** Whole scenarios of up to so many steps. */
export function scenariosOn(ground: Ground, most: number): fc.Arbitrary<Scenario> {
  const all = stepsOn(ground);
  const lists = Object.values(themes).map((theme) => {
    const choices = all.map(({ op, weight, arbitrary }) => ({ weight: theme.includes(op) ? weight * emphasis : weight, arbitrary }));
    return fc.array(fc.oneof(...choices), { minLength: Math.ceil(most / 2), maxLength: most, size: "max" });
  });
  const first = fc.oneof(...all.filter(({ op }) => beginnings.includes(op)));
  const queue = fc.oneof(...all.filter(({ op }) => op === "register.post"));
  const start = fc.tuple(queue, fc.array(first, { minLength: 0, maxLength: 5, size: "max" }));
  return fc.tuple(start, fc.oneof(...lists)).map(([[one, more], after]) => ({
    format: "touchstone-scenario",
    version: 1,
    steps: settled([one, ...more, ...after].slice(0, most)),
  }));
}

/** The scenario of an index under a seed, whatever else is drawn. */
export const drawn = (scenarios: fc.Arbitrary<Scenario>, seed: number, index: number): Scenario =>
  fc.sample(scenarios, { seed: Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b), numRuns: 1 })[0]!;
