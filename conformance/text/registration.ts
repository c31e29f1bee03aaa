import { typingPeriods } from "./limits.ts";

const bounds = (...more: readonly string[]) => ["limits/told", ...more];
const periods = ["typing.post/periods-told", "limits/typing-periods"];

/** Fields of a registration that the specification names, each with the clauses that do. */
export const registered: Readonly<Record<string, readonly string[]>> = {
  max_message_length: bounds("limits/message-length"),
  max_topic_length: bounds("limits/topic-length"),
  max_channel_folder_name_length: ["limits/folders-told", "limits/folder-name-length"],
  max_channel_folder_description_length: ["limits/folders-told", "limits/folder-description-length"],
  ...Object.fromEntries(typingPeriods.map((name) => [name, periods])),
  realm_empty_topic_display_name: ["conventions/empty-topic-told"],
  realm_can_delete_any_message_group: ["messages-id.delete/realm-any-group"],
  realm_can_delete_own_message_group: ["messages-id.delete/realm-own-group"],
  realm_can_set_delete_message_policy_group: ["messages-id.delete/policy-policy"],
  realm_message_content_delete_limit_seconds: ["limits/deletion-time", "limits/deletion-in-time"],
  has_vc_token: ["calls.vc.create.post/has-token"],
  queue_id: ["records/event-queue"],
};

/**
 * Fields of a registration in which that shows what requests change, each with the clauses that say what they change. A server is compared in them
 * where the model knows all that it holds: no sentence names them.
 */
export const shownState: Readonly<Record<string, readonly string[]>> = {
  user_topics: ["topic-policy/any-to-any", "topic-policy/personal"],
  starred_messages: ["message-resource/flags"],
  navigation_views: ["navigation_views.post/adds"],
  realm_user_groups: ["user-group/members", "user-group/subgroups"],
  channel_folders: ["folder/name", "folder/description", "folder/is-archived"],
  realm_domains: ["realm.domains.post/adds"],
  realm_users: ["users.me.profile_data.patch/stores"],
};
