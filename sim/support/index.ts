import { type Endpoint, outside } from "../protocol/endpoint.ts";
import { channels } from "./channels.ts";
import { getEvents } from "./events.get.ts";
import { getHistory } from "./messages-id.history.get.ts";
import { editMessage } from "./messages-id.patch.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { register } from "./register.post.ts";

/** What real clients also call, outside the specification. */
export const support: readonly Endpoint[] = [...channels, ...people, ...organization, editMessage, getEvents, getHistory, register].map(
  outside,
);
