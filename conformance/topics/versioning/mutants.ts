import { type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import type { MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

/** Changes that the specification names with the level that brought each, by the clause that says so. */
const changes: Readonly<Record<string, number>> = {
  ignored: 167,
  "user-topics": 170,
  "api-key-id": 171,
  "private-for-direct": 174,
  "url-template": 176,
  "followed-policy": 219,
  "wildcard-codes": 229,
  "read-by-sender": 236,
  "channel-for-stream": 248,
  "message-ids": 300,
  "empty-topic": 334,
  "last-moved": 365,
  "channel-folders": 389,
  "navigation-views": 390,
  "anchor-date": 445,
  "device-removal": 470,
  "video-call": 493,
  "bots-manage-groups": 496,
};

/** Further clauses that are broken where a server tells a level and lacks what it brought. */
const broken: Readonly<Record<string, readonly string[]>> = {
  ignored: ["conventions/ignored-listed"],
  "user-topics": ["conventions/prefix", "topic-policy/none-removes"],
  "api-key-id": ["fetch_api_key.post/user_id", "authentication/key-exchange-id"],
  "private-for-direct": ["messages.post/type-direct", "messages.post/type-private-alias", "messages.post/sends-to-people"],
  "url-template": ["linkifier/url_template"],
  "followed-policy": ["topic-policy/any-to-any", "topic-policy/by-sending"],
  "wildcard-codes": ["errors/channel-wildcard", "errors/topic-wildcard", "messages.post/channel-wildcard", "messages.post/topic-wildcard"],
  "read-by-sender": ["messages.post/read-by-sender"],
  "channel-for-stream": ["messages.post/type-channel-alias", "messages.post/sends-to-channel", "typing.post/type-channel-alias"],
  "message-ids": ["messages.get/message-ids"],
  "empty-topic": [
    "conventions/empty-topic",
    "conventions/empty-topic-told",
    "messages.post/topic-empty",
    "messages.get/allow-empty-topic-name",
  ],
  "last-moved": ["message-resource/last-moved", "message-resource/last-edit-moves", "message-resource/last-edit-absent"],
  "channel-folders": ["conventions/prefix", "channel_folders.create.post/succeeds"],
  "navigation-views": ["conventions/prefix", "navigation_views.post/adds"],
  "anchor-date": ["messages.get/anchor-date", "messages.get/anchor-date-forms"],
  "device-removal": ["conventions/prefix", "remove_client_device.post/removes"],
  "video-call": [
    "conventions/prefix",
    "calls.vc.create.post/url",
    "calls.vc.create.post/has-token",
    "calls.vc.create.post/has-token-event",
  ],
  "bots-manage-groups": ["user_groups.create.post/bots", "user_groups-id.members.post/bots", "authentication/groups-for-bots"],
};

/** Changes that have a level and no clause here. */
const furtherChanges: Readonly<Record<string, number>> = { subgroups: 311, "no-topic": 370 };

/** Those of them that are endpoints. */
const endpoints: readonly string[] = ["user-topics", "channel-folders", "navigation-views", "device-removal", "video-call"];

const told = (body: MutableFields): string[] => Object.keys(body).filter((name) => name.endsWith("_feature_level"));

/** A server of a level that calls itself one of another, wherever it tells its level. */
const claiming = (name: string, breaks: readonly string[], level: number, claims: number, says: string): Mutant =>
  onRoute(undefined, "versioning", { level, claims, ...(name.startsWith("wildcard-codes") && { realm: "crowded" }) })(name, breaks)
    .says(`Calls itself a server of level ${claims} and ${says}.`)
    .changes(({ body }) => {
      for (const field of told(body)) body[field] = claims;
      return undefined;
    });

/** A server that calls itself newer by one level than it is. */
const claimed = ([words, level]: readonly [string, number]): Mutant => {
  const implied = endpoints.includes(words) ? ["level-implies"] : [];
  return claiming(`${words}-claimed`, [words, ...implied, ...(broken[words] ?? [])], level - 1, level, "lacks what that level brought");
};

/** A server that calls itself older by one level than it is. */
const ahead = ([words, level]: readonly [string, number]): Mutant =>
  claiming(`${words}-ahead`, ["ahead"], level, level - 1, `shows what level ${level} brought`);

const notFound = (): MutableAnswer => ({ ...refusal("BAD_REQUEST", { msg: "Not found" }), status: 404 });

const settings = onRoute("GET /server_settings", "versioning");
const fetching = onRoute("GET /messages", "versioning");
const updating = onRoute("PATCH /channel_folders/{id}", "versioning");
const presence = onRoute("GET /realm/presence", "versioning");

/** Servers that do not do what their level says. */
export const mutants: readonly Mutant[] = [
  ...Object.entries(changes).flatMap((change) => [claimed(change), ahead(change)]),
  ...Object.entries(furtherChanges).map(ahead),
  settings("level-falls", ["monotonic", "server-settings/stable"])
    .says("The feature level is lower each time that it is told.")
    .answers((body, request) => {
      const times = request.count("times") - 1;
      for (const field of told(body)) body[field] = Number(body[field]) - times;
    }),
  fetching("first-unread-alias-means-oldest", "first-unread")
    .says("With use_first_unread_anchor the anchor is the oldest message, read or not.")
    .takes(
      (request) =>
        request.field("use_first_unread_anchor") === "true" && request.with({ use_first_unread_anchor: undefined, anchor: "oldest" }),
    ),
  updating("folders-made-and-never-changed", ["channel-folders", "level-implies", "conventions/prefix"])
    .says("Folders can be created, and the endpoint that changes them is not there.")
    .replies(notFound),
  presence("endpoint-without-prefix", ["prefix", "conventions/prefix"])
    .says("One of the endpoints is not there under /api/v1.")
    .replies(notFound),
];
