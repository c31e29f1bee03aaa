import type { Asked } from "../../mutants/kit/asked.ts";
import { inSuccess, isSuccess, lacking, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const key = onRoute("POST /fetch_api_key");

const member = (asked: Asked) => Object.values(asked.served.cast).find(({ email }) => email === asked.field("username"));

/** Faults of POST /fetch_api_key. */
export const mutants: readonly Mutant[] = [
  key(
    "any-password",
    ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange-wrong-password"],
    "Any password fetches the key.",
    {
      instead: (asked) => {
        const found = member(asked);
        if (!found || !asked.field("password") || isSuccess(asked.wouldSay())) return undefined;
        return success({ api_key: found.api_key, email: found.email, user_id: found.user_id });
      },
    },
  ),
  key(
    "key-of-another",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key of somebody else is given.",
    {
      answer: inSuccess((body, asked) => {
        const others = Object.values(asked.served.cast).filter(({ api_key }) => api_key !== body.api_key);
        body.api_key = others[0]!.api_key;
      }),
    },
  ),
  key(
    "key-missing",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key is not given.",
    { answer: lacking("api_key") },
  ),
  key("key-without-email", "fetch_api_key.post/email", "The address is missing.", { answer: lacking("email") }),
  key(
    "key-without-user-id",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is missing.",
    { answer: lacking("user_id") },
  ),
  key(
    "key-user-id-as-text",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is a string.",
    {
      answer: inSuccess((body) => void (body.user_id = String(body.user_id))),
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
];
