import { becomes, type Fields, ignoring, inSuccess, isSuccess, messagesIn, refusal, refusing, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

const hasIds = (request: InterceptedRequest): boolean => request.field("message_ids") !== undefined;

const idsOf = (request: InterceptedRequest): readonly unknown[] => {
  const ids = request.json("message_ids");
  return Array.isArray(ids) ? ids : [];
};

const rangeNames = ["anchor", "include_anchor", "use_first_unread_anchor", "num_before", "num_after"];

/** Faults of fetching by a list of ids. */
export const byIds: readonly Mutant[] = [
  fetching("ids-beside-range-accepted", "messages.get/message-ids-alone", "Range parameters beside message_ids are ignored.", {
    request: (request) => (hasIds(request) ? ignoring(...rangeNames)(request) : undefined),
  }),
  fetching("ids-not-narrowed", "messages.get/message-ids-narrow", "The narrow does not filter message_ids.", {
    request: (request) => (hasIds(request) ? ignoring("narrow")(request) : undefined),
  }),
  fetching("ids-need-counts", ["messages.get/message-ids", "versioning/message-ids"], "message_ids alone is refused.", {
    instead: refusing(hasIds),
  }),
  fetching(
    "ids-missing-refused",
    ["messages.get/message-ids", "versioning/message-ids"],
    "One id that does not exist refuses the whole list.",
    {
      instead: (request) => {
        const said = request.wouldSay();
        const isMissing = hasIds(request) && isSuccess(said) && messagesIn(said).length < new Set(idsOf(request)).size;
        return isMissing ? refusal() : undefined;
      },
    },
  ),
  fetching("ids-with-anchor", "messages.get/reply-anchor-absent", "An anchor is told for message_ids too.", {
    answer: inSuccess((body, request) => {
      if (hasIds(request)) body.anchor = 0;
    }),
  }),
  fetching(
    "ids-as-often-as-asked",
    ["messages.get/message-ids", "messages.get/message-ids-sorted"],
    "A message is listed as often as its id is given.",
    {
      answer: inSuccess((body, request) => {
        const messages = body.messages as Fields[];
        if (hasIds(request))
          body.messages = messages.flatMap((message) => idsOf(request).flatMap((id) => (id === message.id ? [message] : [])));
      }),
    },
  ),
  fetching(
    "ids-last-forgotten",
    ["messages.get/message-ids", "messages.get/message-ids-reach", "versioning/message-ids"],
    "The last of the ids is forgotten.",
    {
      request: (request) => (idsOf(request).length > 1 ? request.with({ message_ids: idsOf(request).slice(0, -1) }) : undefined),
    },
  ),
  fetching("no-ids-refused", "messages.get/message-ids", "An empty list of ids is refused.", {
    instead: refusing((request) => hasIds(request) && idsOf(request).length === 0),
  }),
  fetching("ids-without-history-limited", "messages.get/history-limited", "history_limited is missing where messages are fetched by ids.", {
    answer: inSuccess((body, request) => {
      if (hasIds(request)) delete body.history_limited;
    }),
  }),
  fetching("ids-beside-range-lost", "messages.get/message-ids-company", "Beside a range parameter message_ids list nothing.", {
    answer: (said, request) => {
      if (hasIds(request) && rangeNames.some((name) => request.field(name) !== undefined)) becomes(said, success({ messages: [] }));
    },
  }),
  fetching("ids-at-limit-refused", "messages.get/limit-5000-fits", "5000 ids are too many.", {
    instead: refusing((request) => idsOf(request).length >= 5000),
  }),
  fetching("ids-limit-not-enforced", "messages.get/limit-5000", "Any number of ids can be asked for.", {
    request: (request) => (idsOf(request).length > 5000 ? request.with({ message_ids: idsOf(request).slice(0, 5000) }) : undefined),
  }),
];
