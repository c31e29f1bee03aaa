import { open } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { serverSettings } from "../resources/server-settings.ts";

/**
 * GET /server_settings: what the server says of itself to anyone. Credentials that are sent are not looked at.
 * @spec    Endpoints > GET /server_settings; Authentication 3; Versioning 2
 * @reply   the fields of the specification
 * @silent  rulings.ignoredWithoutParameters, rulings.rootDomainAddress
 */
export const getServerSettings = open({
  route: "GET /server_settings",
  params: undeclared,
  reply: ({ realm, client }) => serverSettings(realm, client),
});
