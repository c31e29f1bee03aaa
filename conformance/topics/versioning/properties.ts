import fc from "fast-check";
import type { Extra } from "../../client/actor.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { type Property, property } from "../../declare/property.ts";
import { besides, succeed } from "../../derive/promise.ts";
import { anActor } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { forEachCall } from "../each-call.ts";

/** Returns the feature level that the server settings report. */
async function reportedLevel({ nobody, target, expect }: Session, extra: Extra = {}): Promise<number> {
  const name = `${target.brand}_feature_level`;
  return expect.integer(expect.succeeded(await nobody.send("GET /server_settings", {}, extra), "GET /server_settings")[name], name);
}

/** The settings report the level of the server, the same each time or higher, whichever client asks. */
export const level = property({
  clause: ["versioning/level", "versioning/monotonic"],
  given: { agents: fc.array(fc.constantFrom("touchstone/1", "curl/8", "Mozilla/5.0", "website"), { minLength: 2, maxLength: 5 }) },
  examples: [{ agents: ["touchstone/1", "touchstone/1"] }],
  async holds(session, { agents }, expect) {
    let last = 1;
    for (const userAgent of agents) {
      const next = await reportedLevel(session, { userAgent });
      expect.holds(next >= last, `the feature level falls from ${last} to ${next}`);
      last = next;
    }
  },
});

/** The registration reports to everybody the level that the settings report. */
export const sameLevelEverywhere = property({
  clause: "versioning/level",
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const name = `${session.target.brand}_feature_level`;
    const registered = (await register(session.actor(who), []))[name];
    if (registered === undefined) throw new Untestable(`the registration has no ${name}`);
    session.expect.same(await reportedLevel(session), registered, name);
  },
});

/** Linkifiers are templates of URLs, whoever reads them. */
export const urlTemplate = property({
  clause: "versioning/url-template",
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const { linkifiers } = expect.succeeded(await session.actor(who).send("GET /realm/linkifiers"), "GET /realm/linkifiers");
    expect.each(expect.objects(linkifiers, "the linkifiers"), "linkifier", (linkifier) => {
      expect.text(linkifier.url_template, "url_template of a linkifier");
      expect.same(linkifier.url_format, undefined, "the format string of a linkifier");
    });
  },
});

/** The words of the clauses of endpoints that came with a level, by their stems. */
const words: Readonly<Record<string, string>> = {
  "user_topics.post": "user-topics",
  "channel_folders.create.post": "channel-folders",
  "channel_folders-id.patch": "channel-folders",
  "navigation_views.post": "navigation-views",
  "remove_client_device.post": "device-removal",
  "calls.vc.create.post": "video-call",
};

/** Endpoints that came with a level do what they are for, and know all their parameters. */
export const introduced = Object.assign(
  {},
  ...Object.entries(words).map(([stem, word]) =>
    forEachCall({
      clause: [`versioning/${word}`, "versioning/level-implies"],
      of: (call) => call.stem === stem,
      examples: () => [{}],
      async holds(session, call, ready) {
        const body = await succeed(session, call, ready, besides(call, session).known);
        session.expect.same(body.ignored_parameters_unsupported, undefined, `what ${call.route} ignored`);
      },
    }),
  ),
) as Readonly<Record<string, Property>>;
