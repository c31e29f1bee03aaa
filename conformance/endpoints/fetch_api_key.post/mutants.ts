import { refusal, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import type { Served } from "../../targets/embedded.ts";

const key = onRoute("POST /fetch_api_key", "fetch_api_key.post");

const accounts = ({ served }: InterceptedRequest) => Object.values(served.cast);

/** Gives the key of an account. */
const keyOf = ({ api_key, email, user_id }: Served["cast"][string]) => success({ api_key, email, user_id });

/** Returns the account whose address a request gives. */
const member = (request: InterceptedRequest) => accounts(request).find(({ email }) => email === request.field("username"));

/** Makes a server that takes a password for the right one where a comparison says so. */
const nearPassword = (name: string, says: string, isTaken: (password: string, right: string) => boolean): Mutant =>
  key(name, "near-password")
    .says(says)
    .replies((request) => {
      const [found, password] = [member(request), request.field("password")];
      if (!found || found.password === null || password === undefined || password === found.password) return undefined;
      return isTaken(password, found.password) && keyOf(found);
    });

export const mutants: readonly Mutant[] = [
  nearPassword("password-without-space-around", "White space around a password does not count.", (given, right) => given.trim() === right),
  key("deactivated-log-in", "wrong-credentials")
    .says("Deactivated accounts log in.")
    .changes(({ body }) => body.code === "USER_DEACTIVATED" && success({ api_key: "k".repeat(32), email: "zoe@example.com", user_id: 1 })),
  key("login-address-answered", "email")
    .says("A login answers the address that it was made by where the account has another one to be known by.")
    .answers((_, request) => ({ email: request.field("username") })),
  key("any-password", ["wrong-credentials", "authentication/key-exchange-wrong-password"])
    .says("Any password fetches the key.")
    .replies((request) => {
      const found = member(request);
      return found !== undefined && Boolean(request.field("password")) && !request.wouldSucceed() && keyOf(found);
    }),
  key("key-of-another", ["api_key", "authenticates", "authentication/key-exchange"])
    .says("The key of somebody else is given.")
    .tells("api_key", (own, request) => accounts(request).find(({ api_key }) => api_key !== own)?.api_key),
  key("key-user-id-of-another", ["user_id", "authentication/key-exchange-id", "versioning/api-key-id"])
    .says("The user id is that of somebody else.")
    .tells("user_id", (id) => Number(id) + 1),
  key("key-for-nobody", "wrong-credentials")
    .says("A name of nobody gets a key, as if an account were made for it.")
    .replies((request) => {
      const [email, password] = [request.field("username"), request.field("password")];
      return Boolean(email && password) && !member(request) && success({ api_key: "0".repeat(32), email, user_id: 1 });
    }),
  key("password-missing-is-empty", "password-required")
    .says("A password that is left out counts as the empty one, a wrong one.")
    .replies(
      (request) => request.field("username") !== undefined && request.field("password") === undefined && refusal("AUTHENTICATION_FAILED"),
    ),
  key("key-where-logins-are-off", ["where-enabled", "authentication/key-exchange-where-enabled"])
    .says("A key is given where logins by password are off.")
    .changes(({ body }, request) => {
      const found = body.code === "PASSWORD_AUTH_DISABLED" ? member(request) : undefined;
      return found !== undefined && found.password === request.field("password") && keyOf(found);
    }),
  key("key-of-each-login", "api_key")
    .says("Each login but the first gives a key of its own, which opens nothing.")
    .answers((_, request) => {
      const logins = request.count("logins") - 1;
      return logins > 0 && { api_key: String(logins).padStart(32, "0") };
    }),
  nearPassword(
    "last-character-of-password-ignored",
    "The last character of a password is not compared.",
    (given, right) => given.slice(0, -1) === right.slice(0, -1),
  ),
  nearPassword(
    "case-of-password-ignored",
    "Passwords are compared without regard to case.",
    (given, right) => given.toLowerCase() === right.toLowerCase(),
  ),
  nearPassword("long-passwords-cut", "What stands behind a password is not compared.", (given, right) => given.startsWith(right)),
  nearPassword(
    "beginning-of-password-suffices",
    "A password without its last character opens the account.",
    (given, right) => given === right.slice(0, -1),
  ),
  key("directory-names-refused", "directory-names")
    .says("Only addresses open accounts, also where a directory is used.")
    .refuses((request) => !request.field("username")?.includes("@")),
  key("directory-name-of-another", "directory-names")
    .says("A directory user name opens the account of somebody else.")
    .answers((own, request) => {
      const other = accounts(request).find(({ user_id }) => user_id !== own.user_id);
      return !request.field("username")?.includes("@") && other !== undefined && { email: other.email, user_id: other.user_id };
    }),
  key("names-where-addresses-are-required", "addresses-only")
    .says("The part of an address before the at sign opens the account.")
    .replies((request) => {
      const found = accounts(request).find(({ email }) => email.split("@")[0] === request.field("username"));
      return found !== undefined && found.password === request.field("password") && keyOf(found);
    }),
];
