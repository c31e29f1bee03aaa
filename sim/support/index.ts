import { type Endpoint, outside } from "../protocol/endpoint.ts";
import { removeStorage } from "./bot_storage.delete.ts";
import { getStorage } from "./bot_storage.get.ts";
import { updateStorage } from "./bot_storage.put.ts";
import { bots } from "./bots.ts";
import { channels } from "./channels.ts";
import { getEvents } from "./events.get.ts";
import { invites } from "./invites.ts";
import { messages } from "./messages.ts";
import { getHistory } from "./messages-id.history.get.ts";
import { editMessage } from "./messages-id.patch.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { register } from "./register.post.ts";
import { uploads } from "./uploads.ts";

/** What real clients also call, outside the specification. */
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
