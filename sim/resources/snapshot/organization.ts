import { has } from "../../core/levels.ts";
import { domainRecords, emojiRecords, linkifierList, linkifierTriples, playgroundList } from "../organization.ts";
import type { Family } from "./view.ts";

/** The organization's set-up for all. */
export const organization: Family = {
  realm_domains: ({ realm }) => ({
    realm_domains: domainRecords(realm),
  }),
  realm_linkifiers: ({ realm, capabilities }) => ({
    realm_linkifiers: capabilities.has("linkifier_url_template") || !has(realm, "urlTemplates") ? linkifierList(realm) : [],
  }),
  realm_filters: ({ realm }) => ({ realm_filters: linkifierTriples(realm) }),
  realm_emoji: ({ realm }) => ({ realm_emoji: emojiRecords(realm) }),
  realm_playgrounds: ({ realm }) => ({ realm_playgrounds: playgroundList(realm) }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  stop_words: () => ({ stop_words: [] }),
  giphy: () => ({ giphy_api_key: "", tenor_api_key: "", klipy_api_key: "" }),
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
};
