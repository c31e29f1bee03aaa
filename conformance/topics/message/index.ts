import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as addresses from "./properties.addresses.ts";
import * as content from "./properties.content.ts";
import * as editHistory from "./properties.edit-history.ts";
import * as edits from "./properties.edits.ts";
import * as emoji from "./properties.emoji.ts";
import * as flags from "./properties.flags.ts";
import * as origin from "./properties.origin.ts";
import * as pairs from "./properties.pairs.ts";
import * as reactions from "./properties.reactions.ts";
import * as recipients from "./properties.recipients.ts";
import * as shape from "./properties.shape.ts";
import * as submessages from "./properties.submessages.ts";
import * as texts from "./properties.texts.ts";
import * as wildcards from "./properties.wildcards.ts";

export const message = topic("message", {
  clauses,
  properties: {
    addresses,
    content,
    edits: { ...edits, ...editHistory },
    flags: { ...flags, ...wildcards },
    reactions: { ...reactions, ...emoji, ...submessages },
    pairs,
    recipients,
    shape: { ...shape, ...origin, ...texts },
  },
  mutants: () => import("./mutants.ts"),
});
