import { listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const one = onRoute("GET /messages/{id}", "messages-id.get");

/** The edit history of the message as the server behind shows it to clients that declare support for empty topics, or do not. */
const historyFor = (request: InterceptedRequest, allow_empty_topic_name: true | undefined): unknown =>
  (request.wouldSay(request.with({ allow_empty_topic_name })).body.message as MutableFields).edit_history;

export const mutants: readonly Mutant[] = [
  one("single-always-html", "apply-markdown").says("The message is HTML even where Markdown is asked for.").ignores("apply_markdown"),
  one("single-markdown-by-default", "apply-markdown-default")
    .says("The message is Markdown by default.")
    .takes((request) => request.field("apply_markdown") === undefined && request.with({ apply_markdown: false })),
  one("raw-content-html", "raw-content")
    .says("raw_content is HTML.")
    .answers(({ message }) => ({
      raw_content: (message as MutableFields).content,
    })),
  one("single-not-wrapped", "message")
    .says("The message's fields stand beside the envelope.")
    .answers(({ message }) => ({ ...(message as MutableFields), message: undefined })),
  one("single-empty-topic-bare", "allow-empty-topic-name-default")
    .says("A single message shows the empty topic bare by default.")
    .takes((request) => request.field("allow_empty_topic_name") === undefined && request.with({ allow_empty_topic_name: true })),
  one("mentioned-bot-sees-nothing", "mentioned-bot")
    .says("A message that a bot may not see is nothing instead of a refusal.")
    .accepts((request) => request.caller === "robo" && !request.wouldSucceed()),
  one("neighbour-shown", ["message", "messages.post/id-fetches"])
    .says("The message before is shown.")
    .takes(({ wire, pathId }) => ({
      ...wire,
      path: `/api/v1/messages/${(pathId ?? 0) - 1}`,
    })),
  one("single-marks-read", "no-trace")
    .says("Fetching a message marks it as read.")
    .also(({ served, caller, pathId }, { body }) => {
      const flags = (body.message as MutableFields | undefined)?.flags;
      const isUnread = Array.isArray(flags) && !flags.includes("read");
      if (isUnread && caller !== undefined) served.act({ action: "set_flag", as: caller, message_id: pathId, flag: "read", op: "add" });
      return isUnread;
    }),
  one("history-shows-empty-topics", "empty-topic-in-history")
    .says("The edit history shows the empty topic as it is to all clients.")
    .shows(({ edit_history }, request) => ({ edit_history: historyFor(request, true) ?? edit_history })),
  one("history-shows-empty-target", "empty-topic-in-history")
    .says("A move to the empty topic shows it is to all clients.")
    .shows(({ edit_history }, request) => {
      const known = listOf(historyFor(request, true));
      for (const [i, entry] of listOf(edit_history).entries()) if (entry.topic !== undefined) entry.topic = known[i]?.topic;
      return undefined;
    }),
  one("history-hides-empty-topics", "empty-topic-in-history")
    .says("The edit history hides the empty topic from all clients.")
    .shows(({ edit_history }, request) => ({ edit_history: historyFor(request, undefined) ?? edit_history })),
];
