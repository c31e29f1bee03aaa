import { stated } from "../../declare/folder.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { serverSettings } from "../../text/index.ts";
import { bareGet } from "../bare-get.ts";
import { fields } from "./fields.ts";
import * as properties from "./properties.ts";

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
  call: { ...call, isOpen: true, prepare: async ({ nobody }, by = nobody) => ({ actor: by, route, fields: {} }) },
  step,
  properties: { fields, "": properties },
  mutants: () => import("./mutants.ts"),
});
