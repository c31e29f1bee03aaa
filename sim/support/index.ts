import { type Endpoint, outside } from "../protocol/endpoint.ts";
import { getEvents } from "./events.get.ts";
import { register } from "./register.post.ts";

/** What real clients also call, outside the specification. */
export const support: readonly Endpoint[] = [getEvents, register].map(outside);
