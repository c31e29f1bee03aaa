import type { TargetFacts } from "../draw/target-facts.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";

/** The parts of a registration in which somebody's own state shows, and those that are the same for everybody. */
const parts = {
  own: ["user_topic", "starred_messages", "navigation_views"],
  common: ["realm_user_groups", "channel_folders", "realm_domains"],
} as const;

/** Whether a step is about people. */
const isOfPeople = ({ op, fields: { action } }: Step): boolean =>
  op === "users.me.profile_data.patch" || (op === "actions" && /user|profile/.test(String(action)));

/** Returns the parts that are the same for everybody and may be other than before some steps; of all people, which costs most, only where one is about people. */
const commonAfter = (steps: readonly Step[]): readonly string[] =>
  steps.some(isOfPeople) ? [...parts.common, "realm_user"] : parts.common;

const client_capabilities = { notification_settings_null: true, empty_topic_name: true, archived_channels: true };

const registration = (as: string, fetch_event_types: readonly string[]): Step => ({
  as,
  op: "register.post",
  fields: { event_types: [], fetch_event_types, client_capabilities },
});

/** A minute, in which what is to stay may not fade. */
const minute = (as: string): Step => ({ as, op: "actions", fields: { action: "advance", ms: 60_000 } });

/** So many messages at most a step makes: one, or the notices of a move in the topics that it leaves and reaches. */
const mostMade: Readonly<Record<string, number>> = { "messages.post": 1, actions: 2 };
/** So many messages that stood there before are read beside those of a scenario. */
const older = 5;

/** Returns how many messages reach from before a scenario to its end. */
const reachOf = (steps: readonly Step[]): number => steps.reduce((sum, { op }) => sum + (mostMade[op] ?? 0), older);

const newest = (as: string, num_before: number): Step => ({
  as,
  op: "messages.get",
  fields: { anchor: "newest", num_before, num_after: 0, allow_empty_topic_name: true },
});

/**
 * The reads with which a scenario ends, a minute later where a clock can be moved: whoever took part is shown the newest messages and their own state, and an owner what all have in common. A
 * refused request that was carried out, or one that did more or less than the answers told, shows here. None where the model does not know all that the
 * target holds.
 */
export function closingSteps(steps: readonly Step[], { known, active, owners, steered }: TargetFacts): readonly Step[] {
  if (!known) return [];
  const present = active.filter((name) => steps.some(({ as }) => as === name));
  const [viewer] = owners.filter((name) => active.includes(name));
  return [
    ...(steered && present[0] !== undefined ? [minute(present[0])] : []),
    ...present.flatMap((as) => [newest(as, reachOf(steps)), registration(as, parts.own)]),
    ...(viewer === undefined ? [] : [registration(viewer, commonAfter(steps))]),
  ];
}

/** Returns a scenario with the reads at its end. */
export const closed = ({ steps }: Scenario, facts: TargetFacts): Scenario => scenarioOf([...steps, ...closingSteps(steps, facts)]);
