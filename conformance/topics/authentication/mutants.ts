import { becomes, isSuccess } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const unauthorized = { status: 401, body: { result: "error", msg: "Not logged in.", code: "UNAUTHORIZED" } };

/** Faults of logging in. */
export const mutants: readonly Mutant[] = [
  mutant({
    name: "anybody-may-ask",
    breaks: "authentication/required",
    says: "A request without credentials is served as if alice had sent it.",
    request: (asked) =>
      asked.wire.credentials.kind === "none" && !/server_settings|fetch_api_key/.test(asked.route) ? asked.by("alice") : undefined,
  }),
  mutant({
    name: "parameters-before-login",
    breaks: ["authentication/required", "authentication/same-refusal"],
    says: "A request without credentials is refused for its parameters first, where they are wrong.",
    instead: (asked) => {
      if (asked.wire.credentials.kind !== "none" || /server_settings|fetch_api_key/.test(asked.route)) return undefined;
      const said = asked.wouldSay(asked.by("alice"));
      return isSuccess(said) || said.status === 404 || said.status === 405 ? undefined : said;
    },
  }),
  mutant({
    name: "key-not-compared",
    breaks: "authentication/wrong-key",
    says: "The address alone logs in, whatever the key.",
    request: (asked) => {
      const { credentials } = asked.wire;
      if (credentials.kind !== "basic") return undefined;
      const named = Object.entries(asked.served.cast).find(([, { email }]) => email === credentials.email);
      return named && named[1].api_key !== credentials.api_key ? asked.by(named[0]) : undefined;
    },
  }),
  mutant({
    name: "address-not-compared",
    breaks: "authentication/other-address",
    says: "The key alone logs in, whatever the address.",
    request: (asked) => {
      const { credentials } = asked.wire;
      const name = asked.caller;
      if (credentials.kind !== "basic" || !name || asked.served.cast[name]!.email === credentials.email) return undefined;
      return asked.by(name);
    },
  }),
  mutant({
    name: "bots-locked-out",
    breaks: "authentication/bots",
    says: "Bots cannot log in.",
    instead: (asked) => (asked.caller === "robo" ? unauthorized : undefined),
  }),
  mutant({
    name: "settings-need-login",
    breaks: ["authentication/settings-open", "server_settings.get/no-credentials"],
    says: "The server settings are shown only to those who are logged in.",
    on: "GET /server_settings",
    answer: (said, asked) => (asked.wire.credentials.kind === "basic" ? undefined : becomes(said, structuredClone(unauthorized))),
  }),
  mutant({
    name: "key-fetching-needs-login",
    breaks: ["authentication/key-exchange", "fetch_api_key.post/no-credentials"],
    says: "A key is given only to those who are logged in.",
    on: "POST /fetch_api_key",
    answer: (said, asked) => (isSuccess(said) && !asked.caller ? becomes(said, structuredClone(unauthorized)) : undefined),
  }),
];
