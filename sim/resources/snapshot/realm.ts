import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import { organizationDefaults } from "../../core/organization-settings.ts";
import type { Realm } from "../../core/realm.ts";
import { hasRealmSetting } from "../../core/realm-settings.ts";
import { draw, uuidText } from "../../core/rng.ts";
import { type RealmGroupSetting, realmGroupDefaults } from "../../core/settings.ts";
import { botDomain } from "../../rules/people/bots.ts";
import { settingValue } from "../group.ts";
import { iconAddress, iconSource } from "../people.ts";
import { permissionSettings } from "./permission-settings.ts";
import { formerSettings } from "./policies.ts";
import { serverFacts } from "./server.ts";
import type { Family } from "./view.ts";

/** The ratings of GIFs that may be chosen from. */
const gifRatings = {
  disabled: { id: 0, name: "GIPHY integration disabled" },
  y: { id: 1, name: "Allow GIFs rated Y (Very young audience)" },
  g: { id: 2, name: "Allow GIFs rated G (General audience)" },
  pg: { id: 3, name: "Allow GIFs rated PG (Parental guidance)" },
  "pg-13": { id: 4, name: "Allow GIFs rated PG-13 (Parental guidance - under 13)" },
  r: { id: 5, name: "Allow GIFs rated R (Restricted)" },
};

const groupNames = Object.keys(realmGroupDefaults) as RealmGroupSetting[];
const organizationNames = Object.keys(organizationDefaults) as (keyof typeof organizationDefaults)[];

/** The ways to log in that an owner may turn on, in the order in which servers tell them. */
const loginMethods = ["Dev", "Email", "GitHub", "GitLab", "Google", "Apple", "SAML", "OpenID Connect"] as const;

/** The ways to log in, of which the simulator has the one by password; older servers say of each just whether it is open. */
function authenticationMethods(realm: Realm): Readonly<Record<string, unknown>> {
  const isDetailed = has(realm, "methodDetails");
  return Object.fromEntries(
    loginMethods.map((name) => {
      const enabled = name === "Email" && realm.settings.email_auth_enabled;
      return [name, isDetailed ? { enabled, available: name === "Email" } : enabled];
    }),
  );
}

function plain(realm: Realm) {
  const { settings } = realm;
  return {
    realm_name: settings.name,
    realm_description: settings.description,
    realm_icon_url: iconAddress(realm),
    realm_icon_source: iconSource(iconAddress(realm)),
    realm_logo_url: "/static/images/realm-logo.svg",
    realm_logo_source: "D",
    realm_night_logo_url: "/static/images/realm-logo.svg",
    realm_night_logo_source: "D",
    realm_date_created: settings.date_created,
    realm_message_content_delete_limit_seconds: settings.message_content_delete_limit_seconds,
    realm_message_content_edit_limit_seconds: settings.message_content_edit_limit_seconds,
    realm_move_messages_within_stream_limit_seconds: settings.move_messages_within_stream_limit_seconds,
    realm_move_messages_between_streams_limit_seconds: settings.move_messages_between_streams_limit_seconds,
    realm_allow_message_editing: settings.allow_message_editing,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_message_edit_history_visibility_policy: settings.message_edit_history_visibility_policy,
    realm_default_code_block_language: settings.default_code_block_language,
    realm_empty_topic_display_name: settings.empty_topic_display_name,
    realm_inline_image_preview: settings.inline_image_preview,
    realm_enable_read_receipts: settings.enable_read_receipts,
    realm_presence_disabled: settings.presence_disabled,
    realm_waiting_period_threshold: settings.waiting_period_threshold,
    realm_topics_policy: settings.topics_policy,
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_push_notifications_enabled: settings.push_notifications_enabled,
    realm_email_auth_enabled: settings.email_auth_enabled,
    realm_password_auth_enabled: settings.email_auth_enabled,
    realm_enable_spectator_access: settings.web_public_streams_enabled,
    server_web_public_streams_enabled: settings.web_public_streams_enabled,
  };
}

/** The settings that are kept for clients alone. */
function organization(realm: Realm) {
  const { settings } = realm;
  return {
    ...Object.fromEntries(organizationNames.map((name) => [`realm_${name}`, settings[name]])),
    jitsi_server_url: settings.jitsi_server_url ?? limits.jitsiServer,
    realm_gif_rating_policy: settings.giphy_rating,
    giphy_rating_options: gifRatings,
    gif_rating_options: gifRatings,
    gif_rating_policy_options: gifRatings,
    realm_authentication_methods: authenticationMethods(realm),
    realm_bot_domain: botDomain(realm),
    realm_uuid: uuidText(draw(realm.server.seed, "realm", 1)),
  };
}

function groupSettings(realm: Realm) {
  const names = groupNames.filter((name) => hasRealmSetting(realm, name));
  return {
    ...Object.fromEntries(names.map((name) => [`realm_${name}`, settingValue(realm, realm.settings[name])])),
    server_supported_permission_settings: permissionSettings(realm, names),
  };
}

/** Settings of the organization and facts of the server. What is not there at the server's level is taken out of all fields at once. */
export const realmSettings: Family = {
  realm: ({ realm }) => ({
    ...serverFacts(realm),
    ...formerSettings(realm),
    ...plain(realm),
    ...organization(realm),
    ...groupSettings(realm),
  }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
};
