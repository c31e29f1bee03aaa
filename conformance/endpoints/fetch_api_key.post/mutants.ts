import { itemAt } from "../../client/json.ts";
import { becomes, inRefusal, inSuccess, isSuccess, type MutableFields, refusal, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const key = onRoute("POST /fetch_api_key");

const member = (request: InterceptedRequest) => Object.values(request.served.cast).find(({ email }) => email === request.field("username"));

type Account = NonNullable<ReturnType<typeof member>>;

const keyOf = ({ api_key, email, user_id }: Account) => success({ api_key, email, user_id });

/** Returns the account of a directory user name. */
const inDirectory = (request: InterceptedRequest) =>
  Object.values(request.served.cast).find(({ email }) => email.split("@")[0] === request.field("username"));

/** Makes a server that takes a password for the right one where a comparison says so. */
const nearPassword = (name: string, says: string, isTaken: (password: string, right: string) => boolean): Mutant =>
  key(name, "fetch_api_key.post/near-password", says, {
    instead: (request) => {
      const [found, password] = [member(request), request.field("password")];
      if (!found || found.password === null || password === undefined || password === found.password) return undefined;
      return isTaken(password, found.password) ? keyOf(found) : undefined;
    },
  });

/** Faults of POST /fetch_api_key. */
export const mutants: readonly Mutant[] = [
  nearPassword(
    "password-without-space-around",
    "White space around a password does not count.",
    (password, right) => password.trim() === right,
  ),
  key("deactivated-log-in", "fetch_api_key.post/wrong-credentials", "Deactivated accounts log in.", {
    answer: (said) => {
      if (said.body.code === "USER_DEACTIVATED") becomes(said, success({ api_key: "k".repeat(32), email: "zoe@example.com", user_id: 1 }));
    },
  }),
  key("api-address-answered", "fetch_api_key.post/email", "A login answers the API address of one who hides the other.", {
    answer: inSuccess((body, request) => {
      const { members = [] } = request.also("owen", "GET /users").body;
      const [user] = (members as MutableFields[]).filter(({ user_id }) => user_id === body.user_id);
      if (user) body.email = user.email;
    }),
  }),
  key(
    "any-password",
    ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange-wrong-password"],
    "Any password fetches the key.",
    {
      instead: (request) => {
        const found = member(request);
        if (!found || !request.field("password") || isSuccess(request.wouldSay())) return undefined;
        return keyOf(found);
      },
    },
  ),
  key(
    "key-of-another",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key of somebody else is given.",
    {
      answer: inSuccess((body, request) => {
        const others = Object.values(request.served.cast).filter(({ api_key }) => api_key !== body.api_key);
        body.api_key = itemAt(others, 0).api_key;
      }),
    },
  ),
  key(
    "key-user-id-of-another",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is that of somebody else.",
    {
      answer: inSuccess((body) => void (body.user_id = Number(body.user_id) + 1)),
    },
  ),
  key("key-for-nobody", "fetch_api_key.post/wrong-credentials", "A name of nobody gets a key, as if an account were made for it.", {
    instead: (request) => {
      const [email, password] = [request.field("username"), request.field("password")];
      return email && password && !member(request) ? success({ api_key: "0".repeat(32), email, user_id: 1 }) : undefined;
    },
  }),
  key(
    "password-missing-is-empty",
    "fetch_api_key.post/password-required",
    "A password that is left out counts as the empty one, a wrong one.",
    {
      instead: (request) =>
        request.field("username") !== undefined && request.field("password") === undefined ? refusal("AUTHENTICATION_FAILED") : undefined,
    },
  ),
  key(
    "key-where-logins-are-off",
    ["fetch_api_key.post/where-enabled", "authentication/key-exchange-where-enabled"],
    "A key is given where logins by password are off.",
    {
      answer: inRefusal("PASSWORD_AUTH_DISABLED", (said, request) => {
        const found = member(request);
        if (found && found.password === request.field("password")) becomes(said, keyOf(found));
      }),
    },
  ),
  key("key-of-each-login", "fetch_api_key.post/api_key", "Each login but the first gives a key of its own, which opens nothing.", {
    answer: inSuccess((body, request) => {
      const logins = Number(request.memory.get("logins") ?? 0);
      request.memory.set("logins", logins + 1);
      if (logins > 0) body.api_key = String(logins).padStart(32, "0");
    }),
  }),
  nearPassword(
    "last-character-of-password-ignored",
    "The last character of a password is not compared.",
    (password, right) => password.slice(0, -1) === right.slice(0, -1),
  ),
  nearPassword(
    "case-of-password-ignored",
    "Passwords are compared without regard to case.",
    (password, right) => password.toLowerCase() === right.toLowerCase(),
  ),
  nearPassword("long-passwords-cut", "What stands behind a password is not compared.", (password, right) => password.startsWith(right)),
  nearPassword(
    "beginning-of-password-suffices",
    "A password without its last character opens the account.",
    (password, right) => password === right.slice(0, -1),
  ),
  key("directory-names-refused", "fetch_api_key.post/directory-names", "Only addresses open accounts, also where a directory is used.", {
    instead: (request) => (isSuccess(request.wouldSay()) && !request.field("username")?.includes("@") ? refusal() : undefined),
  }),
  key("directory-name-of-another", "fetch_api_key.post/directory-names", "A directory user name opens the account of somebody else.", {
    answer: inSuccess((body, request) => {
      const other = Object.values(request.served.cast).find(({ user_id }) => user_id !== body.user_id);
      if (!request.field("username")?.includes("@") && other) Object.assign(body, { email: other.email, user_id: other.user_id });
    }),
  }),
  key(
    "names-where-addresses-are-required",
    "fetch_api_key.post/addresses-only",
    "The part of an address before the at sign opens the account.",
    {
      instead: (request) => {
        const found = inDirectory(request);
        return found && found.password === request.field("password") ? keyOf(found) : undefined;
      },
    },
  ),
];
