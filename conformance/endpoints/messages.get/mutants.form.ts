import { type Fields, ignoring } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

type Parts = Omit<Mutant, "name" | "breaks" | "says">;

const faulty = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, ...parts });

/** Faults of the form of messages in GET /messages. */
export const forms: readonly Mutant[] = [
  faulty("list-always-html", "messages.get/apply-markdown", "The list is HTML even where Markdown is asked for.", {
    on: "GET /messages",
    request: ignoring("apply_markdown"),
  }),
  faulty("list-markdown-by-default", "messages.get/apply-markdown-default", "The list is Markdown by default.", {
    on: "GET /messages",
    request: (asked) => (asked.field("apply_markdown") === undefined ? asked.with({ apply_markdown: false }) : undefined),
  }),
  faulty("gravatar-not-heeded", "messages.get/client-gravatar", "client_gravatar false is ignored.", {
    on: "GET /messages",
    request: ignoring("client_gravatar"),
  }),
  faulty("gravatar-off-by-default", "messages.get/client-gravatar-default", "client_gravatar is false by default.", {
    on: "GET /messages",
    request: (asked) => (asked.field("client_gravatar") === undefined ? asked.with({ client_gravatar: false }) : undefined),
  }),
  faulty("list-names-empty-topics", "messages.get/allow-empty-topic-name", "allow_empty_topic_name is ignored in lists.", {
    on: "GET /messages",
    request: ignoring("allow_empty_topic_name"),
  }),
  faulty(
    "fetching-marks-read",
    ["messages-id.get/no-trace", "message-resource/flags-read", "messages.get/anchor-first-unread"],
    "Fetching a list marks its messages as read.",
    {
      on: "GET /messages",
      besides: (asked, { body }) => {
        const messages = Array.isArray(body.messages) ? (body.messages as Fields[]) : [];
        const unread = messages.filter(({ flags }) => !(flags as string[]).includes("read"));
        for (const { id } of unread) asked.served.act({ action: "set_flag", as: asked.caller, message_id: id, flag: "read", op: "add" });
        return unread.length > 0;
      },
    },
  ),
];
