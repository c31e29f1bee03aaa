import { untilAnswered } from "../../client/again.ts";
import { itemAt } from "../../client/present.ts";
import type { Target } from "../../client/target.ts";
import { type Body, NoAnswer, Untestable } from "../../expect.ts";
import { rowsOf } from "../atlas.ts";
import { namesBy, permitted } from "./names.ts";
import { channelsIn, emojiIn, groupsIn, linkifiersIn } from "./organization.ts";
import { profileFieldsIn, usersIn } from "./people.ts";

const asked = {
  apply_markdown: false,
  include_subscribers: true,
  client_gravatar: true,
  client_capabilities: {
    notification_settings_null: true,
    user_settings_object: true,
    linkifier_url_template: true,
    empty_topic_name: true,
    archived_channels: true,
    include_deactivated_groups: true,
  },
};

/** A queue that is left behind does no harm. */
function passOver(thrown: unknown): void {
  if (!(thrown instanceof NoAnswer)) throw thrown;
}

/** Returns the bodies of registrations by every member of a cast whom the target lets in. Leaves no queues behind. */
async function registrationsOf(target: Target): Promise<ReadonlyMap<string, Body>> {
  const registrations = new Map<string, Body>();
  for (const as of Object.keys(target.cast)) {
    const reply = await untilAnswered(() => target.send({ as, method: "POST", path: "/register", fields: asked }));
    if (reply?.body.result !== "success") continue;
    registrations.set(as, reply.body);
    const queue = { queue_id: reply.body.queue_id };
    await untilAnswered(() => target.send({ as, method: "DELETE", path: "/events", fields: queue })).catch(passOver);
  }
  if (registrations.size === 0) throw new Untestable("the target registers no event queue for any of the cast");
  return registrations;
}

const plainSettings = [
  "name",
  "description",
  "message_content_delete_limit_seconds",
  "message_content_edit_limit_seconds",
  "move_messages_within_stream_limit_seconds",
  "allow_message_editing",
  "message_edit_history_visibility_policy",
  "empty_topic_display_name",
  "default_code_block_language",
  "inline_image_preview",
  "enable_read_receipts",
  "presence_disabled",
  "waiting_period_threshold",
  "email_auth_enabled",
];

const groupSettings = [
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_set_delete_message_policy_group",
  "can_mention_many_users_group",
  "can_create_groups",
  "can_manage_all_groups",
  "direct_message_initiator_group",
  "direct_message_permission_group",
];

function settingsIn(body: Body, names: ReturnType<typeof namesBy>): Body {
  const given = (name: string): unknown => body[`realm_${name}`];
  const plain = plainSettings.filter((name) => given(name) !== undefined).map((name) => [name, given(name)]);
  const people = groupSettings.filter((name) => given(name) !== undefined).map((name) => [name, permitted(given(name), names)]);
  const topics = body.realm_topics_policy === "disable_empty_topic" ? [["topics_policy", "disable_empty_topic"]] : [];
  return Object.fromEntries([...plain, ...people, ...topics]);
}

/** The realm that a target describes to members of its cast: all that they know together, but for what was written. */
export function realmOf(target: Pick<Target, "cast">, registrations: ReadonlyMap<string, Body>): Body {
  const bodies = [...registrations.values()];
  const first = itemAt(bodies, 0);
  const names = namesBy(target, bodies);
  const domains = rowsOf(first, "realm_domains").map(({ domain, allow_subdomains }) => [domain, { allow_subdomains }]);
  return {
    copied: true,
    settings: settingsIn(first, names),
    users: usersIn(registrations, names),
    groups: groupsIn(first, names),
    linkifiers: linkifiersIn(first),
    emoji: emojiIn(first),
    channels: channelsIn(bodies, names),
    profile_fields: profileFieldsIn(first),
    domains: Object.fromEntries(domains),
  };
}

/** The realm that a target describes to its cast, and the body of each registration, by the name of its account. */
export async function mirrored(target: Target): Promise<{ readonly realm: Body; readonly registrations: ReadonlyMap<string, Body> }> {
  const registrations = await registrationsOf(target);
  return { realm: realmOf(target, registrations), registrations };
}
