import type { PowerTable } from "./index.ts";
import table from "./table.json" with { type: "json" };

/** What was measured by `mutants --table`. */
export const powerTable = table as PowerTable;
