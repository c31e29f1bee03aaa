import { isObject } from "../client/json.ts";
import { type Body, isEqual, jsonText } from "../expect.ts";
import { linkifier, loginMethod, presence, serverSettings } from "../text/index.ts";
import { among, objectsIn } from "./exchange.ts";
import type { Monitor } from "./monitor.ts";
import { clausesOf, type Field, fieldsOf, wrongField } from "./types.ts";

const ofPresence = fieldsOf(presence);

/** Returns what is wrong with one user's presence, and the clause that says so. */
function wrongPresence(entry: unknown): readonly [says: string, clause: string] | undefined {
  const { website, aggregated } = isObject(entry) ? entry : {};
  if (!isObject(website) || !isObject(aggregated)) return [`is ${jsonText(entry)}, without website or aggregated`, "presence/keys"];
  const field = wrongField(website, ofPresence) ?? wrongField(aggregated, ofPresence);
  if (field) return [`is ${jsonText(entry)}, where ${field.name} is not ${field.types}`, field.clause];
  if (website.client !== "website") return [`has the client ${jsonText(website.client)}`, "presence/client"];
  if (website.status !== "idle" && website.status !== "active") return [`has the status ${jsonText(website.status)}`, "presence/status"];
  if (website.pushable !== false) return [`has pushable ${jsonText(website.pushable)} under website`, "presence/pushable"];
  if (aggregated.pushable !== undefined) return ["has pushable under aggregated", "presence/pushable-absent"];
  const { pushable: _, ...same } = website;
  return isEqual(same, aggregated) ? undefined : [`is ${jsonText(entry)}, where website and aggregated differ`, "presence/identical"];
}

/** Every entry of the presences has its fixed keys and fields. */
export const presenceEntries: Monitor = {
  name: "presence-entries",
  clauses: ["presence/keys", "presence/identical", "presence/pushable-absent", ...clausesOf(ofPresence)],
  sees: among("GET /realm/presence"),
  watch: (_, notes) => ({
    answered(exchange) {
      for (const [address, entry] of Object.entries(isObject(exchange.body.presences) ? exchange.body.presences : {})) {
        notes.count();
        const wrong = wrongPresence(entry);
        if (wrong) notes.accuse(exchange, `the presence of ${address} ${wrong[0]}`, [wrong[1]]);
      }
    },
  }),
};

const ofLinkifier = fieldsOf(linkifier);

function wrongLinkifier(shown: Body, fields: readonly Field[]): readonly [says: string, clause: string] | undefined {
  const field = wrongField(shown, fields);
  if (field) return [`${field.name} as ${jsonText(shown[field.name])}, not ${field.types}`, field.clause];
  const { reverse_template, example_input } = shown;
  if (typeof reverse_template === "string" && example_input === null)
    return ["a reverse_template and no example_input", "linkifier/reverse-needs-example"];
  return undefined;
}

/** Every linkifier has the fields that the level of the server brings. */
export const linkifierFields: Monitor = {
  name: "linkifier-fields",
  clauses: [...clausesOf(ofLinkifier), "linkifier/reverse-needs-example"],
  sees: among("GET /realm/linkifiers"),
  watch({ level }, notes) {
    const fields = ofLinkifier.filter(({ since }) => since <= level);
    return {
      answered(exchange) {
        for (const shown of objectsIn(exchange.body.linkifiers)) {
          notes.count();
          const wrong = wrongLinkifier(shown, fields);
          if (wrong) notes.accuse(exchange, `the linkifier ${jsonText(shown.id)} has ${wrong[0]}`, [wrong[1]]);
        }
      },
    };
  },
};

const ofSettings = fieldsOf(serverSettings);
const ofMethod = fieldsOf(loginMethod);

/** Every field of the server's settings that is there has its type. */
export const settingsFields: Monitor = {
  name: "settings-fields",
  clauses: clausesOf(ofSettings),
  sees: among("GET /server_settings"),
  watch({ brand }, notes) {
    const fields = ofSettings.map((field) => ({ ...field, name: field.name.replace(/^service_/, `${brand}_`) }));
    return {
      answered(exchange) {
        if (!exchange.succeeded) return;
        notes.count();
        const methods = objectsIn(exchange.body.external_authentication_methods);
        for (const [shown, those] of [[exchange.body, fields] as const, ...methods.map((method) => [method, ofMethod] as const)]) {
          const field = wrongField(shown, those);
          if (!field) continue;
          const reason = `the settings have ${field.name} as ${jsonText(shown[field.name])}, not ${field.types}`;
          return notes.accuse(exchange, reason, [field.clause]);
        }
      },
    };
  },
};
