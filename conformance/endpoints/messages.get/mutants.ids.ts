import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, ignoring, inSuccess, isSuccess, refusing } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "GET /messages";

const list = (body: Fields): Fields[] => (Array.isArray(body.messages) ? (body.messages as Fields[]) : []);

type Parts = Omit<Mutant, "name" | "breaks" | "says" | "on">;

const fetching = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, on: route, ...parts });

const hasIds = (asked: Asked): boolean => asked.field("message_ids") !== undefined;

const rangeNames = ["anchor", "include_anchor", "use_first_unread_anchor", "num_before", "num_after"];

/** Faults of fetching by a list of ids. */
export const byIds: readonly Mutant[] = [
  fetching("ids-beside-range-accepted", "messages.get/message-ids-alone", "Range parameters beside message_ids are ignored.", {
    request: (asked) => (hasIds(asked) ? ignoring(...rangeNames)(asked) : undefined),
  }),
  fetching("ids-not-narrowed", "messages.get/message-ids-narrow", "The narrow does not filter message_ids.", {
    request: (asked) => (hasIds(asked) ? ignoring("narrow")(asked) : undefined),
  }),
  fetching("ids-need-counts", ["messages.get/message-ids", "versioning/message-ids"], "message_ids alone is refused.", {
    instead: refusing(hasIds),
  }),
  fetching(
    "ids-missing-refused",
    ["messages.get/message-ids", "versioning/message-ids"],
    "One id that does not exist refuses the whole list.",
    {
      instead: (asked) => {
        const ids = asked.json("message_ids");
        const wrong = Array.isArray(ids) && isSuccess(asked.wouldSay()) && list(asked.wouldSay().body).length < new Set(ids).size;
        return wrong ? { status: 400, body: { result: "error", msg: "Invalid message(s)", code: "BAD_REQUEST" } } : undefined;
      },
    },
  ),
  fetching("ids-with-anchor", "messages.get/reply-anchor-absent", "An anchor is told for message_ids too.", {
    answer: inSuccess((body, asked) => {
      if (hasIds(asked)) body.anchor = list(body)[0]?.id ?? 0;
    }),
  }),
  fetching("ids-in-order-asked", "messages.get/messages-sorted", "The list for message_ids is not sorted.", {
    answer: inSuccess((body, asked) => {
      const ids = asked.json("message_ids");
      if (Array.isArray(ids)) body.messages = list(body).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    }),
  }),
  fetching("ids-last-forgotten", ["messages.get/message-ids", "versioning/message-ids"], "The last of the ids is forgotten.", {
    request: (asked) => {
      const ids = asked.json("message_ids");
      return Array.isArray(ids) && ids.length > 1 ? asked.with({ message_ids: ids.slice(0, -1) }) : undefined;
    },
  }),
];
