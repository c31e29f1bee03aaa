import { holds } from "../expect.ts";

/** What endpoints return beside the envelope. */
const returned = [
  "id",
  "automatic_new_visibility_policy",
  "message",
  "messages",
  "raw_content",
  "anchor",
  "channel_folder_id",
  "group_id",
  "api_key",
  "email",
  "user_id",
  "new_domain",
  "linkifiers",
  "presences",
  "url",
  "code",
];

/** A success of an endpoint that returns nothing: none of the specified return values. Fields of newer servers pass. */
export function bare(body: Readonly<Record<string, unknown>>): void {
  for (const name of returned) holds(!(name in body), `an answer that is to be the envelope alone has the field ${name}`);
}
