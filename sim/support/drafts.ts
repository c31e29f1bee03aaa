import type { DraftId } from "../core/ids.ts";
import { cut, limits, withoutSpaceAround } from "../core/limits.ts";
import type { SavedDraft } from "../core/personal.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { announceDraftChange, announceDraftGone, announceDrafts } from "../events/personal.ts";
import { type Allow, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { aNumber, anInteger, aString, type Check, listOf, modelNamed, objectOf, orNull } from "../protocol/json.ts";
import { json, required, undeclared } from "../protocol/params.ts";
import { draftRecords } from "../resources/personal.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { userOfId } from "../rules/messages/destination.ts";
import { contentToSend } from "../rules/messages/posting.ts";
import { ownDraft } from "../rules/people/own-records.ts";

/** A draft as a client sends it. */
interface SentDraft extends Omit<SavedDraft, "id" | "user_id" | "timestamp"> {
  readonly timestamp: number | null;
}

const draftType: Check<SentDraft["type"]> = (value, at) =>
  value === "" || value === "private" || value === "stream" ? value : refuse(`Invalid ${at}`);

const aText: Check<string> = (value, at, typed) => {
  const text = aString(value, at);
  return withoutSpaceAround(text) === "" ? refuse(`${at} cannot be blank${typed ? "" : "."}`) : text;
};

const fields = objectOf<SentDraft>({
  type: draftType,
  to: listOf(anInteger),
  topic: aString,
  content: aText,
  timestamp: orNull(aNumber),
});

const aModel = modelNamed("DraftData");

/** A draft in JSON, with or without the time at which it was written. */
const sentDraft: Check<SentDraft> = (value, at, typed) => fields({ timestamp: null, ...aModel(value, at, typed) }, at, typed);

/** Accounts that let the server keep their drafts. @refuses BAD_REQUEST: others */
const draftKeepers: Allow = ({ caller }) => {
  if (!caller.settings.enable_drafts_synchronization) refuse("User has disabled synchronizing drafts.");
};

/** Checks the place of a draft, and gives its topic, which only a channel has. */
function topicOf(realm: Realm, caller: User, { type, to, topic }: SentDraft): string {
  if (type === "private") for (const id of to) userOfId(realm, id);
  if (type !== "stream") return "";
  if (topic.includes("\0")) refuse("Topic must not contain null bytes");
  const [id, ...others] = to;
  if (id === undefined || others.length > 0) return refuse("Must specify exactly 1 channel ID for channel messages");
  accessibleChannel(realm, caller, id);
  return cut(topic, limits.topicLength);
}

/**
 * Returns what is kept of a draft.
 * @refuses BAD_REQUEST: no content, a time before 1970, not exactly one channel or an invisible one, unknown people
 */
function draftToKeep(realm: Realm, caller: User, sent: SentDraft): Omit<SavedDraft, "id"> {
  const { type, to, timestamp } = sent;
  const content = contentToSend(realm, sent.content);
  const written = timestamp ?? realm.now / 1000;
  if (written < 0) refuse("Timestamp must not be negative.");
  return {
    user_id: caller.id,
    type,
    to: type === "" ? [] : to,
    topic: topicOf(realm, caller, sent),
    content,
    timestamp: Math.floor(written),
  };
}

/**
 * GET /drafts: the caller's drafts, the one written last at the end.
 * @refuses BAD_REQUEST: the caller's drafts are not kept
 */
export const getDrafts = reads({
  route: "GET /drafts",
  params: undeclared,
  allow: draftKeepers,
  reply: ({ realm, caller }) => {
    const drafts = draftRecords(realm, caller);
    return { count: drafts.length, drafts };
  },
});

/**
 * POST /drafts: new drafts of the caller's.
 * @reply   ids, in the order of the drafts
 * @refuses BAD_REQUEST: the caller's drafts are not kept, one of these cannot be
 */
export const addDrafts = writes({
  route: "POST /drafts",
  params: { drafts: required(json(listOf(sentDraft))) },
  allow: draftKeepers,
  rules: ({ realm, caller, params }) => params.drafts.map((draft) => draftToKeep(realm, caller, draft)),
  effect: ({ turn, caller, found }) => {
    const drafts = found.map((draft): SavedDraft => ({ ...draft, id: turn.nextId("draft") as DraftId }));
    for (const draft of drafts) turn.world.drafts.set(draft.id, draft);
    announceDrafts(turn, caller, drafts);
    return { ids: drafts.map(({ id }) => id) };
  },
});

/**
 * PATCH /drafts/{draft_id}: another text or place of a draft.
 * @refuses BAD_REQUEST: no such draft (404), the caller's drafts are not kept, this one cannot be
 */
export const updateDraft = writesOnly({
  route: "PATCH /drafts/{draft_id}",
  params: { draft: required(json(sentDraft)) },
  allow: draftKeepers,
  rules: ({ realm, caller, path, params }) => {
    const { id } = ownDraft(realm, caller, path.draft_id);
    return { ...draftToKeep(realm, caller, params.draft), id };
  },
  effect: ({ turn, caller, found }) => {
    turn.world.drafts.set(found.id, found);
    announceDraftChange(turn, caller, found);
  },
});

/**
 * DELETE /drafts/{draft_id}: a draft that is no longer needed.
 * @refuses BAD_REQUEST: no such draft (404), the caller's drafts are not kept
 */
export const deleteDraft = writesOnly({
  route: "DELETE /drafts/{draft_id}",
  allow: draftKeepers,
  rules: ({ realm, caller, path }) => ownDraft(realm, caller, path.draft_id),
  effect: ({ turn, caller, found: { id } }) => {
    turn.world.drafts.delete(id);
    announceDraftGone(turn, caller, id);
  },
});
