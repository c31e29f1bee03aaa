import { inEvents, inSuccess, lacking, refusing, success, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const call = onRoute("POST /calls/vc/create");
const registration = onRoute("POST /register");
const polling = onRoute("GET /events");

/** Faults of POST /calls/vc/create. */
export const mutants: readonly Mutant[] = [
  call("call-url-relative", "calls.vc.create.post/url", "The URL of the call has no host.", {
    answer: inSuccess((body) => void (body.url = new URL(String(body.url)).pathname)),
  }),
  call("call-without-token", "calls.vc.create.post/token", "A call needs no token.", {
    instead: (request) =>
      request.caller && request.wouldSay().body.code === "INVALID_VIDEO_CALL_PROVIDER_TOKEN"
        ? success({ url: "https://video.example.com/1" })
        : undefined,
  }),
  call("call-without-provider", "calls.vc.create.post/configured", "A call needs no provider.", {
    instead: (request) =>
      request.caller && request.wouldSay().body.code === "BAD_REQUEST" ? success({ url: "https://video.example.com/1" }) : undefined,
  }),
  call("call-with-parameters", "calls.vc.create.post/no-parameters", "A call needs a name.", {
    instead: refusing((request) => request.field("name") === undefined),
  }),
  registration("token-untold", "calls.vc.create.post/has-token", "The registration does not tell of the provider token.", {
    answer: lacking("has_vc_token"),
  }),
  registration("token-told-for-all", "calls.vc.create.post/has-token", "The registration tells everybody that they have a token.", {
    answer: inSuccess((body) => {
      if (body.has_vc_token === false) body.has_vc_token = true;
    }),
  }),
  polling("token-event-missing", "calls.vc.create.post/has-token-event", "Nobody is told of a provider token.", {
    answer: withoutEvents(({ type }) => type === "has_vc_token"),
  }),
  polling("token-event-renamed", "calls.vc.create.post/has-token-event", "The event of a provider token has another name.", {
    answer: inEvents("has_vc_token", (event) => void (event.type = "video_token")),
  }),
];
