import { promiseOf } from "../../derive/clauses.ts";
import { callTo } from "../each-call.ts";

/** So many things somebody makes where requests cost nothing. Elsewhere an account has more already, of the runs before this one. */
const count = { embedded: 60, live: 1 } as const;

/** The first thing that somebody made is as it was made, and so is the last, however many came between. */
const keepsMany = (clause: string, route: string) =>
  promiseOf(
    {
      clause,
      examples: () => [{}],
      async holds(session, call, first) {
        const made = [];
        for (let i = 0; i < count[session.target.kind]; i++) {
          const ready = i === 0 ? first : await call.prepare(session, first.actor);
          made.push({ ready, answer: session.expect.succeeded(await ready.actor.send(ready.route, ready.fields), call.route) });
        }
        for (const { ready, answer } of [...new Set([made[0], made.at(-1)])].filter((one) => one !== undefined)) {
          const kept = await call.kept?.(ready.actor, ready, answer);
          for (const [name, value] of Object.entries(kept ?? {}))
            if (Object.hasOwn(ready.fields, name))
              session.expect.same(value, ready.fields[name], `the ${name} of one of ${made.length} things made by ${call.route}`);
        }
      },
    },
    callTo(route),
  );

export const policies = keepsMany("topic-policy/per-topic", "POST /user_topics");
export const folders = keepsMany("channel_folders.create.post/succeeds", "POST /channel_folders/create");
export const groups = keepsMany("user_groups.create.post/members-initial", "POST /user_groups/create");
export const views = keepsMany("navigation_views.post/adds", "POST /navigation_views");
export const domains = keepsMany("realm.domains.post/adds", "POST /realm/domains");
