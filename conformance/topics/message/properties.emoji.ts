import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { shownMessage } from "../../client/messages.ts";
import { stateOf } from "../../client/registration.ts";
import { addReaction } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { emojiNames } from "../../draw/histories.ts";
import { anActor } from "../../draw/people.ts";
import { words } from "../../draw/texts.ts";
import { at, type Body, prepared, Untestable } from "../../expect.ts";
import { messageToReactTo, reactionsOf, requireCodePoints } from "./reactions.ts";

/** A custom emoji is known by its id. */
export const custom = property({
  clause: "message-resource/reaction-realm",
  given: { who: anActor(), word: fc.constantFrom(...words) },
  examples: [{ who: "alice", word: "custom" }],
  async holds(session, { who, word }) {
    const { expect } = session;
    const actor = session.actor(who);
    const message = await messageToReactTo(session, who);
    const name = `${word}_${session.fresh("e").replace(/\W/g, "_").toLowerCase()}`;
    const { id } = await session.steering.act({ action: "add_emoji", name });
    await addReaction(actor, message, name);
    const reaction = expect.first(reactionsOf(expect, await shownMessage(actor, message)), "the reaction");
    const { emoji_code, reaction_type, emoji_name } = reaction;
    expect.same([reaction_type, emoji_name, emoji_code], ["realm_emoji", name, String(id)], "the reaction");
  },
});

/** Returns the organization's own emoji by their ids. */
const customEmoji = async (actor: Actor): Promise<Body> =>
  prepared.object(await stateOf(actor, "realm_emoji"), "realm_emoji in a registration");

/** Makes sure that the emoji which servers bring along is not overridden. @throws Untestable: the organization has one by its name */
async function requireExtraEmoji(actor: Actor): Promise<void> {
  const own = Object.values(await customEmoji(actor));
  if (own.some((emoji) => at(emoji, "name") === "zulip" && at(emoji, "deactivated") !== true))
    throw new Untestable("the organization has an emoji of its own that is called zulip");
}

/** The emoji that servers bring along beside Unicode is known by its name, whoever reacts to whose message. */
export const extra = property({
  clause: "message-resource/reaction-extra",
  given: { who: anActor(), by: anActor() },
  examples: [{ who: "alice", by: "alice" }],
  async holds(session, { who, by }) {
    const { expect } = session;
    const actor = session.actor(by);
    await requireExtraEmoji(actor);
    const id = await messageToReactTo(session, who);
    await addReaction(actor, id, "zulip");
    const { emoji_code, reaction_type, user_id } = expect.first(reactionsOf(expect, await shownMessage(actor, id)), "the reaction");
    expect.same([reaction_type, emoji_code, user_id], ["zulip_extra_emoji", "zulip", actor.user_id], "the reaction");
  },
});

/** Each reaction's code is one of its type: a custom emoji of the organization, the name of an extra one, or else code points. */
export const namespaces = property({
  clause: [
    "message-resource/reaction-types",
    "message-resource/reaction-realm",
    "message-resource/reaction-extra",
    "message-resource/reaction-unicode",
  ],
  given: { who: anActor(), names: fc.shuffledSubarray(["zulip", ...emojiNames], { minLength: 1 }) },
  examples: [{ who: "alice", names: ["zulip", "smile"] }],
  async holds(session, { who, names }) {
    const { expect } = session;
    const actor = session.actor(who);
    const known = Object.keys(await customEmoji(actor));
    const id = await messageToReactTo(session, who);
    for (const name of names) await addReaction(actor, id, name);
    expect.each(reactionsOf(expect, await shownMessage(actor, id)), "reaction", (reaction) => {
      const { reaction_type, emoji_code, emoji_name } = reaction;
      if (reaction_type === "realm_emoji") expect.holds(known.includes(emoji_code), `${emoji_code} is no emoji of the organization`);
      else if (reaction_type === "zulip_extra_emoji") expect.same(emoji_code, emoji_name, "the emoji_code of an extra emoji");
      else {
        expect.same(reaction_type, "unicode_emoji", `the reaction_type of ${emoji_name}`);
        requireCodePoints(expect, reaction);
      }
    });
  },
});
