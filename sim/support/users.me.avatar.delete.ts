import { setAvatar } from "../effects/set-account.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { avatarAddress } from "../resources/people.ts";

/**
 * DELETE /users/me/avatar: the picture that follows from the caller's address instead of an uploaded one.
 * @reply avatar_url
 */
export const deleteAvatar = writes({
  route: "DELETE /users/me/avatar",
  params: {},
  allow: anyone,
  rules: () => {},
  effect: ({ turn, caller }) => {
    setAvatar(turn, caller, "G");
    return { avatar_url: avatarAddress(turn.world, turn.world.users.require(caller.id)) };
  },
});
