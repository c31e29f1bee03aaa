import type { PlaygroundId } from "../../core/ids.ts";
import type { Playground } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { templateVariables } from "../../markdown/index.ts";
import { badTemplate, blank, type Faults, refuseFaults, whole } from "./faults.ts";

/** Returns what is wrong with the variables of a template: it has to have one, the code. */
function variablesFault(variables: readonly string[]): string | undefined {
  if (!variables.includes("code")) return 'Missing the required variable "code" in the URL template';
  return variables.length > 1 ? '"code" should be the only variable present in the URL template' : undefined;
}

/** @refuses BAD_REQUEST, with `errors` by field: something is blank, no template or not of the code alone, there is one of this name */
export function checkPlayground(realm: Realm, { name, pygments_language, url_template }: Omit<Playground, "id">): void {
  const faults: Faults = {};
  const variables = templateVariables(url_template);
  if (url_template === "") faults.url_template = [blank];
  else if (!variables) faults.url_template = [badTemplate];
  if (name === "") faults.name = [blank];
  if (pygments_language === "") faults.pygments_language = [blank];
  const fault = variables && variablesFault(variables);
  if (fault !== undefined) faults[whole] = [fault];
  const taken = [...realm.playgrounds.values()].some((other) => other.name === name && other.pygments_language === pygments_language);
  if (taken) faults[whole] = [...(faults[whole] ?? []), "Realm playground with this Realm, Pygments language and Name already exists."];
  refuseFaults(faults);
}

export const knownPlayground = (realm: Realm, id: number): Playground =>
  realm.playgrounds.get(id as PlaygroundId) ?? refuse("Invalid playground");
