import { isThere, type LevelChange } from "../core/levels.ts";
import { own } from "../core/lookup.ts";
import type { Endpoint } from "./endpoint.ts";
import { aList, always, aNumber, anInteger, aText, type SchemaFields, sometimes } from "./envelope.ts";

/** A way in which a request is refused. */
export interface RefusalOf {
  readonly status: number;
  readonly code: string;
  readonly when: string;
  /** Fields beside `result`, `msg` and `code`. */
  readonly extra?: SchemaFields;
  readonly since?: LevelChange;
}

const refused = (code: string, when: string, extra?: SchemaFields, status = 400): RefusalOf => ({
  status,
  code,
  when,
  ...(extra && { extra }),
});
const generic = (when: string, extra?: SchemaFields): RefusalOf => refused("BAD_REQUEST", when, extra);
const principal = (when: string): RefusalOf => refused("UNAUTHORIZED_PRINCIPAL", when);
const wrongLogin = (code: string, when: string): RefusalOf => refused(code, when, undefined, 401);

const parameter = always(aText("The parameter."));
const missing = refused("REQUEST_VARIABLE_MISSING", "A required parameter is missing.", { var_name: parameter });
const invalid = refused("REQUEST_VARIABLE_INVALID", "A parameter is of the wrong form.", {
  var_name: parameter,
  bad_value: always(aText("What was sent.")),
});
const confusing = refused("REQUEST_CONFUSING_VAR", "A parameter was sent under two of its names.", {
  var_name1: always(aText("One name.")),
  var_name2: always(aText("The other.")),
});
const badNarrow = refused("BAD_NARROW", "A term of the narrow says nothing that can be looked for.", {
  desc: always(aText("What is wrong.")),
});

/** Refusals of any endpoint that wants credentials. */
const unauthorized = wrongLogin(
  "UNAUTHORIZED",
  "Credentials are missing, malformed or wrong, or those of an account or organization that is deactivated.",
);

/** The refusal of any endpoint where calls are limited. */
const limited = refused("RATE_LIMIT_HIT", "Too many calls.", { "retry-after": sometimes(aNumber("Seconds to wait.")) }, 429);

/** Refusals of the endpoints, by their route, where there is more to say than their declaration does. */
export const refusals: Readonly<Record<string, readonly RefusalOf[]>> = {
  "POST /messages": [
    generic("An unknown recipient, a topic or content that cannot be, no permission to post.", {
      empty_topic_display_name: sometimes(aText("Where only the empty topic is allowed.")),
    }),
    refused("STREAM_DOES_NOT_EXIST", "There is no such channel.", {
      stream: sometimes(aText("The name sent.")),
      stream_id: sometimes(anInteger("The ID sent.")),
    }),
    { ...refused("STREAM_WILDCARD_MENTION_NOT_ALLOWED", "The sender may not mention a whole channel."), since: "wildcardCodes" },
    { ...refused("TOPIC_WILDCARD_MENTION_NOT_ALLOWED", "The sender may not mention a whole topic."), since: "wildcardCodes" },
    missing,
    confusing,
  ],
  "POST /typing": [
    generic("Missing or unknown recipients, channel or topic; the caller's settings; no permission to post."),
    missing,
    confusing,
  ],
  "POST /user_topics": [generic("An unknown channel, a topic that is too long, a policy out of range."), missing],
  "POST /channel_folders/create": [
    generic("A name that is blank, too long or taken; a description that is too long."),
    principal("The caller is no administrator."),
    missing,
  ],
  "PATCH /channel_folders/{channel_folder_id}": [
    generic("An unknown folder; a name that is blank, too long or taken."),
    principal("The caller is no administrator."),
  ],
  "GET /messages/matches_narrow": [generic("IDs or terms of the wrong type."), badNarrow, invalid, missing],
  "GET /messages/{message_id}": [generic("The message is missing or not visible.")],
  "GET /messages": [
    generic("Parameters of both modes, a wrong anchor, too many messages.", {
      parameters: sometimes({
        anyOf: [aText("Names."), aList(aText("Name."), "Names.")],
        description: "Parameters that do not go together.",
      }),
    }),
    badNarrow,
    invalid,
    missing,
  ],
  "POST /fetch_api_key": [
    generic("The user name is no address."),
    wrongLogin("AUTHENTICATION_FAILED", "User name or password is wrong."),
    wrongLogin("PASSWORD_AUTH_DISABLED", "Nobody logs in by password."),
    wrongLogin("REALM_DEACTIVATED", "The organization is deactivated."),
    wrongLogin("USER_DEACTIVATED", "The account is deactivated."),
    missing,
  ],
  "POST /user_groups/create": [
    generic("No permission; unknown or deactivated people or groups; a bad or taken name; a setting's restriction."),
    missing,
  ],
  "POST /user_groups/{user_group_id}/members": [generic("An unknown group; no permission; unknown or deactivated people or groups.")],
  "PATCH /users/me/profile_data": [generic("An unknown field, one that the caller may not edit, a value that does not fit."), missing],
  "POST /navigation_views": [generic("A blank fragment; a view with this fragment or name is there."), missing],
  "POST /realm/domains": [generic("No domain, or one that is there already."), principal("The caller is no owner."), missing],
  "GET /realm/linkifiers": [],
  "DELETE /messages/{message_id}": [generic("The message is missing or not visible; no permission; the time limit has passed.")],
  "DELETE /events": [refused("BAD_EVENT_QUEUE_ID", "Unknown or already deleted.", { queue_id: always(aText("The queue sent.")) }), missing],
  "POST /remove_client_device": [generic("No such device, or another's."), missing],
  "GET /realm/presence": [],
  "POST /calls/vc/create": [
    generic("The provider is not configured."),
    refused("INVALID_VIDEO_CALL_PROVIDER_TOKEN", "The caller holds no token of the provider."),
  ],
  "GET /server_settings": [],
};

/** Returns how an endpoint refuses beside what all do: as its declaration has it where nothing more is said of it. */
function ownRefusals({ route, params }: Pick<Endpoint, "route" | "params">): readonly RefusalOf[] {
  const all = Object.values(params);
  const derived = [
    ...(all.length > 0 || route.includes("{")
      ? [generic("A value that does not fit, or what it names is missing, not visible or not permitted.")]
      : []),
    ...(all.some(({ required }) => required) ? [missing] : []),
    ...(all.some(({ aliases }) => aliases.length > 0) ? [confusing] : []),
  ];
  return own(refusals, route) ?? derived;
}

/** The refusals of an endpoint at a level, by HTTP status. */
export function refusalsOf(endpoint: Pick<Endpoint, "route" | "params" | "allow">, level: number): ReadonlyMap<number, RefusalOf[]> {
  const all = [...ownRefusals(endpoint), ...(endpoint.allow ? [unauthorized] : []), limited].filter((one) => isThere(one, level));
  const byStatus = new Map<number, RefusalOf[]>();
  for (const one of all) byStatus.set(one.status, [...(byStatus.get(one.status) ?? []), one]);
  return byStatus;
}
