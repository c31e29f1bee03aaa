import type { Change } from "../core/levels.ts";
import type { Schema } from "../protocol/schema.ts";

/** What the declaration of a parameter does not say of it. */
export interface About {
  readonly description?: string;
  /** In place of the schema of its decoder, which only reads text. */
  readonly schema?: Schema;
  /** Words that came, or went, with a change. */
  readonly words?: Readonly<Record<string, { readonly since?: Change; readonly until?: Change }>>;
  /** Required by the specification, though the decoder leaves the refusal to a rule. */
  readonly required?: true;
  readonly deprecated?: true;
}

const conversations = { channel: { since: "channelType" } } as const;
const emptyTopic = "Whether the client knows the empty topic; otherwise its display name is shown.";
const markdown = "Whether content is HTML.";
const beyond: About = { description: "Beyond the specification: for importers and integrations." };

/** The parameters of the endpoints, by their route and name. */
export const parameters: Readonly<Record<string, Readonly<Record<string, About>>>> = {
  "POST /messages": {
    type: {
      description: "Where the message goes. private and stream are older words.",
      words: { ...conversations, direct: { since: "directType" } },
    },
    to: {
      description: "Name or ID of the channel; IDs or API email addresses of people.",
      required: true,
      schema: {
        anyOf: [
          { type: "string" },
          { type: "integer" },
          { type: "array", items: { type: "string" } },
          { type: "array", items: { type: "integer" } },
        ],
      },
    },
    content: { description: "Markdown. At most max_message_length of the queue registration." },
    topic: { description: "For channel messages. At most max_topic_length of the queue registration." },
    queue_id: { description: "Event queue of a client with local echo; with local_id." },
    local_id: { description: "Comes back as local_message_id in the event; with queue_id." },
    read_by_sender: { description: "Whether the message starts read for the sender." },
    forged: beyond,
    sender: beyond,
    time: beyond,
    widget_content: beyond,
  },
  "POST /typing": {
    op: { description: "Whether the user began or stopped." },
    type: { description: "Where the user types.", words: { ...conversations, private: { until: "directTyping" } } },
    to: { description: "User IDs; for direct messages.", schema: { type: "array", items: { type: "integer" } } },
    stream_id: { description: "Channel ID; for channels.", schema: { type: "integer" } },
    topic: { description: "For channels." },
  },
  "POST /user_topics": {
    stream_id: { description: "Channel ID." },
    topic: { description: "Topic, with messages or without." },
    visibility_policy: { description: "0 none, 1 muted, 2 unmuted, 3 followed." },
  },
  "POST /channel_folders/create": { name: { description: "Not empty." }, description: { description: "May be empty." } },
  "PATCH /channel_folders/{channel_folder_id}": { is_archived: { description: "Whether the folder is archived." } },
  "GET /messages/matches_narrow": {
    msg_ids: { description: "Message IDs to check." },
    narrow: { description: "Filter." },
  },
  "GET /messages/{message_id}": { apply_markdown: { description: markdown }, allow_empty_topic_name: { description: emptyTopic } },
  "GET /messages": {
    anchor: { description: "Message ID, newest, oldest, first_unread, or date with anchor_date.", schema: { type: ["string", "integer"] } },
    anchor_date: { description: "ISO 8601 date or datetime." },
    include_anchor: { description: "Whether the anchor message is in the list, if it matches." },
    num_before: { description: "Messages with IDs below the anchor; required without message_ids." },
    num_after: { description: "Messages with IDs above the anchor; required without message_ids." },
    narrow: { description: "Filter." },
    client_gravatar: { description: "Whether the client computes addresses of avatars." },
    apply_markdown: { description: markdown },
    message_ids: { description: "These messages instead of a range." },
    allow_empty_topic_name: { description: emptyTopic },
    use_first_unread_anchor: { description: "Older way to ask for anchor=first_unread.", deprecated: true },
  },
  "POST /fetch_api_key": {
    username: { description: "Usually an email address." },
    password: { description: "Account or directory password." },
  },
  "POST /navigation_views": {
    fragment: { description: "Identifies the view; not blank." },
    is_pinned: { description: "Whether it stands in the sidebar." },
    name: { description: "For custom views." },
  },
};
