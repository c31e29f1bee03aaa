import { fetchServerSettings } from "../../client/server-settings.ts";
import { type Property, property } from "../../declare/property.ts";
import { anybody } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { clauseId, type FieldText, serverSettings } from "../../text/index.ts";

/** A field has its type, and so has what is in it, whoever asks. */
const fieldOf = (name: string, field: FieldText): Property =>
  property({
    clause: clauseId(serverSettings, field),
    given: { who: anybody },
    examples: [{ who: null }],
    async holds(session, { who }, expect) {
      const shown = name.replace(/^service_/, `${session.target.brand}_`);
      const { [shown]: value } = await expect.accepted(fetchServerSettings(session, who));
      if (value === undefined) throw new Untestable(`the server settings have no ${shown}`);
      expect.typed(value, field.type, shown);
      if (field.of) for (const each of Object.values(value as object)) expect.typed(each, field.of, `what is in ${shown}`);
    },
  });

/** For each field that the table has, its type. */
export const fields: Readonly<Record<string, Property>> = Object.fromEntries(
  Object.entries(serverSettings.fields).map(([name, field]) => [name, fieldOf(name, field)]),
);
