// Writes the types of what is sent and answered (sim/answers) from the declarations of the endpoints (sim/openapi). The build runs it: git ignores them.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerTypes } from "../sim/openapi/types.ts";

const folder = fileURLToPath(new URL("../sim/answers", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(answerTypes())) writeFileSync(`${folder}/${name}`, text);
