import { present } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import type { MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { clauses } from "./clauses.ts";

/**
 * Changes that the specification names with the level that brought each, by the words of the clause that says so: further clauses that are
 * broken where a server tells that level and lacks what it brought.
 */
const changes: Readonly<Record<string, readonly string[]>> = {
  ignored: ["conventions/ignored-listed"],
  "user-topics": ["level-implies", "conventions/prefix", "topic-policy/none-removes"],
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
  "channel-folders": ["level-implies", "conventions/prefix", "channel_folders.create.post/succeeds"],
  "navigation-views": ["level-implies", "conventions/prefix", "navigation_views.post/adds"],
  "anchor-date": ["messages.get/anchor-date", "messages.get/anchor-date-forms"],
  "device-removal": ["level-implies", "conventions/prefix", "remove_client_device.post/removes"],
  "video-call": [
    "level-implies",
    "conventions/prefix",
    "calls.vc.create.post/url",
    "calls.vc.create.post/has-token",
    "calls.vc.create.post/has-token-event",
  ],
  "bots-manage-groups": ["user_groups.create.post/bots", "user_groups-id.members.post/bots", "authentication/groups-for-bots"],
};

const levelOf = (words: string): number =>
  present(
    clauses.find(({ id }) => id === `versioning/${words}`),
    words,
  ).since;

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
const claimed = (words: string, level: number): Mutant =>
  claiming(`${words}-claimed`, [words, ...(changes[words] ?? [])], level - 1, level, "lacks what that level brought");

/** A server that calls itself older by one level than it is. */
const ahead = (words: string, level: number): Mutant =>
  claiming(`${words}-ahead`, ["ahead"], level, level - 1, `shows what level ${level} brought`);

const notFound = (): MutableAnswer => ({ ...refusal("BAD_REQUEST", { msg: "Not found" }), status: 404 });

const settings = onRoute("GET /server_settings", "versioning");
const fetching = onRoute("GET /messages", "versioning");
const updating = onRoute("PATCH /channel_folders/{id}", "versioning");
const presence = onRoute("GET /realm/presence", "versioning");

/** Servers that do not do what their level says. */
export const mutants: readonly Mutant[] = [
  ...Object.keys(changes).flatMap((words) => [claimed(words, levelOf(words)), ahead(words, levelOf(words))]),
  ahead("subgroups", levels.subgroupsInCreation),
  ahead("no-topic", levels.noTopicMeansEmpty),
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
