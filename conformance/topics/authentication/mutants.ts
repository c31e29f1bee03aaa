import { becomes, inNameOf, inSuccess, isSuccess, type MutableFields, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const unauthorized = { status: 401, body: { result: "error", msg: "Not logged in.", code: "UNAUTHORIZED" } };

const publicChannels = [{ operator: "channels", operand: "public" }];

/** Returns whether alice is not shown the address that the account of a request's key logs in with. */
function isHidden(request: InterceptedRequest): boolean {
  const { caller } = request;
  if (caller === undefined || caller === "alice") return false;
  const { realm_users } = request.also("alice", "POST /register", { event_types: [], fetch_event_types: ["realm_user"] }).body;
  return (realm_users as MutableFields[]).some((user) => user.user_id === request.member(caller).user_id && user.delivery_email === null);
}

/** Whether the account of a request's key is a moderator's. */
function isModerator(request: InterceptedRequest): boolean {
  const { members = [] } = request.also("owen", "GET /users").body;
  return (members as MutableFields[]).some(({ user_id, role }) => user_id === request.member(request.caller ?? "").user_id && role === 300);
}

/** Makes a server on which moderators may do what is not theirs to do. */
const moderating = (name: string, on: string, breaks: string, says: string): Mutant =>
  mutant({ name, breaks, says, on, request: inNameOf("owen", isModerator) });

/** Makes a server that takes a key for the right one where a comparison says so. */
const nearKey = (name: string, says: string, isTaken: (key: string, right: string) => boolean): Mutant =>
  mutant({
    name,
    breaks: "authentication/near-key",
    says,
    request: (request) => {
      const { credentials } = request.wire;
      if (credentials.kind !== "basic") return undefined;
      const named = Object.entries(request.served.cast).find(([, { email }]) => email === credentials.email);
      const right = named?.[1].api_key;
      return named && right !== credentials.api_key && isTaken(credentials.api_key, String(right)) ? request.by(named[0]) : undefined;
    },
  });

/** Faults of logging in. */
export const mutants: readonly Mutant[] = [
  moderating(
    "moderators-make-folders",
    "POST /channel_folders/create",
    "authentication/folders-for-administrators",
    "Moderators create channel folders.",
  ),
  moderating("moderators-add-domains", "POST /realm/domains", "authentication/domains-for-owners", "Moderators add allowed domains."),
  mutant({
    name: "anybody-may-ask",
    breaks: "authentication/required",
    says: "A request without credentials is served as if alice had sent it.",
    request: (request) =>
      request.wire.credentials.kind === "none" && !/server_settings|fetch_api_key/.test(request.route) ? request.by("alice") : undefined,
  }),
  mutant({
    name: "parameters-before-login",
    breaks: ["authentication/required", "authentication/same-refusal"],
    says: "A request without credentials is refused for its parameters first, where they are wrong.",
    instead: (request) => {
      if (request.wire.credentials.kind !== "none" || /server_settings|fetch_api_key/.test(request.route)) return undefined;
      const said = request.wouldSay(request.by("alice"));
      return isSuccess(said) || said.status === 404 || said.status === 405 ? undefined : said;
    },
  }),
  mutant({
    name: "key-not-compared",
    breaks: "authentication/wrong-key",
    says: "The address alone logs in, whatever the key.",
    request: (request) => {
      const { credentials } = request.wire;
      if (credentials.kind !== "basic") return undefined;
      const named = Object.entries(request.served.cast).find(([, { email }]) => email === credentials.email);
      return named && named[1].api_key !== credentials.api_key ? request.by(named[0]) : undefined;
    },
  }),
  nearKey(
    "last-character-not-compared",
    "The last character of a key is not compared.",
    (key, right) => key.slice(0, -1) === right.slice(0, -1),
  ),
  nearKey(
    "case-of-key-not-compared",
    "Keys are compared without regard to case.",
    (key, right) => key.toLowerCase() === right.toLowerCase(),
  ),
  nearKey("beginning-of-key-suffices", "The beginning of a key logs in.", (key, right) => key.length > 8 && right.startsWith(key)),
  nearKey("key-compared-at-its-length", "What stands behind a key is not compared.", (key, right) => key.startsWith(right)),
  mutant({
    name: "empty-key-accepted",
    breaks: "authentication/wrong-key",
    says: "The address alone logs in where the key is empty.",
    request: (request) => {
      const { credentials } = request.wire;
      if (credentials.kind !== "basic" || credentials.api_key !== "") return undefined;
      const named = Object.entries(request.served.cast).find(([, { email }]) => email === credentials.email);
      return named && request.by(named[0]);
    },
  }),
  mutant({
    name: "address-not-compared",
    breaks: "authentication/other-address",
    says: "The key alone logs in, whatever the address.",
    request: (request) => {
      const { credentials } = request.wire;
      const name = request.caller;
      if (credentials.kind !== "basic" || !name || request.member(name).email === credentials.email) return undefined;
      return request.by(name);
    },
  }),
  mutant({
    name: "bots-locked-out",
    breaks: "authentication/bots",
    says: "Bots cannot log in.",
    instead: (request) => (request.caller === "robo" ? unauthorized : undefined),
  }),
  mutant({
    name: "settings-need-login",
    breaks: ["authentication/settings-open", "server_settings.get/no-credentials"],
    says: "The server settings are shown only to those who are logged in.",
    on: "GET /server_settings",
    answer: (said, request) => (request.wire.credentials.kind === "basic" ? undefined : becomes(said, structuredClone(unauthorized))),
  }),
  mutant({
    name: "key-fetching-needs-login",
    breaks: ["authentication/key-exchange", "fetch_api_key.post/no-credentials"],
    says: "A key is given only to those who are logged in.",
    on: "POST /fetch_api_key",
    answer: (said, request) => (isSuccess(said) && !request.caller ? becomes(said, structuredClone(unauthorized)) : undefined),
  }),
  mutant({
    name: "unreadable-credentials-ignored",
    breaks: "authentication/malformed-header",
    says: "A request whose credentials cannot be read is served as one by somebody who may make it.",
    request: (request) => {
      const { kind } = request.wire.credentials;
      if (kind !== "malformed" && kind !== "otherScheme") return undefined;
      return ["alice", "dana", "owen"].map((name) => request.by(name)).find((wire) => isSuccess(request.wouldSay(wire)));
    },
  }),
  mutant({
    name: "credentials-of-alice-open-bob",
    breaks: "authentication/basic",
    says: "Whoever fetches a message with alice's credentials sees what bob sees.",
    on: "GET /messages/{id}",
    request: (request) => (request.caller === "alice" ? request.by("bob") : undefined),
  }),
  mutant({
    name: "hidden-address-locked-out",
    breaks: "authentication/api-address",
    says: "An account whose address is hidden logs in with neither address.",
    on: "GET /realm/linkifiers",
    instead: (request) => (isHidden(request) ? structuredClone(unauthorized) : undefined),
  }),
  mutant({
    name: "spectators-see-all",
    breaks: ["authentication/spectators", "authentication/required"],
    says: "Callers without credentials are shown the messages of all public channels.",
    on: "GET /messages",
    request: (request) =>
      request.wire.credentials.kind === "none" ? request.by("alice", request.with({ narrow: publicChannels })) : undefined,
  }),
  mutant({
    name: "login-methods-not-reported",
    breaks: ["authentication/settings-methods", "server_settings.get/authentication_methods"],
    says: "All ways to log in are reported as disabled.",
    on: "GET /server_settings",
    answer: inSuccess((body) => {
      body.email_auth_enabled = false;
      body.authentication_methods = Object.fromEntries(
        Object.keys(body.authentication_methods as MutableFields).map((name) => [name, false]),
      );
    }),
  }),
  mutant({
    name: "login-methods-never-change",
    breaks: "authentication/settings-methods",
    says: "Logins by password are reported as enabled, whatever is set.",
    on: "GET /server_settings",
    answer: inSuccess((body) => {
      body.email_auth_enabled = true;
      body.authentication_methods = { ...(body.authentication_methods as MutableFields), password: true, email: true };
    }),
  }),
  mutant({
    name: "domains-for-owners-before-their-level",
    breaks: "authentication/domains-for-administrators",
    says: "A server of level 142 lets owners alone add domains.",
    level: 142,
    on: "POST /realm/domains",
    instead: refusing(({ caller }) => caller !== "owen"),
  }),
];
