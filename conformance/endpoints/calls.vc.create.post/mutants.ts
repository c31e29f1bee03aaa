import { inSuccess, lacking, refusing, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const call = onRoute("POST /calls/vc/create");
const registration = onRoute("POST /register");

/** Faults of POST /calls/vc/create. */
export const mutants: readonly Mutant[] = [
  call("call-without-url", "calls.vc.create.post/url", "The URL of the call is missing.", { answer: lacking("url") }),
  call("call-url-relative", "calls.vc.create.post/url", "The URL of the call has no host.", {
    answer: inSuccess((body) => void (body.url = new URL(String(body.url)).pathname)),
  }),
  call("call-without-token", "calls.vc.create.post/token", "A call needs no token.", {
    instead: (asked) =>
      asked.caller && asked.wouldSay().body.code === "INVALID_VIDEO_CALL_PROVIDER_TOKEN"
        ? success({ url: "https://video.example.com/1" })
        : undefined,
  }),
  call("call-without-provider", "calls.vc.create.post/configured", "A call needs no provider.", {
    instead: (asked) =>
      asked.caller && asked.wouldSay().body.code === "BAD_REQUEST" ? success({ url: "https://video.example.com/1" }) : undefined,
  }),
  call("call-with-parameters", "calls.vc.create.post/no-parameters", "A call needs a name.", {
    instead: refusing((asked) => asked.field("name") === undefined),
  }),
  registration("token-untold", "calls.vc.create.post/has-token", "The registration does not tell of the provider token.", {
    answer: lacking("has_vc_token"),
  }),
  registration("token-told-for-all", "calls.vc.create.post/has-token", "The registration tells everybody that they have a token.", {
    answer: inSuccess((body) => {
      if (body.has_vc_token === false) body.has_vc_token = true;
    }),
  }),
];
