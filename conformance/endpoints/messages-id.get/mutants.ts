import { ignoring, inSuccess, isSuccess, type MutableFields, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const one = onRoute("GET /messages/{id}");

/** Faults of GET /messages/{message_id}. */
export const mutants: readonly Mutant[] = [
  one("single-always-html", "messages-id.get/apply-markdown", "The message is HTML even where Markdown is asked for.", {
    request: ignoring("apply_markdown"),
  }),
  one("single-markdown-by-default", "messages-id.get/apply-markdown-default", "The message is Markdown by default.", {
    request: (request) => (request.field("apply_markdown") === undefined ? request.with({ apply_markdown: false }) : undefined),
  }),
  one("raw-content-html", "messages-id.get/raw-content", "raw_content is HTML.", {
    answer: inSuccess((body) => void (body.raw_content = (body.message as MutableFields).content)),
  }),
  one("single-not-wrapped", "messages-id.get/message", "The message's fields stand beside the envelope.", {
    answer: inSuccess((body) => {
      Object.assign(body, body.message);
      delete body.message;
    }),
  }),
  one(
    "single-empty-topic-bare",
    "messages-id.get/allow-empty-topic-name-default",
    "A single message shows the empty topic bare by default.",
    {
      request: (request) =>
        request.field("allow_empty_topic_name") === undefined ? request.with({ allow_empty_topic_name: true }) : undefined,
    },
  ),
  one("mentioned-bot-sees-nothing", "messages-id.get/mentioned-bot", "A message that a bot may not see is nothing instead of a refusal.", {
    instead: (request) => (request.caller === "robo" && !isSuccess(request.wouldSay()) ? success() : undefined),
  }),
  one("neighbour-shown", ["messages-id.get/message", "messages.post/id-fetches"], "The message before is shown.", {
    request: ({ wire, pathId }) => ({ ...wire, path: `/api/v1/messages/${(pathId ?? 0) - 1}` }),
  }),
  one("single-marks-read", "messages-id.get/no-trace", "Fetching a message marks it as read.", {
    besides: (request, said) => {
      const flags = (said.body.message as MutableFields | undefined)?.flags;
      const isUnread = Array.isArray(flags) && !flags.includes("read");
      if (isUnread) request.served.act({ action: "set_flag", as: request.caller, message_id: request.pathId, flag: "read", op: "add" });
      return isUnread;
    },
  }),
  one(
    "history-shows-empty-topics",
    "messages-id.get/empty-topic-in-history",
    "The edit history shows the empty topic as it is to all clients.",
    {
      answer: inSuccess((body, request) => {
        const { message } = request.wouldSay(request.with({ allow_empty_topic_name: true })).body;
        const { edit_history } = message as MutableFields;
        if (edit_history !== undefined) body.message = { ...(body.message as MutableFields), edit_history };
      }),
    },
  ),
  one("history-shows-empty-target", "messages-id.get/empty-topic-in-history", "A move to the empty topic shows it is to all clients.", {
    answer: inSuccess((body, request) => {
      const known = (request.wouldSay(request.with({ allow_empty_topic_name: true })).body.message as MutableFields).edit_history as
        | MutableFields[]
        | undefined;
      const edits = (body.message as MutableFields).edit_history as MutableFields[] | undefined;
      for (const [i, entry] of (edits ?? []).entries()) if (entry.topic !== undefined) entry.topic = known?.[i]?.topic;
    }),
  }),
  one("history-hides-empty-topics", "messages-id.get/empty-topic-in-history", "The edit history hides the empty topic from all clients.", {
    answer: inSuccess((body, request) => {
      const { message } = request.wouldSay(request.with({ allow_empty_topic_name: undefined })).body;
      const { edit_history } = message as MutableFields;
      if (edit_history !== undefined) body.message = { ...(body.message as MutableFields), edit_history };
    }),
  }),
];
