import { aBoolean, aList, always, aNumber, anInteger, aText, ref, type SchemaFields, sometimes } from "../protocol/envelope.ts";

/** Fields that the endpoints return beside the envelope, by their route. */
export const replies: Readonly<Record<string, SchemaFields>> = {
  "POST /messages": {
    id: always(anInteger("ID of the new message.")),
    automatic_new_visibility_policy: sometimes(
      anInteger("The sender's new policy of the topic, where the send changed it.", { enum: [2, 3] }),
    ),
  },
  "GET /messages": {
    anchor: sometimes(anInteger("The anchor used; absent where message_ids is given.")),
    found_newest: always(aBoolean("Whether the newest matching messages are in the list.")),
    found_oldest: always(aBoolean("Whether the oldest matching messages are in the list.")),
    found_anchor: always(aBoolean("Whether the anchor message is in the list.")),
    history_limited: always(aBoolean("Whether history was cut by plan restrictions.")),
    messages: always(aList(ref("Message"), "Sorted by ID.")),
  },
  "GET /messages/{message_id}": {
    message: always(ref("Message"), { since: "wholeMessages" }),
    raw_content: always(aText("Markdown; deprecated.", { deprecated: true })),
  },
  "GET /messages/matches_narrow": {
    messages: always({ type: "object", description: "The messages that match, by ID.", additionalProperties: ref("Match") }),
  },
  "POST /fetch_api_key": {
    api_key: always(aText("The account's key.")),
    email: always(aText("The address to log in with.")),
    user_id: always(anInteger("User ID."), { since: "apiKeyUserId" }),
  },
  "POST /user_groups/create": { group_id: always(anInteger("ID of the new group."), { since: "groupIdInReply" }) },
  "POST /channel_folders/create": { channel_folder_id: always(anInteger("ID of the new folder.")) },
  "POST /realm/domains": {
    new_domain: always({
      type: "array",
      description: "ID and domain.",
      prefixItems: [anInteger("ID of the domain."), aText("The domain.")],
      items: { type: ["integer", "string"] },
      minItems: 2,
      maxItems: 2,
    }),
  },
  "GET /realm/linkifiers": { linkifiers: always(aList(ref("Linkifier"), "In the order in which they apply.")) },
  "GET /realm/presence": {
    server_timestamp: always(aNumber("UNIX seconds.")),
    presences: always({
      type: "object",
      description: "By API email address.",
      additionalProperties: {
        type: "object",
        properties: { aggregated: ref("Presence"), website: ref("Presence") },
        required: ["aggregated", "website"],
      },
    }),
  },
  "POST /calls/vc/create": { url: always(aText("Address of the meeting.")) },
  "GET /server_settings": {
    authentication_methods: always({
      type: "object",
      description: "Ways to log in.",
      deprecated: true,
      additionalProperties: { type: "boolean" },
    }),
    external_authentication_methods: always(aList(ref("ExternalMethod"), "In the order in which to show them.")),
    "{brand}_feature_level": always(anInteger("Feature level; treat a missing value as 0.")),
    "{brand}_version": always(aText("Release or commit.")),
    "{brand}_merge_base": always(aText("Merge base with official branches."), { since: "mergeBase" }),
    push_notifications_enabled: always(aBoolean("Whether mobile devices can be notified.")),
    is_incompatible: always(aBoolean("Whether the calling client is too old.")),
    email_auth_enabled: always(aBoolean("Whether accounts log in by address and password.")),
    require_email_format_usernames: always(aBoolean("Whether names of accounts are addresses.")),
    realm_url: sometimes(aText("Address of the organization."), { since: "realmUrl" }),
    realm_uri: sometimes(aText("Deprecated alias of realm_url.", { deprecated: true })),
    realm_name: sometimes(aText("Name of the organization.")),
    realm_icon: sometimes(aText("URL of the logo.")),
    realm_description: sometimes(aText("HTML.")),
    realm_web_public_access_enabled: sometimes(aBoolean("Whether there are channels for those who are not logged in."), {
      since: "webPublicAccess",
    }),
  },
};

/** Fields that every success may have. */
export const envelope: SchemaFields = {
  result: always({ type: "string", const: "success" }),
  msg: always({ type: "string", const: "" }),
  ignored_parameters_unsupported: sometimes(aList(aText("Name."), "Parameters that the endpoint does not have."), {
    since: "ignoredParameters",
  }),
};
