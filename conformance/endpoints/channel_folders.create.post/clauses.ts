import { clausesOf, since } from "../../declare/clause.ts";

const creation = clausesOf("Endpoints > POST /channel_folders/create", "channel_folders.create.post", {
  "description-empty": "The description may be the empty text.",
});

export const clauses = since(389, creation);
