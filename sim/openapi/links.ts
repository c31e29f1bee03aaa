/** A place where an answer has an id: the operation, the place in its body, and the parameter of others that takes it. */
const ids = [
  ["post_messages", "#/id", "message_id"],
  ["post_user_groups_create", "#/group_id", "user_group_id"],
  ["post_channel_folders_create", "#/channel_folder_id", "channel_folder_id"],
  ["post_channels_create", "#/id", "stream_id"],
  ["get_get_stream_id", "#/stream_id", "stream_id"],
  ["post_register", "#/queue_id", "queue_id"],
  ["post_register_client_device", "#/device_id", "device_id"],
  ["post_users", "#/user_id", "user_id"],
  ["post_bots", "#/user_id", "bot_id"],
  ["post_drafts", "#/ids/0", "draft_id"],
  ["post_saved_snippets", "#/saved_snippet_id", "saved_snippet_id"],
  ["post_scheduled_messages", "#/scheduled_message_id", "scheduled_message_id"],
  ["post_reminders", "#/reminder_id", "reminder_id"],
  ["post_realm_filters", "#/id", "filter_id"],
  ["post_realm_playgrounds", "#/id", "playground_id"],
  ["post_realm_profile_fields", "#/id", "field_id"],
  ["post_export_realm", "#/id", "export_id"],
  ["post_realm_domains", "#/new_domain/1", "domain"],
] as const;

interface Linked {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>> };
  readonly responses: Readonly<Record<string, { links?: object }>>;
}

/** Returns the way in which a parameter is given to an operation; undefined where it has none of this name. */
function givenTo({ parameters = [], requestBody }: Linked, name: string, value: string): object | undefined {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter) return { parameters: { [`${parameter.in}.${name}`]: value } };
  const isField = Object.values(requestBody?.content ?? {}).some(({ schema }) => name in (schema.properties ?? {}));
  return isField ? { requestBody: { [name]: value } } : undefined;
}

/** Writes into each answer that has an id where the id goes on: links of OpenAPI, by the operation that takes it. */
export function linkIds(paths: Readonly<Record<string, Readonly<Record<string, object>>>>): void {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods)) as Linked[];
  for (const [from, place, name] of ids) {
    const answer = all.find(({ operationId }) => operationId === from)?.responses[200];
    if (!answer) continue;
    const links = all.flatMap((operation) => {
      const given = operation.operationId === from ? undefined : givenTo(operation, name, `$response.body${place}`);
      return given ? [[operation.operationId, { operationId: operation.operationId, ...given }] as const] : [];
    });
    if (links.length > 0) answer.links = { ...answer.links, ...Object.fromEntries(links) };
  }
}
