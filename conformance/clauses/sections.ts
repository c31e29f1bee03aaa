const under = (parent: string, ...headings: readonly string[]): string[] => headings.map((heading) => `${parent} > ${heading}`);

/** The headings of the specification that state something; what is set in bold below one continues its name. */
export const headings: readonly string[] = [
  ...under("What the service does", "Conventions for every endpoint"),
  ...under(
    "Resources and their fields",
    "Message",
    "Narrow",
    "Channel folder",
    "User group",
    "Linkifier",
    "Presence entry",
    "Other records",
    "Server settings",
  ),
  ...under("States and transitions", "Topic visibility policy", "Channel folder", "Typing state", "Presence status"),
  ...under(
    "Endpoints",
    "POST /messages",
    "POST /typing",
    "POST /user_topics",
    "PATCH /channel_folders/{channel_folder_id}",
    "POST /channel_folders/create",
    "GET /messages/matches_narrow",
    "GET /messages/{message_id}",
    "GET /messages",
    "POST /fetch_api_key",
    "POST /user_groups/create",
    "POST /user_groups/{user_group_id}/members",
    "PATCH /users/me/profile_data",
    "POST /navigation_views",
    "POST /realm/domains",
    "GET /realm/linkifiers",
    "DELETE /messages/{message_id}",
    "DELETE /events",
    "POST /remove_client_device",
    "GET /realm/presence",
    "POST /calls/vc/create",
    "GET /server_settings",
  ),
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
];

/** The heading that a section is, or is a part of. */
export const headingOf = (section: string): string | undefined =>
  headings.find((heading) => section === heading || section.startsWith(`${heading} > `));
