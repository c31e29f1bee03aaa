import { type Answer, type Fields, inSuccess, lacking } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const presence = onRoute("GET /realm/presence");

type Entries = Record<string, Record<string, Fields>>;

const eachPresence = (change: (entry: Record<string, Fields>) => void): Answer =>
  inSuccess((body) => void Object.values(body.presences as Entries).forEach(change));

/** Faults of GET /realm/presence. */
export const mutants: readonly Mutant[] = [
  presence("presence-by-id", "realm.presence.get/presences", "Presences are keyed by user id.", {
    answer: inSuccess((body, asked) => {
      const ids = new Map(Object.values(asked.served.cast).map(({ email, user_id }) => [email, user_id]));
      body.presences = Object.fromEntries(
        Object.entries(body.presences as Entries).map(([email, entry]) => [String(ids.get(email) ?? 0), entry]),
      );
    }),
  }),
  presence("presence-not-aggregated", "presence/keys", "Presences have no aggregated.", {
    answer: eachPresence((entry) => void delete entry.aggregated),
  }),
  presence("presence-aggregated-differs", "presence/identical", "aggregated says idle where website says active.", {
    answer: eachPresence(({ aggregated, website }) => {
      if (aggregated && website) aggregated.status = website.status === "active" ? "idle" : "active";
    }),
  }),
  presence("presence-pushable-aggregated", "presence/pushable-absent", "aggregated has pushable too.", {
    answer: eachPresence(({ aggregated }) => void (aggregated!.pushable = false)),
  }),
  presence("presence-pushable-missing", "presence/pushable", "website lacks pushable.", {
    answer: eachPresence(({ website }) => void delete website!.pushable),
  }),
  presence("presence-pushable-true", "presence/pushable", "pushable is true.", {
    answer: eachPresence(({ website }) => void (website!.pushable = true)),
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
  presence("presence-without-server-time", "realm.presence.get/server_timestamp", "server_timestamp is missing.", {
    answer: lacking("server_timestamp"),
  }),
];
