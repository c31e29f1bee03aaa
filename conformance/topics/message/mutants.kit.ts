import { onRoute } from "../../mutants/kit/mutant.ts";

/** Messages wherever they are shown, in events too. */
export const shown = onRoute(undefined, "message-resource");

/** Messages where they are fetched, alone or in a list. */
export const fetched = onRoute(["GET /messages", "GET /messages/{id}"], "message-resource");
