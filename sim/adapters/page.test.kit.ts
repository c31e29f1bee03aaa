// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { http, passthrough } from "msw";
import { setupWorker } from "msw/browser";
import { createSimulator } from "../index.ts";
import { fetchFor } from "./fetch.ts";
import { handlers } from "./msw.ts";
import { day, requestOf } from "./story.test.kit.ts";

/** A web page in the tests, with a simulator of its own. */

const sim = createSimulator();

export const page = {
  /** The story without anything of the browser's but its bytes. */
  async story() {
    const alone = createSimulator();
    return day(alone, fetchFor(alone));
  },

  /** From here on the page's own fetch is answered by the simulator. */
  async start() {
    const own = http.all(`${location.origin}/*`, () => passthrough());
    await setupWorker(...handlers(sim), own).start({ quiet: true, onUnhandledRequest: "error" });
  },

  async storyOverWorker() {
    return day(sim, (request) => fetch(request));
  },

  /** Answers for the page's own server at a path. */
  async own(path: string) {
    return (await fetch(path)).text();
  },

  /** The bytes of a picture that the simulator has beside the API. */
  async picture() {
    return [...new Uint8Array(await (await fetch(`${sim.server.url}/avatar/11`)).arrayBuffer())];
  },

  /** The bytes of a file that went up and came back. */
  async upload(bytes: readonly number[]) {
    const body = new FormData();
    body.set("file", new File([Uint8Array.from(bytes)], "ü.bin"));
    const { headers } = requestOf(sim, "alice", "GET /");
    const sent = await fetch(`${sim.server.url}/api/v1/user_uploads`, { method: "POST", headers, body });
    const { url } = (await sent.json()) as { url: string };
    return [...new Uint8Array(await (await fetch(sim.server.url + url, { headers })).arrayBuffer())];
  },

  /** Polls, and moves the clock while the poll hangs. */
  async heartbeat() {
    const { queue_id } = sim.as("bob").send("POST /register", { event_types: ["message"] }).body;
    const idle = sim.due;
    const poll = fetch(requestOf(sim, "bob", "GET /events", { queue_id, last_event_id: -1 }));
    while (sim.due === idle) await new Promise((resolve) => setTimeout(resolve));
    const before = sim.instant;
    sim.advance({ ms: sim.due! - sim.now() });
    return { before, after: sim.instant, answer: (await (await poll).json()) as unknown };
  },

  /** Gives a poll up, then polls again for what came in between. */
  async again() {
    const { queue_id } = sim.as("bob").send("POST /register", { event_types: ["message"] }).body;
    const idle = sim.due;
    const leaving = new AbortController();
    const poll = (init?: RequestInit) => fetch(requestOf(sim, "bob", "GET /events", { queue_id, last_event_id: -1 }, init));
    const first = poll({ signal: leaving.signal }).catch((thrown: Error) => thrown.name);
    while (sim.due === idle) await new Promise((resolve) => setTimeout(resolve));
    leaving.abort();
    const given = await first;
    const second = poll();
    sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "soup", content: "hot" });
    const { events } = (await (await second).json()) as { events: { type: string }[] };
    return { given, types: events.map(({ type }) => type) };
  },

  /** The name of what a fetch fails with when a fault cuts its connection. */
  async cut() {
    sim.faults.add({ times: 1, then: { drop: true } });
    return fetch(requestOf(sim, undefined, "GET /server_settings")).then(
      () => "answered",
      (thrown: Error) => thrown.name,
    );
  },
};

Object.assign(globalThis, { page });
