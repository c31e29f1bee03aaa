import { fetchServerSettings } from "../../client/registration.ts";
import { clausesOf } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { type Property, property } from "../../declare/property.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { anybody } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { clauseId, type FieldText, serverSettings } from "../../text/index.ts";
import { bareGet } from "../bare-get.ts";
import * as properties from "./properties.ts";

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

const fields: Readonly<Record<string, Property>> = Object.fromEntries(
  Object.entries(serverSettings.fields).map(([name, field]) => [name, fieldOf(name, field)]),
);

const route = "GET /server_settings";
const { call, step } = bareGet(route, "asks for the server settings");

export const serverSettingsGet = stated("server_settings.get", {
  clauses: {
    "no-credentials": "The endpoint needs no credentials and answers the same with them.",
    ...recordClauses(serverSettings),
    "external-order": "external_authentication_methods are in the order in which they are displayed.",
    "root-domain": "On the root domain of a server of several organizations the organization's name, logo and description are absent.",
    "root-domain-address": {
      says: "On the root domain of a server of several organizations the other fields of the organization are absent too.",
      silent: "rootDomainAddress",
    },
  },
  elsewhere: clausesOf("Resources and their fields > Server settings", "server-settings", {
    "as-registered": "The level, the version and the organization's name are those that a registration tells.",
    stable: "Asked twice, a server that nobody changes says the same of itself.",
  }),
  call: { ...call, isOpen: true, prepare: async ({ nobody }, by = nobody) => ({ actor: by, route, fields: {} }) },
  step,
  properties: { fields, "": properties },
  mutants: () => import("./mutants.ts"),
});
