import type { Asked } from "../../mutants/kit/asked.ts";
import { becomes, type Fields, ignoring, inSuccess, isSuccess, messagesIn, refusal, refusing, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

const hasIds = (asked: Asked): boolean => asked.field("message_ids") !== undefined;

const idsOf = (asked: Asked): readonly unknown[] => {
  const ids = asked.json("message_ids");
  return Array.isArray(ids) ? ids : [];
};

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
        const said = asked.wouldSay();
        const isMissing = hasIds(asked) && isSuccess(said) && messagesIn(said).length < new Set(idsOf(asked)).size;
        return isMissing ? refusal() : undefined;
      },
    },
  ),
  fetching("ids-with-anchor", "messages.get/reply-anchor-absent", "An anchor is told for message_ids too.", {
    answer: inSuccess((body, asked) => {
      if (hasIds(asked)) body.anchor = 0;
    }),
  }),
  fetching(
    "ids-as-often-as-asked",
    ["messages.get/message-ids", "messages.get/message-ids-sorted"],
    "A message is listed as often as its id is given.",
    {
      answer: inSuccess((body, asked) => {
        const messages = body.messages as Fields[];
        if (hasIds(asked))
          body.messages = messages.flatMap((message) => idsOf(asked).flatMap((id) => (id === message.id ? [message] : [])));
      }),
    },
  ),
  fetching(
    "ids-last-forgotten",
    ["messages.get/message-ids", "messages.get/message-ids-reach", "versioning/message-ids"],
    "The last of the ids is forgotten.",
    {
      request: (asked) => (idsOf(asked).length > 1 ? asked.with({ message_ids: idsOf(asked).slice(0, -1) }) : undefined),
    },
  ),
  fetching("no-ids-refused", "messages.get/message-ids", "An empty list of ids is refused.", {
    instead: refusing((asked) => hasIds(asked) && idsOf(asked).length === 0),
  }),
  fetching("ids-without-history-limited", "messages.get/history-limited", "history_limited is missing where messages are fetched by ids.", {
    answer: inSuccess((body, asked) => {
      if (hasIds(asked)) delete body.history_limited;
    }),
  }),
  fetching("ids-beside-range-lost", "messages.get/message-ids-company", "Beside a range parameter message_ids list nothing.", {
    answer: (said, asked) => {
      if (hasIds(asked) && rangeNames.some((name) => asked.field(name) !== undefined)) becomes(said, success({ messages: [] }));
    },
  }),
  fetching("ids-at-limit-refused", "messages.get/limit-5000-fits", "5000 ids are too many.", {
    instead: refusing((asked) => idsOf(asked).length >= 5000),
  }),
  fetching("ids-limit-not-enforced", "messages.get/limit-5000", "Any number of ids can be asked for.", {
    request: (asked) => (idsOf(asked).length > 5000 ? asked.with({ message_ids: idsOf(asked).slice(0, 5000) }) : undefined),
  }),
];
