import type { Asked } from "../../mutants/kit/asked.ts";
import { becomes, type Fields, isSuccess, recoded, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const deleting = onRoute("DELETE /messages/{id}");

const byAnyone = (asked: Asked) => (asked.caller && !isSuccess(asked.wouldSay()) ? asked.by("owen") : undefined);

/** Faults of DELETE /messages/{message_id}. */
export const mutants: readonly Mutant[] = [
  deleting("deleted-still-there", "messages-id.delete/gone", "A deletion is accepted and nothing deleted.", { instead: swallowed }),
  mutant({
    name: "deleted-still-listed",
    breaks: "messages-id.delete/gone",
    says: "A deleted message cannot be fetched alone, but lists still show it.",
    on: ["DELETE /messages/{id}", "GET /messages"],
    instead: (asked) => {
      if (asked.route !== "DELETE /messages/{id}" || !asked.caller || !isSuccess(asked.wouldSay())) return undefined;
      const { message } = asked.also(asked.caller, `GET /messages/${asked.pathId}`).body;
      asked.memory.set("gone", [...((asked.memory.get("gone") as Fields[]) ?? []), message]);
      return undefined;
    },
    answer: (said, asked) => {
      if (asked.route !== "GET /messages" || !Array.isArray(said.body.messages)) return;
      const gone = (asked.memory.get("gone") as Fields[]) ?? [];
      said.body.messages = [...(said.body.messages as Fields[]), ...gone].sort((a, b) => Number(a.id) - Number(b.id));
    },
  }),
  deleting(
    "deletion-of-missing-accepted",
    ["messages-id.delete/missing", "messages-id.delete/twice"],
    "Deleting what does not exist succeeds.",
    {
      answer: (said, asked) => {
        const isMissing = !isSuccess(asked.also("owen", `GET /messages/${asked.pathId}`));
        if (isMissing && said.body.code === "BAD_REQUEST") becomes(said, success());
      },
    },
  ),
  deleting(
    "deletion-other-code",
    ["messages-id.delete/no-permission", "messages-id.delete/missing", "errors/deletion-not-permitted"],
    "Deletions are refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"),
    },
  ),
  deleting("deletion-by-anyone", "messages-id.delete/no-permission", "Everybody may delete everything.", { request: byAnyone }),
  deleting("deletion-refused-but-done", "messages-id.delete/no-permission", "A deletion that is refused is done all the same.", {
    besides: (asked, said) =>
      !isSuccess(said) && asked.caller !== undefined && isSuccess(asked.also("owen", `DELETE /messages/${asked.pathId}`)),
  }),
  deleting("deletion-of-two", "messages-id.delete/only-it", "The message before is deleted too.", {
    besides: (asked, said) => isSuccess(said) && isSuccess(asked.also("owen", `DELETE /messages/${(asked.pathId ?? 0) - 1}`)),
  }),
  deleting(
    "own-message-not-deletable",
    ["messages-id.delete/gone", "messages-id.delete/realm-own-group", "limits/deletion-in-time"],
    "Nobody may delete a message.",
    { instead: refusing(() => true) },
  ),
  deleting(
    "deletion-limit-not-heeded",
    ["messages-id.delete/time-limit", "limits/deletion-time"],
    "The time limit on deleting is not enforced.",
    {
      request: (asked) => {
        if (!asked.caller || isSuccess(asked.wouldSay())) return undefined;
        const message = asked.also(asked.caller, `GET /messages/${asked.pathId}`).body.message as Fields | undefined;
        return message?.sender_id === asked.served.cast[asked.caller]!.user_id ? asked.by("owen") : undefined;
      },
    },
  ),
];
