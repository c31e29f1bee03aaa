import { type FieldText, named, records } from "../text/index.ts";

const compared = (how: FieldText["compared"]): string[] => named(records, (field) => field.compared === how);

/** Instants, in seconds. */
export const times: ReadonlySet<string> = new Set([
  ...compared("instant"),
  "edit_timestamp",
  "server_timestamp",
  "last_updated",
  "date_created",
]);

/** Rendered text. */
export const rendered: ReadonlySet<string> = new Set([
  ...compared("HTML"),
  "rendered_content",
  "orig_rendered_content",
  "match_content",
  "match_subject",
  "rendered_value",
  "rendered_description",
]);

/** Lists whose order says nothing. */
export const sets: ReadonlySet<string> = new Set([
  ...compared("unordered"),
  "message_ids",
  "members",
  "direct_members",
  "direct_subgroups",
  "direct_subgroup_ids",
  "user_ids",
  "stream_ids",
  "streams",
  "subscribers",
  "subscriptions",
  "unsubscribed",
  "never_subscribed",
  "realm_users",
  "realm_user_groups",
  "display_recipient",
  "recipients",
  "ignored_parameters_unsupported",
]);

/** Lists whose order counts. */
export const lists: ReadonlySet<string> = new Set([...compared("in order"), "linkifiers", "messages", "muted_topics", "new_domain"]);

/** Fields that say something by not being there: a target that sends one where the model does not differs. */
export const absences: ReadonlySet<string> = new Set([
  ...named(records, ({ when }) => when === "sometimes" || when === "channel"),
  "anchor",
  "automatic_new_visibility_policy",
  "orig_rendered_content",
  "local_message_id",
  "match_content",
  "match_subject",
  "ignored_parameters_unsupported",
]);

/** Objects keyed by ids or addresses, by the kind of their keys. */
export function keyed(name: string, around: string, isList: boolean): string | undefined {
  if (name === "presences") return "email";
  return name === "message_details" || (name === "messages" && around === "" && !isList) ? "message" : undefined;
}

/** Whether a field is one that no two servers need share, whatever it stands in. */
export const isOwn = (name: string): boolean => name === "msg" || name === "client" || /_(version|merge_base)$/.test(name);

/** Fields whose values are a server's own; only their type is compared. */
export const typedOnly: ReadonlySet<string> = new Set(compared("type"));
