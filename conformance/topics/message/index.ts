import { topic } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as addresses from "./properties.addresses.ts";
import * as edits from "./properties.edits.ts";
import * as flags from "./properties.flags.ts";
import * as reactions from "./properties.reactions.ts";
import * as reads from "./properties.reads.ts";
import * as recipients from "./properties.recipients.ts";
import * as shape from "./properties.shape.ts";
import * as there from "./properties.there.ts";

export const message = topic("message", {
  clauses,
  properties: { addresses, edits, flags, reactions, reads, recipients, shape, there },
  mutants: () => import("./mutants.ts"),
});
