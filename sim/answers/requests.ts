// Made from sim/openapi by `npm run answers`.

import type { GroupSetting, NarrowTerm } from "./objects.ts";

/** The parameters, by route. */
export interface Requests {
  readonly "GET /server_settings": Readonly<Record<string, never>>;
  readonly "POST /fetch_api_key": { username: string; password: string };
  readonly "GET /messages": {
    allow_empty_topic_name?: boolean | undefined;
    anchor?: string | number | undefined;
    anchor_date?: string | undefined;
    apply_markdown?: boolean | undefined;
    client_gravatar?: boolean | undefined;
    message_ids?: number[] | null | undefined;
    include_anchor?: boolean | undefined;
    narrow?: NarrowTerm[] | undefined;
    num_after?: number | undefined;
    num_before?: number | undefined;
    use_first_unread_anchor?: boolean | undefined;
  };
  readonly "POST /messages": {
    forged?: string | undefined;
    local_id?: string | undefined;
    content: string;
    queue_id?: string | undefined;
    read_by_sender?: boolean | undefined;
    sender?: string | undefined;
    to: string | number | string[] | number[];
    type: "direct" | "private" | "stream" | "channel";
    time?: number | undefined;
    topic?: string | undefined;
    widget_content?: string | undefined;
    subject?: string | undefined;
  };
  readonly [route: `GET /messages/${number}`]: { allow_empty_topic_name?: boolean | undefined; apply_markdown?: boolean | undefined };
  readonly [route: `DELETE /messages/${number}`]: Readonly<Record<string, never>>;
  readonly "GET /messages/matches_narrow": { msg_ids: number[]; narrow: NarrowTerm[] };
  readonly "POST /typing": {
    to?: number[] | undefined;
    op: "start" | "stop";
    type?: "direct" | "stream" | "channel" | undefined;
    stream_id?: number | undefined;
    topic?: string | undefined;
    subject?: string | undefined;
  };
  readonly "POST /user_topics": { stream_id: number; topic: string; visibility_policy: 0 | 1 | 2 | 3 };
  readonly "POST /channel_folders/create": { description: string; name: string };
  readonly [route: `PATCH /channel_folders/${number}`]: {
    description?: string | undefined;
    is_archived?: boolean | undefined;
    name?: string | undefined;
  };
  readonly "POST /user_groups/create": {
    can_add_members_group?: GroupSetting | undefined;
    can_join_group?: GroupSetting | undefined;
    can_leave_group?: GroupSetting | undefined;
    can_manage_group?: GroupSetting | undefined;
    can_mention_group?: GroupSetting | undefined;
    can_remove_members_group?: GroupSetting | undefined;
    description: string;
    members: number[];
    name: string;
    subgroups?: number[] | undefined;
  };
  readonly [route: `POST /user_groups/${number}/members`]: {
    add?: number[] | undefined;
    add_subgroups?: number[] | undefined;
    delete?: number[] | undefined;
    delete_subgroups?: number[] | undefined;
  };
  readonly "PATCH /users/me/profile_data": { data: { id: number; value: string | number[] | null }[] };
  readonly "POST /navigation_views": { fragment: string; is_pinned: boolean; name?: string | undefined };
  readonly "POST /realm/domains": { allow_subdomains: boolean; domain: string };
  readonly "GET /realm/linkifiers": Readonly<Record<string, never>>;
  readonly "GET /realm/presence": Readonly<Record<string, never>>;
  readonly "DELETE /events": { queue_id: string };
  readonly "POST /calls/vc/create": Readonly<Record<string, never>>;
  readonly "POST /remove_client_device": { device_id: number };
}
