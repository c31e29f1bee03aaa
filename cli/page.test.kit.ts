import { touchstone } from "./captured.test.kit.ts";

const printed = async (...args: string[]): Promise<string> => (await touchstone(...args)).out.trimEnd();

/** Returns the page of all commands: what each says of itself with `--help`. */
export async function commandsPage(): Promise<string> {
  const all = await printed("--help");
  const [, listed = ""] = all.split("\nCommands:\n");
  const names = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!).filter((name) => name !== "help");
  const sections: string[] = [];
  for (const name of names) sections.push(`## ${name}\n\n\`\`\`\n${await printed(name, "--help")}\n\`\`\`\n`);
  const head = `# The command line

Each command with all of its options, as \`--help\` prints them; \`npm run pages\` writes this page. Options also stand in
[variables and a file](../sim/serve.md#options-from-elsewhere). What they are for: [serve](../sim/serve.md), [check](../conformance/check.md), [clients](../sim/clients.md).

\`\`\`
${all}
\`\`\`
`;
  return [head, ...sections].join("\n");
}
