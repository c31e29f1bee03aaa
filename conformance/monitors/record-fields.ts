import { isObject } from "../client/json.ts";
import { type Body, isEqual, jsonText } from "../expect.ts";
import { linkifier, presence } from "../text/index.ts";
import { among, objectsIn } from "./exchange.ts";
import type { Monitor } from "./monitor.ts";
import { answerFields, clausesOf, type Field, fieldsOf, isOf, wrongField } from "./types.ts";

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

const isText = isOf("string");

function wrongLinkifier(shown: Body, fields: readonly Field[]): readonly [says: string, clause: string] | undefined {
  const field = wrongField(shown, fields);
  if (field) return [`${field.name} as ${jsonText(shown[field.name])}, not ${field.types}`, field.clause];
  const { alternative_url_templates: others, reverse_template, example_input } = shown;
  if (Array.isArray(others) && !others.every(isText))
    return [`the alternative_url_templates ${jsonText(others)}`, "linkifier/alternative_url_templates"];
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

/** Fields of the server's settings. None is guaranteed, so that each is looked at where it is there. */
function settings(brand: string): Field[] {
  const clause = (name: string): string => `server_settings.get/${name}`;
  const plain = (type: string, ...names: readonly string[]): Field[] =>
    answerFields("sometimes", Object.fromEntries(names.map((name) => [name, [type, clause(name)] as const])));
  return [
    ...plain("object", "authentication_methods"),
    ...plain("array", "external_authentication_methods"),
    ...plain("boolean", "push_notifications_enabled", "is_incompatible", "email_auth_enabled", "require_email_format_usernames"),
    ...plain("boolean", "realm_web_public_access_enabled"),
    ...plain("string", "realm_url", "realm_uri", "realm_name", "realm_icon", "realm_description"),
    ...answerFields("sometimes", {
      [`${brand}_feature_level`]: ["integer", clause("service_feature_level")],
      [`${brand}_version`]: ["string", clause("service_version")],
      [`${brand}_merge_base`]: ["string", clause("service_merge_base")],
    }),
  ];
}

/** Every field of the server's settings that is there has its type. */
export const settingsFields: Monitor = {
  name: "settings-fields",
  clauses: clausesOf(settings("service")),
  sees: among("GET /server_settings"),
  watch({ brand }, notes) {
    const fields = settings(brand);
    return {
      answered(exchange) {
        if (!exchange.succeeded) return;
        notes.count();
        const field = wrongField(exchange.body, fields);
        if (!field) return;
        const reason = `the settings have ${field.name} as ${jsonText(exchange.body[field.name])}, not ${field.types}`;
        notes.accuse(exchange, reason, [field.clause]);
      },
    };
  },
};
