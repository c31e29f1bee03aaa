// Writes the types of what is sent and answered (sim/answers) from the declarations of the endpoints (sim/openapi).
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { answerTypes } from "../sim/openapi/types.ts";

const folder = fileURLToPath(new URL("../sim/answers", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(answerTypes())) writeFileSync(`${folder}/${name}`, text);
const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
const { status } = spawnSync(process.execPath, [biome, "check", "--write", folder], { stdio: "inherit" });
process.exitCode = status ?? 1;
