import { inNameOf, inRefusal, isSuccess, recoded } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "POST /messages";

const codeOf = (request: InterceptedRequest): unknown => request.wouldSay().body.code;

/** Faults of how POST /messages refuses. */
export const refusals: readonly Mutant[] = [
  mutant({
    name: "unknown-channel-plain-code",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel", "messages.post/unknown-channel-id"],
    says: "A channel that does not exist is refused as a bad request.",
    on: route,
    answer: recoded("STREAM_DOES_NOT_EXIST", "BAD_REQUEST"),
  }),
  mutant({
    name: "unknown-channel-not-named",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel"],
    says: "The refusal does not say which channel does not exist.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => void delete body.stream),
  }),
  mutant({
    name: "unknown-channel-in-capitals",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel"],
    says: "The refusal names the channel in other capitals.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
      if (typeof body.stream === "string") body.stream = body.stream.toUpperCase();
    }),
  }),
  mutant({
    name: "unknown-channel-name-stripped",
    breaks: ["messages.post/unknown-channel-as-requested", "messages.post/unknown-channel"],
    says: "The refusal names the channel without the characters that HTML escapes.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }) => {
      if (typeof body.stream === "string") body.stream = body.stream.replace(/[<>&']/g, "");
    }),
  }),
  mutant({
    name: "unknown-channel-id-plain-code",
    breaks: "messages.post/unknown-channel-id",
    says: "A channel id that does not exist is refused as a bad request.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }, request) => {
      if (typeof request.json("to") === "number") body.code = "BAD_REQUEST";
    }),
  }),
  mutant({
    name: "unknown-channel-id-not-told",
    breaks: "messages.post/unknown-channel-id-field",
    says: "The refusal of a channel id that does not exist does not give it back.",
    on: route,
    answer: inRefusal("STREAM_DOES_NOT_EXIST", ({ body }, request) => {
      if (Number.isInteger(request.json("to"))) delete body.stream;
    }),
  }),
  mutant({
    name: "unknown-channel-accepted",
    breaks: ["messages.post/unknown-channel", "errors/unknown-channel", "messages.post/unknown-channel-id"],
    says: "A message to a channel that does not exist is accepted.",
    on: route,
    request: (request) => (codeOf(request) === "STREAM_DOES_NOT_EXIST" ? request.with({ to: "general" }) : undefined),
  }),
  mutant({
    name: "unknown-channel-sent-elsewhere",
    breaks: ["messages.post/no-trace", "conventions/refusals-leave-no-trace", "messages.post/unknown-channel", "errors/unknown-channel"],
    says: "A message to a channel that does not exist is refused, and a copy goes to the sender.",
    on: route,
    besides: (request, { body }) =>
      body.code === "STREAM_DOES_NOT_EXIST" &&
      request.caller !== undefined &&
      isSuccess(
        request.also(request.caller, route, {
          type: "direct",
          to: [request.member(request.caller).user_id],
          content: request.field("content"),
        }),
      ),
  }),
  mutant({
    name: "private-channel-open-to-write",
    breaks: ["messages.post/hidden-channel", "visibility/private-channel"],
    says: "Everybody may write to private channels.",
    on: route,
    request: inNameOf("alice", (request) =>
      ["team", "secret"].some((name) => request.field("to") === name || request.json("to") === request.served.channels[name]?.stream_id),
    ),
  }),
];
