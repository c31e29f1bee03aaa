// Writes what the build makes of the declarations of endpoints, their comments and the goldens; git ignores it: the types of what is
// sent and answered (sim/answers), and what sim/openapi tells of answers that nobody states.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { observedTexts } from "./observed.ts";

new Command("npm run answers --").description("write the types of what is sent and answered, into files that git ignores").parse();

const folder = fileURLToPath(new URL("../sim", import.meta.url));
mkdirSync(`${folder}/answers`, { recursive: true });
for (const [name, text] of Object.entries(observedTexts())) writeFileSync(`${folder}/openapi/${name}`, text);
// The types are made of what was observed, too.
const { answerTypes } = await import("../sim/openapi/types.ts");
const { realmSchema } = await import("../sim/realm/load.ts");
for (const [name, text] of Object.entries(answerTypes(realmSchema))) writeFileSync(`${folder}/answers/${name}`, text);
