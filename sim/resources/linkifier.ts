import { has } from "../core/levels.ts";
import type { Linkifier } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";

/** A linkifier (Resources > Linkifier). Before level 176 the template was a format string. */
function linkifierRecord(realm: Realm, linkifier: Linkifier) {
  const { id, pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier;
  return {
    id,
    pattern,
    [has(realm, "urlTemplates") ? "url_template" : "url_format"]: url_template,
    ...(has(realm, "linkifierExamples") && { example_input, reverse_template }),
    ...(has(realm, "alternativeTemplates") && { alternative_url_templates }),
  };
}

const inOrder = (realm: Realm): Linkifier[] => [...realm.linkifiers.values()].sort((a, b) => a.order - b.order);

/** All linkifiers in the order in which they apply. */
export const linkifierList = (realm: Realm) => inOrder(realm).map((linkifier) => linkifierRecord(realm, linkifier));

/** All linkifiers as clients older than their records know them: pattern, format string, id. Servers with templates tell of none. */
export const linkifierTriples = (realm: Realm) =>
  has(realm, "urlTemplates") ? [] : inOrder(realm).map(({ id, pattern, url_template }) => [pattern, url_template, id]);
