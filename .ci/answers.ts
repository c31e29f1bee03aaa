// Writes what the build makes of the declarations of endpoints, their comments and the goldens; git ignores it: the types of what is
// sent and answered (sim/answers), and what sim/openapi tells of answers that nobody states.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerTypes } from "../sim/openapi/types.ts";
import { observedTexts } from "./observed.ts";

const folder = fileURLToPath(new URL("../sim", import.meta.url));
mkdirSync(`${folder}/answers`, { recursive: true });
for (const [name, text] of Object.entries(answerTypes())) writeFileSync(`${folder}/answers/${name}`, text);
for (const [name, text] of Object.entries(observedTexts())) writeFileSync(`${folder}/openapi/${name}`, text);
