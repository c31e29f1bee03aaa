import { type Fields, ignoring, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

/** Faults of which messages a list has, and of their form. */
export const forms: readonly Mutant[] = [
  fetching("list-always-html", "messages.get/apply-markdown", "The list is HTML even where Markdown is asked for.", {
    request: ignoring("apply_markdown"),
  }),
  fetching("list-markdown-by-default", "messages.get/apply-markdown-default", "The list is Markdown by default.", {
    request: (request) => (request.field("apply_markdown") === undefined ? request.with({ apply_markdown: false }) : undefined),
  }),
  fetching("gravatar-not-heeded", "messages.get/client-gravatar", "client_gravatar false is ignored.", {
    request: ignoring("client_gravatar"),
  }),
  fetching("gravatar-off-by-default", "messages.get/client-gravatar-default", "client_gravatar is false by default.", {
    request: (request) => (request.field("client_gravatar") === undefined ? request.with({ client_gravatar: false }) : undefined),
  }),
  fetching("list-names-empty-topics", "messages.get/allow-empty-topic-name", "allow_empty_topic_name is ignored in lists.", {
    request: ignoring("allow_empty_topic_name"),
  }),
  fetching(
    "fetching-marks-read",
    ["message-resource/flags-read", "messages.get/anchor-first-unread"],
    "Fetching a list marks its messages as read.",
    {
      besides: (request, { body }) => {
        const messages = Array.isArray(body.messages) ? (body.messages as Fields[]) : [];
        const unread = messages.filter(({ flags }) => !(flags as string[]).includes("read"));
        for (const { id } of unread)
          request.served.act({ action: "set_flag", as: request.caller, message_id: id, flag: "read", op: "add" });
        return unread.length > 0;
      },
    },
  ),
  fetching("no-narrow-is-direct", "messages.get/narrow-default", "Without a narrow only direct messages are listed.", {
    request: (request) =>
      request.field("narrow") === undefined ? request.with({ narrow: [{ operator: "is", operand: "dm" }] }) : undefined,
  }),
  fetching("empty-narrow-refused", "messages.get/narrow-default", "A narrow without terms is refused.", {
    instead: refusing((request) => request.field("narrow") === "[]"),
  }),
];
