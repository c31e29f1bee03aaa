import { type Endpoint, outside } from "../../protocol/endpoint.ts";
import { getStorage, removeStorage, updateStorage } from "../../support/bot-storage.ts";
import { getEvents, register } from "../../support/event-queues.ts";
import { editMessage, getHistory } from "../../support/message-edits.ts";
import { bots } from "./bots.ts";
import { channels } from "./channels.ts";
import { invites } from "./invites.ts";
import { messages } from "./messages.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { uploads } from "./uploads.ts";

/** Routes that real clients also call, outside the specification. */
export const support: readonly Endpoint[] = [
  ...channels,
  ...people,
  ...bots,
  ...invites,
  ...organization,
  ...messages,
  ...uploads,
  editMessage,
  getStorage,
  updateStorage,
  removeStorage,
  getEvents,
  getHistory,
  register,
].map(outside);
