import type { headings } from "../rulings/ruling.ts";

type Heading = (typeof headings)[number];

/** Ground of a refusal that is answered with certain words. */
export interface RefusalWords {
  readonly msg: RegExp;
  /** Rule in few words; `$1` stands for the first group of `msg`. */
  readonly rule: string;
  /** The parameters that it can be about: the first of them that was sent, else the first. */
  readonly parameters: readonly string[];
  /** Section that states it; undefined: in the section of the endpoint. */
  readonly section: Heading | undefined;
}

const row = (msg: RegExp, rule: string, parameters = "", section?: Heading): RefusalWords => ({
  msg,
  rule,
  parameters: parameters === "" ? [] : parameters.split(" "),
  section,
});

const conventions = "What the service does > Conventions for every endpoint";
const channelHere = "there is no channel with this id, or the caller may not know of it";
const people = "to members add delete data";
const groups = "user_group_id subgroups add_subgroups delete_subgroups";
const narrow = "narrow";

/** The words of refusals of the specification's endpoints; of several that fit the first counts. */
export const refusalWords: readonly RefusalWords[] = [
  // Who asks.
  row(/^Not logged in/, "no credentials were sent", "", "Authentication"),
  row(/^Invalid authorization header|requires HTTP basic/, "the credentials are no HTTP Basic credentials", "", "Authentication"),
  row(/^(?:Malformed|Invalid) API key/, "the key is not that of the account with this address", "", "Authentication"),
  row(/^Account is deactivated/, "the account is deactivated", "", "Authentication"),
  row(/^This organization has been deactivated/, "the organization is deactivated", "", "Authentication"),
  row(/^Your username or password is incorrect/, "the name or the password is wrong", "username", "Authentication"),
  row(/^Password authentication is disabled/, "logging in by password is off", "", "Authentication"),
  row(/^This API is not available to incoming webhook bots/, "bots of webhooks may only send messages", "", "Authentication"),
  row(/^CSRF error: (.+)/, "a session has to show that a page of the server asked: $1", "", "Authentication"),
  row(/^API usage exceeded/, "too many calls in the time", "", "Limits"),
  row(/^Must be an organization administrator/, "only administrators may do this", "", "Authentication"),
  row(/^Must be an organization owner/, "only owners may do this", "", "Authentication"),
  row(/^Not allowed for guest users/, "guests may not do this"),
  row(/^This endpoint does not accept bot requests/, "bots may not do this"),
  row(/^Insufficient permission/, "the organization's and the group's settings do not let the caller do this"),
  row(/^User not authorized for this query/, "nobody sends in the name of others", "sender forged"),
  row(/^Invalid mirrored message/, "nobody sends in the name of others", "sender"),
  // The form of parameters.
  row(/^Missing (?:channel|stream)$/, "required", "to"),
  row(/^Can't decide between '(\w+)' and '(\w+)' arguments/, "sent under two of its names, $1 and $2", "topic"),
  row(/^Bad value for '\w+'/, "of the wrong form"),
  row(/^Unsupported parameter combination: (.+)/, "these do not go together: $1"),
  row(/^Invalid op$/, "none of its values", "op"),
  row(/^Invalid type$/, "none of its values", "type"),
  row(/^Invalid visibility_policy/, "none of the values of this level", "visibility_policy"),
  row(/^Nothing to do/, "nobody is to be added or taken away", "add delete"),
  row(/^(?:elem|operand|operator)\b|^Invalid narrow\[/, "a term is an object with operator and operand, or a pair of texts", narrow),
  // Messages, and whom they are for.
  row(/with ID '.*' does not exist/s, "there is no channel with this id", "to", "Errors"),
  row(/^(?:Channel|Stream) '.*' does not exist/s, "there is no channel with this name", "to", "Errors"),
  row(/^Invalid (?:channel|stream) ID/, channelHere, "stream_id"),
  row(/^(?:Channel|Stream) name can't be empty/, "a channel has a name", "to"),
  row(/^(?:Channel|Stream) name too long \((.+)\)/, "longer than names of channels may be: $1", "to", "Limits"),
  row(/^Invalid character in (?:channel|stream) name/, "a character that names of channels cannot have", "to"),
  row(/^Expected exactly one|^Invalid data type for/, "one channel by name or id, or people all by id or all by address", "to"),
  row(/^Recipient lists may contain/, "people are named all by id or all by address", "to"),
  row(/must have recipients|^Empty 'to' list/, "it names nobody", "to"),
  row(/^Invalid user ID:? ?(\d+)|^Invalid email|^Invalid user IDs/, "there is nobody with this id or address", people, "Errors"),
  row(/is no longer using/, "one of them is deactivated", people),
  row(/^User with ID (\d+) is deactivated/, "user $1 is deactivated", people),
  row(/^User with ID (\d+) is a bot/, "user $1 is a bot", people),
  row(/^Message must not be empty/, "a message has content", "content"),
  row(/null bytes/, "a character that cannot be kept", "content"),
  row(/^Topic can't be empty/, "a topic is not empty at this level", "topic"),
  row(/^Missing topic/, "required", "topic"),
  row(/^Invalid character in topic/, "a character that topics cannot have", "topic"),
  row(/^Topics are required/, "the organization requires topics", "topic", conventions),
  row(/^Only the .* topic is allowed/s, "the channel has the empty topic only", "topic"),
  row(/^Sending messages to the .* is not allowed/s, "the channel does without the empty topic", "topic"),
  row(/create new topics/, "the sender may not begin topics in this channel", "topic"),
  row(/^Not authorized to send to/, "the sender may not write to a channel that they do not belong to", "to"),
  row(/can(?:not)? send to this|permission to post in this/, "the channel's settings do not let the sender write to it", "to stream_id"),
  row(/(?:channel|stream) wildcard mentions/, "only can_mention_many_users_group mentions a channel of many", "content", "Errors"),
  row(/topic wildcard mentions/, "only can_mention_many_users_group mentions a topic of many", "content", "Errors"),
  row(/^You are not allowed to mention user group '(.*?)'/s, "the settings of group $1 do not let the sender mention it", "content"),
  row(/^Direct messages are disabled/, "the organization has no direct messages", "to"),
  row(/access some of the recipients/, "the sender may not know of one of them", "to"),
  row(
    /users who can authorize it|initiate direct message/,
    "the organization's settings do not let the sender begin this conversation",
    "to",
  ),
  row(/^Widgets?\b/, "no widget has this form", "widget_content"),
  row(/disabled typing notifications/, "the caller's settings say that typing is not shown"),
  row(/^Invalid message\(s\)/, "there is no message with this id, or the caller may not see it", "message_id", "Errors"),
  row(/permission to delete/, "the settings do not let the caller delete this message", "message_id", "Errors"),
  row(/time limit for deleting/, "the time in which authors delete has passed", "message_id", "Limits"),
  // Fetching, narrows and queues.
  row(/^Too many messages requested \((.+)\)/, "more messages than a request gives: $1", "message_ids num_before num_after", "Limits"),
  row(/^The anchor can only be excluded/, "the anchor is left out only at an end of the range", "include_anchor"),
  row(/^Invalid anchor/, "neither an id nor a word for one", "anchor"),
  row(/not an ISO 8601/, "no date", "anchor_date"),
  row(/^Invalid narrow operator(?: combination)?: (.+)/s, "$1", narrow, "Resources and their fields > Narrow"),
  row(/^Bad event queue ID/, "the caller has no queue with this id", "queue_id", "Errors"),
  // The organization, its folders and profile fields.
  row(/^Channel folder name already in use/, "another folder has this name", "name"),
  row(/^Channel folder name can't be empty/, "a folder has a name", "name"),
  row(/^Invalid character in channel folder name/, "a character that names of folders cannot have", "name"),
  row(/^Invalid channel folder ID/, "there is no folder with this id", "channel_folder_id", "Errors"),
  row(
    /remove all the channels from this folder/,
    "a folder with channels is not archived",
    "is_archived",
    "States and transitions > Channel folder",
  ),
  row(/^Invalid domain: (.+)/, "$1", "domain"),
  row(/already a part of your organization/, "the organization has this domain", "domain"),
  row(/^Invalid .device_id./, "the caller has no device with this id", "device_id"),
  row(/^Enter a valid email address/, "no address", "username"),
  row(/credentials have not been configured/, "the organization has not set the provider up"),
  row(/access token$/, "the caller holds no token of the provider"),
  row(/^Built-in views|^Custom views/, "built-in views have no name of their own, others have one", "name"),
  row(/^Navigation view already exists/, "there is a view with this fragment or name", "fragment"),
  row(/^Field id (\d+) not found/, "there is no profile field $1", "data", "Errors"),
  row(/not allowed to change this field/, "only administrators change this field", "data", "Errors"),
  // Groups of users.
  row(/^Invalid user group/, "there is no group with this id", `${groups} can_`, "Errors"),
  row(/^User group is deactivated/, "the group is deactivated", groups),
  row(/^User group '.*' already exists/s, "another group has this name", "name"),
  row(/^User group name can't be empty/, "a group has a name", "name"),
  row(/^User group name cannot exceed (\d+)/, "longer than the $1 characters of names of groups", "name"),
  row(/^User group name cannot start with (.+)\.$/, "names of groups do not begin with $1", "name"),
  row(/^'(\w+)' setting cannot be set to '(.+)' group/, "$1 cannot be $2"),
  row(/^There is no member '(.+)' in this/, "user $1 does not belong to the group", "delete"),
  row(/^User (\d+) is already a member/, "user $1 belongs to the group", "add"),
  row(/^User group (\d+) is already a subgroup of one/, "group $1 would contain itself", "add_subgroups"),
  row(/^User group (\d+) is already a subgroup of this/, "group $1 belongs to the group", "add_subgroups"),
  row(/^User group (\d+) is not a subgroup/, "group $1 does not belong to the group", "delete_subgroups"),
  // Values of profile fields.
  row(/^(.+ is (?:not|too) .+)/s, "the value does not fit its field: $1", "data"),
];
