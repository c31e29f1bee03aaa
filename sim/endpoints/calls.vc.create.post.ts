import { refuse } from "../core/refusal.ts";
import { uuidText } from "../core/rng.ts";
import { videoProvider } from "../core/server.ts";
import { anyone, writes } from "../protocol/endpoint.ts";

const providerNames = { vc: "VC", webex: "Webex" };

/**
 * POST /calls/vc/create: a new meeting at the video-call provider. In the path stands the provider that goes with the brand.
 * @spec    Endpoints > POST /calls/vc/create
 * @reply   url
 * @refuses BAD_REQUEST: provider not configured; INVALID_VIDEO_CALL_PROVIDER_TOKEN: the caller has no token
 */
export const createCall = writes({
  route: "POST /calls/vc/create",
  since: "videoCall",
  params: {},
  allow: anyone,
  rules: ({ realm, caller }) => {
    const name = providerNames[videoProvider(realm.server)];
    if (!realm.settings.video_provider_configured) refuse(`${name} credentials have not been configured`);
    if (!caller.has_video_token) refuse(`Invalid ${name} access token`, "INVALID_VIDEO_CALL_PROVIDER_TOKEN");
  },
  effect: ({ turn }) => ({ url: `https://video.example.com/meet/${uuidText(turn.chance("meeting", turn.nextId("meeting")))}` }),
});
