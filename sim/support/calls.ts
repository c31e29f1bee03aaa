import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { uuidText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { reads, writes } from "../protocol/endpoint.ts";
import { boolean, optional, required, text } from "../protocol/params.ts";

/** @refuses BAD_REQUEST: no provider of calls is configured */
function configured({ settings }: Realm, msg: string): void {
  if (!settings.video_provider_configured) refuse(msg);
}

const meeting = ({ turn }: { readonly turn: Turn }) => ({
  url: `https://video.example.com/meet/${uuidText(turn.chance("meeting", turn.nextId("meeting")))}`,
});

/**
 * POST /calls/zoom/create: a new meeting at Zoom.
 * @reply   url
 * @refuses BAD_REQUEST: not configured; INVALID_VIDEO_CALL_PROVIDER_TOKEN, before level 493 INVALID_ZOOM_TOKEN: the caller has no token
 */
export const createZoomCall = writes({
  route: "POST /calls/zoom/create",
  params: { is_video_call: optional(boolean) },
  rules: ({ realm, caller }) => {
    configured(realm, "Zoom credentials have not been configured");
    const code = has(realm, "videoCall") ? "INVALID_VIDEO_CALL_PROVIDER_TOKEN" : "INVALID_ZOOM_TOKEN";
    if (!caller.has_video_token) refuse("Invalid Zoom access token", code);
  },
  effect: meeting,
});

/**
 * GET /calls/bigbluebutton/create: the address of a meeting at BigBlueButton, which begins when somebody opens it.
 * @refuses BAD_REQUEST: not configured
 */
export const createBigBlueButtonCall = reads({
  route: "GET /calls/bigbluebutton/create",
  params: { meeting_name: required(text()), voice_only: optional(boolean, { fallback: false, since: "voiceOnlyCalls" }) },
  reply: ({ realm, params: { meeting_name, voice_only } }) => {
    configured(realm, "BigBlueButton is not configured.");
    return {
      url: `https://video.example.com/meet/${encodeURIComponent(meeting_name.toWellFormed())}${voice_only ? "?voice_only=true" : ""}`,
    };
  },
});

/**
 * POST /calls/nextcloud_talk/create: a new conversation at Nextcloud Talk.
 * @reply   url
 * @refuses BAD_REQUEST: not configured
 */
export const createNextcloudCall = writes({
  route: "POST /calls/nextcloud_talk/create",
  since: "nextcloudCalls",
  params: { room_name: required(text()) },
  rules: ({ realm }) => configured(realm, "Nextcloud Talk is not configured."),
  effect: meeting,
});

/**
 * POST /calls/constructorgroups/create: a new meeting at Constructor Groups.
 * @reply   url
 * @refuses BAD_REQUEST: not configured
 */
export const createConstructorCall = writes({
  route: "POST /calls/constructorgroups/create",
  since: "constructorCalls",
  rules: ({ realm }) => configured(realm, "Constructor Groups is not configured."),
  effect: meeting,
});
