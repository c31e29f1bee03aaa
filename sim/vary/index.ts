import { fnv1a } from "../core/rng.ts";
import { defaultUrl } from "../core/server.ts";
import type { World } from "../core/world.ts";
import { Hold } from "../protocol/endpoint.ts";
import { type Handled, handle } from "../protocol/handle.ts";
import type { Routes } from "../protocol/route.ts";
import { Answer, type WireRequest, type WireResponse } from "../protocol/wire.ts";
import { variedText, varyBody } from "./body.ts";
import { variedHeaders } from "./headers.ts";

/** An answer as the server gives it in its variations; the same where it has none. */
export function varied(world: World, request: WireRequest, answer: WireResponse): WireResponse {
  const { server } = world;
  if (!server.varying) return answer;
  if (!answer.text.startsWith("{")) return new Answer(answer.status, answer.text, variedHeaders(server, answer.headers));
  // The same answer varies in the same way, whenever it is given and at whatever address the server is reached.
  const mark = fnv1a(answer.text.replaceAll(server.url, defaultUrl));
  const said = { status: answer.status, body: { ...answer.body } };
  varyBody({ world, request }, said, mark);
  return new Answer(said.status, variedText(server, said.body, mark), variedHeaders(server, answer.headers));
}

/** Like handle, but the answer is as the server gives it in its variations. */
export function handleVaried(world: World, routes: Routes, request: WireRequest): Handled {
  const handled = handle(world, routes, request);
  const { response } = handled;
  return !world.server.varying || response instanceof Hold ? handled : { ...handled, response: varied(world, request, response) };
}
