import { isThere } from "../core/levels.ts";
import { aBoolean, aList, always, anInteger, aText, objectOf, orNull, ref, type SchemaFields, sometimes } from "../protocol/envelope.ts";
import type { Schema } from "../protocol/schema.ts";
import type { Described } from "./operation.ts";

/** The objects that the server sends or takes, by name (Resources and their fields). */
interface ObjectOf {
  readonly description: string;
  readonly fields: SchemaFields;
}

const recipient: SchemaFields = {
  id: always(anInteger("User ID.")),
  email: always(aText("API email address.")),
  full_name: always(aText("Full name.")),
  is_mirror_dummy: always(aBoolean("Whether the account only mirrors another.")),
};

const reaction: SchemaFields = {
  emoji_name: always(aText("Name of the emoji.")),
  emoji_code: always(aText("Identifies the emoji among those of its type.")),
  reaction_type: always(aText("What emoji_code means.", { enum: ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"] })),
  user_id: always(anInteger("Who reacted.")),
  user: always({ type: "object", description: "Who reacted." }, { until: "reactionUserGone" }),
};

const submessage: SchemaFields = {
  id: always(anInteger("ID of the submessage.")),
  message_id: always(anInteger("The message that it belongs to.")),
  sender_id: always(anInteger("Who sent it.")),
  msg_type: always(aText("Type of the integration.")),
  content: always(aText("Data of the integration.")),
};

const edit: SchemaFields = {
  user_id: always(orNull("integer", "Who made the edit; null only for events predating March 2017.")),
  timestamp: always(anInteger("UNIX seconds.")),
  prev_content: sometimes(aText("Content before the edit.")),
  prev_rendered_content: sometimes(aText("HTML before the edit.")),
  prev_rendered_content_version: sometimes(anInteger("Version of the renderer."), { until: "renderedVersionGone" }),
  prev_stream: sometimes(anInteger("Channel before the move.")),
  stream: sometimes(anInteger("Channel after the move.")),
  prev_topic: sometimes(aText("Topic before the edit.")),
  topic: sometimes(aText("Topic after the edit.")),
};

const topicLink: SchemaFields = { text: always(aText("Text in the topic.")), url: always(aText("Expanded target.")) };

/** Flags in the order in which servers send them. */
const flags = [
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
  "wildcard_mentioned",
];

const message: SchemaFields = {
  id: always(anInteger("Unique ID. Messages are ordered by it.")),
  type: always(aText("Channel message or direct message.", { enum: ["stream", "private"] })),
  sender_id: always(anInteger("User ID of the sender.")),
  sender_email: always(aText("API email address of the sender.")),
  sender_full_name: always(aText("Full name of the sender.")),
  sender_realm_str: always(aText("Organization of the sender.")),
  client: always(aText("Name of the client that sent it.")),
  avatar_url: always(orNull("string", "Null where the client is to compute the address by hashing the email address.")),
  content: always(aText("HTML or Markdown, by apply_markdown.")),
  content_type: always(aText("Type of content.", { enum: ["text/html", "text/x-markdown"] })),
  display_recipient: always({ anyOf: [aText("Name of the channel."), aList(ref("Recipient"), "Participants of the conversation.")] }),
  recipient_id: always(anInteger("ID of the set of recipients.")),
  stream_id: sometimes(anInteger("The channel; absent for direct messages.")),
  subject: always(aText("The topic; empty for direct messages.")),
  topic_links: always(aList(ref("TopicLink"), "Links in the topic.")),
  is_me_message: always(aBoolean("Whether it is a /me status message.")),
  timestamp: always(anInteger("UNIX seconds when it was sent.")),
  last_edit_timestamp: sometimes(anInteger("UNIX seconds of the last edit of its content.")),
  last_moved_timestamp: sometimes(anInteger("UNIX seconds of the last move."), { since: "lastMoved" }),
  edit_history: sometimes(aList(ref("Edit"), "From the most recent edit to the oldest.")),
  reactions: always(aList(ref("Reaction"), "From the oldest to the newest.")),
  submessages: always(aList(ref("Submessage"), "Data for experimental integrations.")),
  flags: always(aList(aText("Flag.", { enum: flags }), "The flags of whoever asks.")),
  match_content: sometimes(aText("HTML in which what was searched for is marked.")),
  match_subject: sometimes(aText("HTML of the topic in which what was searched for is marked.")),
};

const linkifier: SchemaFields = {
  id: always(anInteger("ID of the linkifier.")),
  pattern: always(aText("Regular expression for what becomes a link.")),
  url_template: always(aText("RFC 6570 template of the target."), { since: "urlTemplates" }),
  url_format: always(aText("Format string of the target."), { until: "urlTemplates" }),
  example_input: always(orNull("string", "Text that the pattern matches."), { since: "linkifierExamples" }),
  reverse_template: always(orNull("string", "Template from a matching URL back to text."), { since: "linkifierExamples" }),
  alternative_url_templates: always(aList(aText("RFC 6570 template."), "Templates for pasted URLs only."), {
    since: "alternativeTemplates",
  }),
};

const presence: SchemaFields = {
  client: always(aText("Always website.", { enum: ["website"] })),
  status: always(aText("State at the last sign of life.", { enum: ["idle", "active"] })),
  timestamp: always(anInteger("UNIX seconds.")),
  pushable: sometimes(aBoolean("Always false; absent under aggregated.")),
};

const externalMethod: SchemaFields = {
  name: always(aText("Stable machine name.")),
  display_name: always(aText("Name to show.")),
  display_icon: always(orNull("string", "URL relative to the server's base URL.")),
  login_url: always(aText("Where to log in.")),
  signup_url: always(aText("Where to sign up.")),
};

const objects: Readonly<Record<string, ObjectOf>> = {
  Message: { description: "A message as one requester sees it.", fields: message },
  Recipient: { description: "A participant of a direct-message conversation.", fields: recipient },
  TopicLink: { description: "A link in a topic.", fields: topicLink },
  Edit: { description: "An entry of a message's edit history. A field is there where its attribute changed.", fields: edit },
  Reaction: { description: "An emoji reaction.", fields: reaction },
  Submessage: { description: "Data of an experimental integration.", fields: submessage },
  Linkifier: { description: "A rule that makes links in messages and topics.", fields: linkifier },
  Presence: { description: "When and how somebody was last seen.", fields: presence },
  ExternalMethod: { description: "A way to log in elsewhere.", fields: externalMethod },
  Match: {
    description: "A message that a narrow matches, with what matched marked.",
    fields: { match_content: always(aText("HTML.")), match_subject: always(aText("HTML.")) },
  },
};

const ids: Schema = { type: "array", items: { type: "integer" } };

/** Values of parameters that have a name of their own. */
function inputs(level: number): Readonly<Record<string, Schema>> {
  const people: Schema = {
    type: "object",
    properties: { direct_members: ids, direct_subgroups: ids },
    required: ["direct_members", "direct_subgroups"],
    additionalProperties: false,
  };
  const group: Schema = { type: "integer", description: "ID of a user group." };
  const operand: Schema = { anyOf: [{ type: "string" }, { type: "integer" }, ids] };
  const term: Schema = {
    type: "object",
    description: "A term of a narrow.",
    properties: {
      operator: { type: "string", description: "What is asked for, such as channel, sender or search." },
      operand,
      negated: { type: "boolean", description: "Whether it is what does not match.", default: false },
    },
    required: ["operator", "operand"],
  };
  const pair: Schema = { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2, deprecated: true };
  return {
    GroupSetting: isThere({ since: "anonymousGroups" }, level) ? { anyOf: [group, people] } : group,
    Term: term,
    NarrowTerm: { anyOf: [{ $ref: "#/components/schemas/Term" }, pair] },
  };
}

/** The named schemas of a document. */
export const componentsOf = ({ level, brand }: Described): Readonly<Record<string, Schema>> => ({
  ...Object.fromEntries(
    Object.entries(objects).map(([name, { fields, description }]) => [name, objectOf(fields, level, brand, description)]),
  ),
  ...inputs(level),
});
