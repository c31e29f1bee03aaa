import { isSuccess, listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const anywhere = onRoute(undefined, "authentication");
const settings = onRoute("GET /server_settings", "authentication");
const logins = onRoute("POST /fetch_api_key", "authentication");
const single = onRoute("GET /messages/{id}", "authentication");
const linkifiers = onRoute("GET /realm/linkifiers", "authentication");
const fetching = onRoute("GET /messages", "authentication");

const unauthorized = { status: 401, body: { result: "error", msg: "Not logged in.", code: "UNAUTHORIZED" } };

const publicChannels = [{ operator: "channels", operand: "public" }];

/** Returns whether alice is not shown the address that the account of a request's key logs in with. */
function isHidden(request: InterceptedRequest): boolean {
  const { caller, account } = request;
  const users = account === undefined || caller === "alice" ? [] : listOf(request.registered("alice", "realm_user").realm_users);
  return users.some(({ user_id, delivery_email }) => user_id === account?.user_id && delivery_email === null);
}

/** Whether the account of a request's key is a moderator's. */
const isModerator = (request: InterceptedRequest): boolean =>
  listOf(request.also("owen", "GET /users").body.members).some(({ user_id, role }) => user_id === request.account?.user_id && role === 300);

/** Makes a server that takes a key for the right one where a comparison says so. */
const nearKey = (name: string, breaks: string, says: string, isTaken: (key: string, right: string) => boolean): Mutant =>
  anywhere(name, breaks)
    .says(says)
    .takes((request) => {
      const { credentials } = request.wire;
      if (credentials.kind !== "basic") return undefined;
      const named = Object.entries(request.served.cast).find(([, { email }]) => email === credentials.email);
      if (!named || named[1].api_key === credentials.api_key) return undefined;
      return isTaken(credentials.api_key, named[1].api_key) && request.by(named[0]);
    });

const isOpen = ({ route }: InterceptedRequest): boolean => /server_settings|fetch_api_key/.test(route);
const isAnonymous = ({ wire }: InterceptedRequest): boolean => wire.credentials.kind === "none";

/** Faults of logging in. */
export const mutants: readonly Mutant[] = [
  onRoute("POST /channel_folders/create", "authentication")("moderators-make-folders", "folders-for-administrators")
    .says("Moderators create channel folders.")
    .servesAs("owen", isModerator),
  onRoute("POST /realm/domains", "authentication")("moderators-add-domains", "domains-for-owners")
    .says("Moderators add allowed domains.")
    .servesAs("owen", isModerator),
  anywhere("anybody-may-ask", "required")
    .says("A request without credentials is served as if alice had sent it.")
    .takes((request) => isAnonymous(request) && !isOpen(request) && request.by("alice")),
  anywhere("parameters-before-login", ["required", "same-refusal"])
    .says("A request without credentials is refused for its parameters first, where they are wrong.")
    .replies((request) => {
      const said = isAnonymous(request) && !isOpen(request) && request.wouldSay(request.by("alice"));
      return said && !isSuccess(said) && said.status !== 404 && said.status !== 405 && said;
    }),
  nearKey("key-not-compared", "wrong-key", "The address alone logs in, whatever the key.", () => true),
  nearKey(
    "last-character-not-compared",
    "near-key",
    "The last character of a key is not compared.",
    (key, right) => key.slice(0, -1) === right.slice(0, -1),
  ),
  nearKey(
    "case-of-key-not-compared",
    "near-key",
    "Keys are compared without regard to case.",
    (key, right) => key.toLowerCase() === right.toLowerCase(),
  ),
  nearKey(
    "beginning-of-key-suffices",
    "near-key",
    "The beginning of a key logs in.",
    (key, right) => key.length > 8 && right.startsWith(key),
  ),
  nearKey("key-compared-at-its-length", "near-key", "What stands behind a key is not compared.", (key, right) => key.startsWith(right)),
  nearKey("key-cut-at-its-ends", "padded-key", "Spaces around a key are cut.", (key, right) => key !== right && key.trim() === right),
  nearKey("empty-key-accepted", "wrong-key", "The address alone logs in where the key is empty.", (key) => key === ""),
  anywhere("address-not-compared", "other-address")
    .says("The key alone logs in, whatever the address.")
    .takes((request) => {
      const { wire, caller, account } = request;
      const isOther = wire.credentials.kind === "basic" && account !== undefined && account.email !== wire.credentials.email;
      return isOther && caller !== undefined && request.by(caller);
    }),
  anywhere("bots-locked-out", "bots")
    .says("Bots cannot log in.")
    .replies((request) => request.caller === "robo" && unauthorized),
  settings("settings-need-login", ["settings-open", "server_settings.get/no-credentials"])
    .says("The server settings are shown only to those who are logged in.")
    .changes((_, request) => request.wire.credentials.kind !== "basic" && unauthorized),
  logins("key-fetching-needs-login", ["key-exchange", "fetch_api_key.post/no-credentials"])
    .says("A key is given only to those who are logged in.")
    .changes((said, request) => isSuccess(said) && request.caller === undefined && unauthorized),
  anywhere("unreadable-credentials-ignored", "malformed-header")
    .says("A request whose credentials cannot be read is served as one by somebody who may make it.")
    .takes((request) => {
      const { kind } = request.wire.credentials;
      if (kind !== "malformed" && kind !== "otherScheme") return undefined;
      return ["alice", "dana", "owen"].map((name) => request.by(name)).find((wire) => request.wouldSucceed(wire));
    }),
  single("credentials-of-alice-open-bob", "basic")
    .says("Whoever fetches a message with alice's credentials sees what bob sees.")
    .takes((request) => request.caller === "alice" && request.by("bob")),
  linkifiers("hidden-address-locked-out", "api-address")
    .says("An account whose address is hidden logs in with neither address.")
    .replies((request) => isHidden(request) && unauthorized),
  fetching("spectators-see-all", ["spectators", "required"])
    .says("Callers without credentials are shown the messages of all public channels.")
    .takes((request) => isAnonymous(request) && request.by("alice", request.with({ narrow: publicChannels }))),
  settings("login-methods-not-reported", ["settings-methods", "server_settings.get/authentication_methods"])
    .says("All ways to log in are reported as disabled.")
    .answers(({ authentication_methods }) => ({
      email_auth_enabled: false,
      authentication_methods: Object.fromEntries(Object.keys(authentication_methods as MutableFields).map((name) => [name, false])),
    })),
  settings("login-methods-never-change", "settings-methods")
    .says("Logins by password are reported as enabled, whatever is set.")
    .answers(({ authentication_methods }) => ({
      email_auth_enabled: true,
      authentication_methods: { ...(authentication_methods as MutableFields), password: true, email: true },
    })),
  onRoute("POST /realm/domains", "authentication", { level: 142 })("domains-for-owners-before-their-level", "domains-for-administrators")
    .says("A server of level 142 lets owners alone add domains.")
    .refuses(({ caller }) => caller !== "owen"),
];
