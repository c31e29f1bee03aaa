import { endpointText, states } from "../endpoint.ts";

const noParameters = states("no-parameters", "The endpoint needs no parameters.");

/** Endpoints > GET /server_settings. Its fields are a record. */
export const serverSettings = endpointText("server_settings.get", "GET /server_settings", { does: noParameters });

/** Endpoints > GET /realm/linkifiers. */
export const linkifiers = endpointText("realm.linkifiers.get", "GET /realm/linkifiers", {
  does: noParameters,
  returns: { linkifiers: { type: "array", stated: states("linkifiers", "The answer has all linkifiers as the array linkifiers.") } },
});

/** Endpoints > GET /realm/presence. */
export const presence = endpointText("realm.presence.get", "GET /realm/presence", {
  does: { ...noParameters, also: ["realm.presence.get/presences"] },
  returns: {
    server_timestamp: {
      type: "number",
      stated: states("server_timestamp", "server_timestamp is a number, the time at which the data was fetched."),
    },
    presences: { type: "object" },
  },
});
