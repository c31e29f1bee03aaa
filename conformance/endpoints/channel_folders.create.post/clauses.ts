import { is, leaves, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const creation = clausesOf("Endpoints > POST /channel_folders/create", "channel_folders.create.post", {
  "description-empty": {
    says: "The description may be the empty text.",
    about: [taken({ description: is("") }, { weight: 2.7 }), leaves("Channel folder.description", { description: is("") })],
  },
});

export const clauses = since(389, creation);
