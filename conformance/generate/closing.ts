import type { TargetFacts } from "../draw/target-facts.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";

/** The parts of a registration in which somebody's own state shows, and those that are the same for everybody. */
const parts = {
  own: ["user_topic", "starred_messages", "navigation_views"],
  common: ["realm_user_groups", "channel_folders", "realm_domains", "realm_user"],
} as const;

const client_capabilities = { notification_settings_null: true, empty_topic_name: true, archived_channels: true };

const registration = (as: string, fetch_event_types: readonly string[]): Step => ({
  as,
  op: "register.post",
  fields: { event_types: [], fetch_event_types, client_capabilities },
});

/** A minute, in which what is to stay may not fade. */
const minute = (as: string): Step => ({ as, op: "actions", fields: { action: "advance", ms: 60_000 } });

const newest = (as: string): Step => ({
  as,
  op: "messages.get",
  fields: { anchor: "newest", num_before: 30, num_after: 0, allow_empty_topic_name: true },
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
    ...present.flatMap((as) => [newest(as), registration(as, parts.own)]),
    ...(viewer === undefined ? [] : [registration(viewer, parts.common)]),
  ];
}

/** Returns a scenario with the reads at its end. */
export const closed = ({ steps }: Scenario, facts: TargetFacts): Scenario => scenarioOf([...steps, ...closingSteps(steps, facts)]);
