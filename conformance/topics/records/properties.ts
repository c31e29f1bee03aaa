import fc from "fast-check";
import { fieldTypes, profileField, setProfile } from "../../client/profile.ts";
import { recordsOf, stateOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor, people } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { type Body, prepared } from "../../expect.ts";

/** Every value of a profile field that is shown is of a field that exists, and of one of its types. */
export const profileValues = property({
  clause: "profile-value",
  serial: "profiles",
  given: { who: anActor(...people), reader: anActor(...activePeople), text: textOf({ max: 40 }) },
  examples: [{ who: "alice", reader: "alice", text: "shown" }],
  async holds(session, { who, reader, text }, expect) {
    const [actor, other] = [session.actor(who), session.actor(reader)];
    const { id } = await profileField(actor, fieldTypes.shortText);
    prepared.succeeded(await setProfile(actor, [{ id, value: text }]), "setting a profile value");
    const fields = (await recordsOf(other, "custom_profile_fields")).map((field) => String(field.id));
    const users = expect.objects(await stateOf(other, "realm_user", "realm_users"), "realm_users in a registration");
    const values = users.flatMap(({ profile_data = {} }) => Object.entries(expect.object(profile_data, "profile_data of somebody")));
    expect.each(values, "value of a profile field", ([field, record]) => {
      expect.holds(fields.includes(field), `somebody has a value of the profile field ${field}, which does not exist`);
      const { value } = expect.object(record, `somebody's value of the profile field ${field}`);
      expect.typed(value, "string or array or null", "the value of a profile field");
      if (Array.isArray(value)) for (const user of value) expect.integer(user, "a user id in the value of a profile field");
    });
  },
});

const nothing: Body = {};

/** A registration gives a queue id that is text, and a new one each time, whatever it asks for. */
export const queues = property({
  clause: "event-queue",
  given: {
    who: anActor(...activePeople),
    asks: fc.array(fc.constantFrom<Body>(nothing, { event_types: ["message"] }, { event_types: ["typing", "user_topic"] }), {
      minLength: 2,
      maxLength: 4,
    }),
  },
  examples: [{ who: "alice", asks: [nothing, nothing] }],
  async holds(session, { who, asks }, expect) {
    const actor = session.actor(who);
    const ids: string[] = [];
    for (const options of asks) {
      const { queue_id } = expect.succeeded(await actor.send("POST /register", { fetch_event_types: [], ...options }), "a registration");
      ids.push(expect.text(queue_id, "queue_id"));
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different event queues");
  },
});
