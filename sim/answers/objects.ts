// Made from sim/openapi by `npm run answers`.

/** A message as one requester sees it. */
export type Message = {
  id: number;
  type: "stream" | "private";
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_realm_str: string;
  client: string;
  avatar_url: string | null;
  content: string;
  content_type: "text/html" | "text/x-markdown";
  display_recipient: string | Recipient[];
  recipient_id: number;
  stream_id?: number;
  subject: string;
  topic_links: TopicLink[];
  is_me_message: boolean;
  timestamp: number;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  edit_history?: Edit[];
  reactions: Reaction[];
  submessages: Submessage[];
  flags: (
    | "read"
    | "starred"
    | "collapsed"
    | "mentioned"
    | "stream_wildcard_mentioned"
    | "topic_wildcard_mentioned"
    | "has_alert_word"
    | "historical"
    | "wildcard_mentioned"
  )[];
  match_content?: string;
  match_subject?: string;
};

/** A participant of a direct-message conversation. */
export type Recipient = { id: number; email: string; full_name: string; is_mirror_dummy: boolean };

/** A link in a topic. */
export type TopicLink = { text: string; url: string };

/** An entry of a message's edit history. A field is there where its attribute changed. */
export type Edit = {
  user_id: number | null;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_stream?: number;
  stream?: number;
  prev_topic?: string;
  topic?: string;
};

/** An emoji reaction. */
export type Reaction = {
  emoji_name: string;
  emoji_code: string;
  reaction_type: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
  user_id: number;
};

/** Data of an experimental integration. */
export type Submessage = { id: number; message_id: number; sender_id: number; msg_type: string; content: string };

/** A rule that makes links in messages and topics. */
export type Linkifier = {
  id: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: string[];
};

/** When and how somebody was last seen. */
export type Presence = { client: "website"; status: "idle" | "active"; timestamp: number; pushable?: boolean };

/** A way to log in elsewhere. */
export type ExternalMethod = { name: string; display_name: string; display_icon: string | null; login_url: string; signup_url: string };

/** A message that a narrow matches, with what matched marked. */
export type Match = { match_content: string; match_subject: string };

export type GroupSetting = number | { direct_members: number[]; direct_subgroups: number[] };

export type NarrowTerm = { operator: string; operand: string | number | number[]; negated?: boolean } | string[];
