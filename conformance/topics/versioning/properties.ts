import fc from "fast-check";
import type { Extra } from "../../client/actor.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";

/** Returns the level that the settings tell, 0 where they tell none: such a server is to be taken for one of that level. */
async function reportedLevel({ nobody, target, expect }: Session, extra: Extra = {}): Promise<number> {
  const name = `${target.brand}_feature_level`;
  const { [name]: level } = expect.succeeded(await nobody.send("GET /server_settings", {}, extra), "GET /server_settings");
  return level === undefined && !nobody.session.isHeldToObserved ? 0 : expect.integer(level, name);
}

/** The settings report the level of the server, the same each time or higher, whichever client asks. */
export const level = property({
  clause: ["level", "monotonic"],
  given: { agents: fc.array(fc.constantFrom("touchstone/1", "curl/8", "Mozilla/5.0", "website"), { minLength: 2, maxLength: 5 }) },
  examples: [{ agents: ["touchstone/1", "touchstone/1"] }],
  async holds(session, { agents }, expect) {
    let last = 0;
    for (const [i, userAgent] of agents.entries()) {
      const next = await reportedLevel(session, { userAgent });
      expect.holds(next >= last, `the feature level falls from ${last} to ${next}`, i === 0 ? undefined : "versioning/monotonic");
      last = next;
    }
  },
});

/** Linkifiers are templates of URLs, whoever reads them. */
export const urlTemplate = property({
  clause: "url-template",
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
