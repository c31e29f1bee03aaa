import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const call = onRoute("POST /calls/vc/create", "calls.vc.create.post");
const registration = onRoute("POST /register", "calls.vc.create.post");
const polling = onRoute("GET /events", "calls.vc.create.post");

export const mutants: readonly Mutant[] = [
  call("call-url-relative", "url")
    .says("The URL of the call has no host.")
    .tells("url", (url) => new URL(String(url)).pathname),
  call("call-without-token", "token")
    .says("A call needs no token.")
    .accepts((request) => request.caller !== undefined && request.wouldSay().body.code === "INVALID_VIDEO_CALL_PROVIDER_TOKEN", {
      url: "https://video.example.com/1",
    }),
  call("call-without-provider", "configured")
    .says("A call needs no provider.")
    .accepts((request) => request.caller !== undefined && request.wouldSay().body.code === "BAD_REQUEST", {
      url: "https://video.example.com/1",
    }),
  call("call-with-parameters", "no-parameters")
    .says("A call needs a name.")
    .refuses((request) => request.field("name") === undefined),
  registration("token-untold", "has-token").says("The registration does not tell of the provider token.").lacks("has_vc_token"),
  registration("token-told-for-all", "has-token")
    .says("The registration tells everybody that they have a token.")
    .answers(({ has_vc_token }) => has_vc_token === false && { has_vc_token: true }),
  polling("token-event-missing", "has-token-event")
    .says("Nobody is told of a provider token.")
    .drops(({ type }) => type === "has_vc_token"),
  polling("token-event-renamed", "has-token-event").says("The event of a provider token has another name.").delivers("has_vc_token", {
    type: "video_token",
  }),
];
