import { type AlterAnswer, inSuccess, type MutableFields } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const presence = onRoute("GET /realm/presence");

type Entries = Record<string, Record<string, MutableFields>>;

const eachPresence = (change: (entry: Record<string, MutableFields>) => void): AlterAnswer =>
  inSuccess((body) => void Object.values(body.presences as Entries).forEach(change));

/** Faults of presences. */
export const mutants: readonly Mutant[] = [
  presence("presence-not-aggregated", "presence/keys", "Presences have no aggregated.", {
    answer: eachPresence((entry) => void delete entry.aggregated),
  }),
  presence("presence-aggregated-differs", "presence/identical", "aggregated says idle where website says active.", {
    answer: eachPresence(({ aggregated, website }) => {
      if (aggregated && website) aggregated.status = website.status === "active" ? "idle" : "active";
    }),
  }),
  presence("presence-pushable-aggregated", "presence/pushable-absent", "aggregated has pushable too.", {
    answer: eachPresence(({ aggregated }) => void (aggregated && (aggregated.pushable = false))),
  }),
  presence("presence-pushable-missing", "presence/pushable", "website lacks pushable.", {
    answer: eachPresence(({ website }) => void delete website?.pushable),
  }),
  presence("presence-pushable-true", "presence/pushable", "pushable is true.", {
    answer: eachPresence(({ website }) => void (website && (website.pushable = true))),
  }),
  presence("presence-offline", "presence/status", "A status is offline.", {
    answer: eachPresence((entry) => {
      for (const one of Object.values(entry)) if (one.status === "idle") one.status = "offline";
    }),
  }),
  presence("presence-other-client", "presence/client", "The client is called web.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.client = "web"))),
  }),
  presence("presence-in-milliseconds", "presence/timestamp", "Times are in milliseconds.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.timestamp = Number(one.timestamp) * 1000))),
  }),
  presence("presence-of-the-future", "presence/timestamp", "Times are those when a client is to report again.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.timestamp = Number(one.timestamp) + 3600))),
  }),
  presence("presence-never-idle", "states.presence/values", "Whoever was there of late is called active.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.status = "active"))),
  }),
  presence("presence-never-active", "states.presence/values", "Everybody is called idle.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.status = "idle"))),
  }),
];
