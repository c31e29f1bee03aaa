import { type Endpoint, outside } from "../protocol/endpoint.ts";
import * as alertWords from "../support/alert-words.ts";
import * as botStorage from "../support/bot-storage.ts";
import * as bots from "../support/bots.ts";
import * as calls from "../support/calls.ts";
import * as channelChanges from "../support/channel-changes.ts";
import * as channels from "../support/channels.ts";
import * as domains from "../support/domains.ts";
import * as drafts from "../support/drafts.ts";
import * as emoji from "../support/emoji.ts";
import * as eventQueues from "../support/event-queues.ts";
import * as exports from "../support/exports.ts";
import * as flags from "../support/flags.ts";
import * as invitations from "../support/invitations.ts";
import * as linkifiers from "../support/linkifiers.ts";
import * as login from "../support/login.ts";
import * as messageEdits from "../support/message-edits.ts";
import * as messages from "../support/messages.ts";
import * as muting from "../support/muting.ts";
import * as navigationViews from "../support/navigation-views.ts";
import * as playgrounds from "../support/playgrounds.ts";
import * as presence from "../support/presence.ts";
import * as profileFields from "../support/profile-fields.ts";
import * as push from "../support/push.ts";
import * as reactions from "../support/reactions.ts";
import * as realm from "../support/realm.ts";
import * as reminders from "../support/reminders.ts";
import * as savedSnippets from "../support/saved-snippets.ts";
import * as scheduledMessages from "../support/scheduled-messages.ts";
import * as settings from "../support/settings.ts";
import * as status from "../support/status.ts";
import * as subscriptions from "../support/subscriptions.ts";
import * as topics from "../support/topics.ts";
import * as uploads from "../support/uploads.ts";
import * as userGroups from "../support/user-groups.ts";
import * as users from "../support/users.ts";

/** Routes that servers have beside those that are simulated. A client that asks for one is told so, and `--log` counts it. */
export const notSimulated: readonly string[] = [
  "POST /default_stream_groups/create",
  "PATCH /default_stream_groups/{group_id}",
  "DELETE /default_stream_groups/{group_id}",
  "PATCH /default_stream_groups/{group_id}/streams",
  "GET /messages/summary",
  "POST /mobile_push/register",
  "POST /realm/deactivate",
  "POST /realm/icon",
  "DELETE /realm/icon",
  "POST /realm/logo",
  "DELETE /realm/logo",
  "POST /remotes/push/e2ee/register",
  "POST /users/me/onboarding_steps",
  "POST /zcommand",
];

/** Each is a module of nothing but endpoints. */
const families: readonly Readonly<Record<string, Endpoint>>[] = [
  alertWords,
  botStorage,
  bots,
  calls,
  channelChanges,
  channels,
  domains,
  drafts,
  emoji,
  eventQueues,
  exports,
  flags,
  invitations,
  linkifiers,
  login,
  messageEdits,
  messages,
  muting,
  navigationViews,
  playgrounds,
  presence,
  profileFields,
  push,
  reactions,
  realm,
  reminders,
  savedSnippets,
  scheduledMessages,
  settings,
  status,
  subscriptions,
  topics,
  uploads,
  userGroups,
  users,
];

/** Routes that real clients also call, outside the specification. */
export const support: readonly Endpoint[] = families.flatMap((family) => Object.values(family)).map(outside);
