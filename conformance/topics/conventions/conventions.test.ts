import { test } from "uvu";
import * as assert from "uvu/assert";
import { contradicted } from "../../../sim/index.ts";
import { type AlterReply, altered, bodies } from "../../check/altered.test.kit.ts";
import { check } from "../../check/check.ts";
import type { Outgoing, Reply } from "../../client/target.ts";
import { byDay, someOf } from "../../night.test.kit.ts";
import { embedded } from "../../targets/embedded.ts";
import { endpoints, parameterNames } from "../../text/index.ts";
import { calls } from "../each-call.ts";

const target = embedded();
/** By day few values each. */
const load = { seed: 3, runs: 0, ...byDay({ tries: 4 }, {}) };
const own = ["conventions*", "authentication*", "errors*", "limits*", "versioning*"];

async function differing(change: AlterReply, only: readonly string[]): Promise<string[]> {
  const { properties } = await check({ target: altered(target, change), only, ...load });
  assert.ok(properties.length > 0, `${only.join(", ")} chooses nothing`);
  return properties.flatMap(({ address, verdict }) => (verdict === "differs" ? [address] : []));
}

type Body = Reply["body"];
const isSuccess = ({ result }: Body): boolean => result === "success";
const success = { status: 200, headers: {}, body: { result: "success", msg: "", messages: [] } };
const notThere = { status: 404, headers: {}, body: { result: "error", msg: "Nothing here", code: "BAD_REQUEST" } };
const asks = ({ method, path }: Outgoing, route: string): boolean => `${method} ${path}` === route;
const succeeding =
  (test: (request: Outgoing) => boolean): AlterReply =>
  (reply, request) =>
    test(request) ? success : reply;
const lacking = (name: string): AlterReply => bodies(({ [name]: _, ...rest }) => rest);
const having = (more: Body): AlterReply => bodies((body) => ({ ...body, ...more }));
const texts = ({ fields }: Outgoing): unknown[] => Object.values(fields);

/** A level that is one lower at each reading. */
function falling(): AlterReply {
  let level = 500;
  return bodies((body) => ("service_feature_level" in body ? { ...body, service_feature_level: level-- } : body));
}

/** One name that is left out of what was ignored, wherever it was sent: only some endpoint has such a parameter. */
const withoutName = (name: string): AlterReply =>
  bodies(({ ignored_parameters_unsupported: listed, ...body }) =>
    Array.isArray(listed) ? { ...body, ignored_parameters_unsupported: listed.filter((each) => each !== name) } : body,
  );

/** Content that comes back longer than it may be. */
const overlong: AlterReply = bodies((body) => {
  const message = body.message as { content: string } | undefined;
  return message && message.content.length >= 9_000 ? { ...body, message: { ...message, content: "x".repeat(10_001) } } : body;
});

const faults: readonly (readonly [what: string, change: AlterReply, noticed: string])[] = [
  [
    "an endpoint that is not there",
    (reply, request) => (asks(request, "POST /user_topics") ? notThere : reply),
    "conventions.success/user_topics.post",
  ],
  ["a return value that is missing", lacking("found_newest"), "conventions.success/messages.get"],
  [
    "an empty list of ignored parameters",
    bodies((body) => (isSuccess(body) ? { ignored_parameters_unsupported: [], ...body } : body)),
    "conventions.supportedNotListed/typing.post",
  ],
  [
    "ignored parameters in refusals",
    bodies((body) => (isSuccess(body) ? body : { ...body, ignored_parameters_unsupported: ["x"] })),
    "conventions.refusalsListNothing/typing.post",
  ],
  [
    "ignored parameters listed twice",
    bodies((body) => {
      const ignored = body.ignored_parameters_unsupported as string[] | undefined;
      return ignored ? { ...body, ignored_parameters_unsupported: [...ignored, ...ignored] } : body;
    }),
    "conventions.unsupportedByBare/realm.presence.get",
  ],
  ["a method that is not there and succeeds", succeeding(({ method }) => method === "PUT"), "conventions.wrongMethod/messages.post"],
  ["a path that is not there and succeeds", succeeding(({ path }) => path.endsWith("no_such_path")), "conventions/unknownRoute"],
  [
    "half a list that is accepted",
    succeeding((request) => texts(request).includes("[1")),
    "conventions.wrongLists/user_groups.create.post",
  ],
  [
    "an object that is accepted as a list",
    succeeding((request) => texts(request).includes('{"no": "list"}')),
    "conventions.wrongLists/messages.get",
  ],
  [
    "any text that is accepted as a boolean",
    succeeding((request) => texts(request).includes("maybe")),
    "conventions.wrongBooleans/messages-id.get",
  ],
  ["a display name that is not told", lacking("realm_empty_topic_display_name"), "conventions/displayName"],
  [
    "another refusal of nobody at one endpoint",
    (reply, { as, path }) => (as === null && path === "/typing" ? { ...reply, body: { ...reply.body, code: "BAD_REQUEST" } } : reply),
    "authentication.none/typing.post",
  ],
  [
    "malformed credentials that are accepted",
    succeeding((request) => request.credentials?.kind === "malformed"),
    "authentication.malformed/realm.linkifiers.get",
  ],
  [
    "another scheme that is accepted",
    succeeding((request) => request.credentials?.kind === "otherScheme"),
    "authentication.malformed/realm.linkifiers.get",
  ],
  [
    "messages of other channels shown to nobody",
    (reply, { as, path }) =>
      as === null && path === "/messages" ? { ...success, body: { ...success.body, messages: [{ stream_id: 1 }] } } : reply,
    "authentication/spectators",
  ],
  [
    "extra fields beside BAD_REQUEST",
    bodies((body) => (body.code === "BAD_REQUEST" ? { ...body, stream: "x" } : body)),
    "users.me.profile_data.patch/unknownAlone",
  ],
  ["limits that are texts", having({ max_message_length: "10000" }), "limits/told"],
  ["limits of folders that are not told", lacking("max_channel_folder_name_length"), "limits/foldersTold"],
  ["intervals of nothing", having({ server_typing_stopped_wait_period_milliseconds: 0 }), "limits/typingPeriods"],
  [
    "more ids than may be fetched",
    succeeding(({ fields: { message_ids } }) => Array.isArray(message_ids) && message_ids.length > 5000),
    "messages.get.refusals/limitOfIds",
  ],
  ["content kept beyond its bound", overlong, "messages.post.text/content-beyond"],
  ["a level that falls", falling(), "versioning/level"],
  [
    "a level that is a text",
    bodies((body) => ("service_feature_level" in body ? { ...body, service_feature_level: String(body.service_feature_level) } : body)),
    "versioning/level",
  ],
  [
    "an alias of another value",
    bodies((body) => ("realm_uri" in body ? { ...body, realm_uri: "http://x" } : body)),
    "server_settings.get/alias",
  ],
  [
    "a parameter that its level brought and that is ignored",
    having({ ignored_parameters_unsupported: ["message_ids"] }),
    "messages.get.ids/byIds",
  ],
];

for (const [what, change, noticed] of someOf(faults, 3)) {
  test(`${what}: ${noticed} notices`, async () => {
    assert.equal(await differing(change, [noticed]), [noticed]);
  });
}

const harmless: readonly (readonly [what: string, change: AlterReply])[] = [
  ["fields of successes that nobody knows", bodies((body) => (isSuccess(body) ? { ...body, touchstone_unknown: { a: [1] } } : body))],
  ["other texts in msg", bodies((body) => (isSuccess(body) ? body : { ...body, msg: "Nein" }))],
  [
    "keys and ignored parameters in another order",
    bodies((body) => {
      const ignored = body.ignored_parameters_unsupported as string[] | undefined;
      const turned = Object.fromEntries(Object.entries(body).reverse());
      return ignored ? { ...turned, ignored_parameters_unsupported: [...ignored].reverse() } : turned;
    }),
  ],
];

for (const [what, change] of someOf(harmless, 3)) {
  test(`${what} are no difference`, async () => {
    assert.equal(await differing(change, own), []);
  });
}

test("where no request that reads lists what it ignores, that is one mistake, whatever the request looks at", async () => {
  const unlisted: AlterReply = (reply, { method }) => {
    const { ignored_parameters_unsupported: _, ...body } = reply.body;
    return method === "GET" ? { ...reply, body } : reply;
  };
  const only = ["conventions.unsupportedListed/messages.get", "conventions.unsupportedByBare/*"];
  assert.equal(await differing(unlisted, only), only.slice(0, 1));
  const ofBare: AlterReply = (reply, request) => (request.path === "/messages" ? reply : unlisted(reply, request));
  assert.is((await differing(ofBare, only)).length, 3);
});

/** A status of the same hundred: the specification names none. */
test("other statuses of refusals are no difference", async () => {
  const other: AlterReply = (reply) => (reply.status >= 400 ? { ...reply, status: 422 } : reply);
  assert.equal(await differing(other, own), []);
});

test("servers that do as is observed, and those of a crowd, conform", async () => {
  for (const options of someOf([{ rulings: "observed" }, { realm: "crowded" }] as const, 2)) {
    const { summary } = await check({ target: embedded(options), only: own, accepts: contradicted, ...load });
    assert.is(summary.differs, 0);
  }
});

test("old servers are asked for what they have", async () => {
  for (const level of byDay([228], [100, 166, 228, 299, 333, 400, 495])) {
    const { summary, properties } = await check({ target: embedded({ level }), only: own, ...load });
    const wrong = properties.flatMap(({ address, verdict, reason }) => (verdict === "differs" ? [`${address}: ${reason}`] : []));
    assert.equal(wrong, [], `level ${level}`);
    assert.ok(summary.run > 100, `level ${level} runs ${summary.run}`);
  }
});

test("each name of a parameter that another endpoint has is tried at each endpoint, whatever is drawn", async () => {
  const only = ["conventions.unsupportedListed/*"];
  const all = (await check({ target, only, seed: 3, tries: 0, runs: 0 })).properties.map(({ address }) => address);
  const having = (name: string) => calls.filter(({ stem }) => Object.hasOwn(endpoints.get(stem)?.parameters ?? {}, name));
  for (const name of byDay(["read_by_sender", "username"], [...parameterNames()])) {
    const { properties } = await check({ target: altered(target, withoutName(name)), only, seed: 3, tries: 0, runs: 0 });
    const own = having(name).map(({ stem }) => `conventions.unsupportedListed/${stem}`);
    const seen = properties.flatMap(({ address, verdict }) => (verdict === "differs" ? [address] : []));
    assert.equal(
      seen,
      all.filter((address) => !own.includes(address)),
      name,
    );
  }
});

test.run();
