/** The tags of operations, each with a pattern for the paths that have it. The first that fits counts. */
const table = [
  { name: "events", description: "Event queues and what comes through them.", paths: /^\/(register|events)$/ },
  {
    name: "login",
    description: "Keys, and what a server says of itself to anyone.",
    paths: /^\/(server_settings|\w*fetch_api_key|jwt|dev_|\w+_client_device|mobile_push)/,
  },
  { name: "messages", description: "Messages, their flags and reactions.", paths: /^\/(messages|mark_|submessage|zcommand)/ },
  { name: "typing", description: "Who is typing.", paths: /^\/typing/ },
  {
    name: "writing",
    description: "Drafts, snippets, reminders and messages for later.",
    paths: /^\/(drafts|saved_snippets|reminders|scheduled_messages)/,
  },
  { name: "files", description: "Uploaded files.", paths: /^\/(user_uploads|attachments|thumbnail)/ },
  {
    name: "channels",
    description: "Channels, subscriptions and topics.",
    paths:
      /^\/(streams|channels|channel_folders|default_streams|get_stream_id|user_topics|users\/(me|\{user_id\})\/(subscriptions|\{stream_id\}))/,
  },
  { name: "groups", description: "Groups of users.", paths: /^\/user_groups/ },
  { name: "bots", description: "Bots, and what they put by.", paths: /^\/bot/ },
  { name: "people", description: "Accounts, their profiles and states.", paths: /^\/(users|settings|navigation_views|invites)/ },
  { name: "organization", description: "The organization and its settings.", paths: /^\/(realm|export|calls)/ },
  { name: "control", description: "What steers a simulator, beside the API that is simulated.", paths: /^\/_control/ },
] as const;

export const tags: readonly { readonly name: string; readonly description: string }[] = table.map(({ name, description }) => ({
  name,
  description,
}));

/** Returns the tag of a route, in a list. */
export const tagsOf = (route: string): readonly string[] =>
  table
    .filter(({ paths }) => paths.test(route.slice(route.indexOf(" ") + 1)))
    .slice(0, 1)
    .map(({ name }) => name);
