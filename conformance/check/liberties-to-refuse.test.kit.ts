import { isTo, listsOf, refusing } from "./altered.test.kit.ts";
import type { Liberty } from "./liberties.test.kit.ts";

/** Requests that a server may refuse, since no sentence says that it takes them. */
export const libertiesToRefuse: readonly Liberty[] = [
  [
    "refuse empty lists",
    () =>
      refusing((request) =>
        listsOf(request, "members", "add", "delete", "subgroups", "msg_ids", "message_ids").some(({ length }) => length === 0),
      ),
    ["messages.get.ids/byIds", "messages.matches_narrow.get/onlyMatching", "user_groups.create.post.text/members-initial"],
  ],
  [
    "refuse lists that name something twice",
    () =>
      refusing((request) =>
        listsOf(request, "members", "add", "delete", "msg_ids", "message_ids", "to").some((list) => new Set(list).size < list.length),
      ),
    ["messages.get.ids/order", "user_groups.create.post.text/members-initial"],
  ],
  [
    "let administrators alone create groups",
    () => refusing((request) => isTo("POST", "/user_groups/create", request) && ["bob", "cara"].includes(request.as ?? "")),
    ["conventions.lists/user_groups.create.post"],
  ],
  [
    "count the anchor among the messages that are asked for",
    () =>
      refusing((request) => {
        const { num_before, num_after, include_anchor } = request.fields;
        return isTo("GET", "/messages", request) && Number(num_before) + Number(num_after) === 5000 && include_anchor !== false;
      }),
    ["messages.get.refusals/limit"],
  ],
];
