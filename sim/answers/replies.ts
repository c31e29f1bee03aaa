// Made from sim/openapi by `npm run answers`.

import type { ExternalMethod, Linkifier, Match, Message, Presence } from "./objects.ts";

/** What a success returns beside the envelope, by route. */
export interface Replies {
  readonly "GET /server_settings": {
    authentication_methods: Record<string, boolean>;
    external_authentication_methods: ExternalMethod[];
    service_feature_level: number;
    service_version: string;
    service_merge_base: string;
    push_notifications_enabled: boolean;
    is_incompatible: boolean;
    email_auth_enabled: boolean;
    require_email_format_usernames: boolean;
    realm_url?: string;
    realm_uri?: string;
    realm_name?: string;
    realm_icon?: string;
    realm_description?: string;
    realm_web_public_access_enabled?: boolean;
  };
  readonly "POST /fetch_api_key": { api_key: string; email: string; user_id: number };
  readonly "GET /messages": {
    anchor?: number;
    found_newest: boolean;
    found_oldest: boolean;
    found_anchor: boolean;
    history_limited: boolean;
    messages: Message[];
  };
  readonly "POST /messages": { id: number; automatic_new_visibility_policy?: 2 | 3 };
  readonly [route: `GET /messages/${number}`]: { message: Message; raw_content: string };
  readonly [route: `DELETE /messages/${number}`]: unknown;
  readonly "GET /messages/matches_narrow": { messages: Record<string, Match> };
  readonly "POST /typing": unknown;
  readonly "POST /user_topics": unknown;
  readonly "POST /channel_folders/create": { channel_folder_id: number };
  readonly [route: `PATCH /channel_folders/${number}`]: unknown;
  readonly "POST /user_groups/create": { group_id: number };
  readonly [route: `POST /user_groups/${number}/members`]: unknown;
  readonly "PATCH /users/me/profile_data": unknown;
  readonly "POST /navigation_views": unknown;
  readonly "POST /realm/domains": { new_domain: [number, string] };
  readonly "GET /realm/linkifiers": { linkifiers: Linkifier[] };
  readonly "GET /realm/presence": { server_timestamp: number; presences: Record<string, { aggregated: Presence; website: Presence }> };
  readonly "DELETE /events": unknown;
  readonly "POST /calls/vc/create": { url: string };
  readonly "POST /remove_client_device": unknown;
}

/** The codes of refusals, by route. */
export interface Codes {
  readonly "GET /server_settings": "RATE_LIMIT_HIT";
  readonly "POST /fetch_api_key":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "AUTHENTICATION_FAILED"
    | "PASSWORD_AUTH_DISABLED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "GET /messages":
    | "BAD_REQUEST"
    | "BAD_NARROW"
    | "REQUEST_VARIABLE_INVALID"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /messages":
    | "BAD_REQUEST"
    | "STREAM_DOES_NOT_EXIST"
    | "STREAM_WILDCARD_MENTION_NOT_ALLOWED"
    | "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"
    | "REQUEST_VARIABLE_MISSING"
    | "REQUEST_CONFUSING_VAR"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly [route: `GET /messages/${number}`]: "BAD_REQUEST" | "UNAUTHORIZED" | "REALM_DEACTIVATED" | "USER_DEACTIVATED" | "RATE_LIMIT_HIT";
  readonly [route: `DELETE /messages/${number}`]:
    | "BAD_REQUEST"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "GET /messages/matches_narrow":
    | "BAD_REQUEST"
    | "BAD_NARROW"
    | "REQUEST_VARIABLE_INVALID"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /typing":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "REQUEST_CONFUSING_VAR"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /user_topics":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /channel_folders/create":
    | "BAD_REQUEST"
    | "UNAUTHORIZED_PRINCIPAL"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly [route: `PATCH /channel_folders/${number}`]:
    | "BAD_REQUEST"
    | "UNAUTHORIZED_PRINCIPAL"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /user_groups/create":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly [route: `POST /user_groups/${number}/members`]:
    | "BAD_REQUEST"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "PATCH /users/me/profile_data":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /navigation_views":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /realm/domains":
    | "BAD_REQUEST"
    | "UNAUTHORIZED_PRINCIPAL"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "GET /realm/linkifiers": "UNAUTHORIZED" | "REALM_DEACTIVATED" | "USER_DEACTIVATED" | "RATE_LIMIT_HIT";
  readonly "GET /realm/presence": "UNAUTHORIZED" | "REALM_DEACTIVATED" | "USER_DEACTIVATED" | "RATE_LIMIT_HIT";
  readonly "DELETE /events":
    | "BAD_EVENT_QUEUE_ID"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /calls/vc/create":
    | "BAD_REQUEST"
    | "INVALID_VIDEO_CALL_PROVIDER_TOKEN"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
  readonly "POST /remove_client_device":
    | "BAD_REQUEST"
    | "REQUEST_VARIABLE_MISSING"
    | "UNAUTHORIZED"
    | "REALM_DEACTIVATED"
    | "USER_DEACTIVATED"
    | "RATE_LIMIT_HIT";
}
