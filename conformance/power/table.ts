import changes from "./changes.json" with { type: "json" };
import type { PowerTable } from "./index.ts";
import table from "./table.json" with { type: "json" };

/** The table that was measured by `mutants --table`, and by `npm run changes -- --examples --write`. */
export const powerTable: PowerTable = { ...(table as PowerTable), changes: changes.noticed, tried: changes.tried };
