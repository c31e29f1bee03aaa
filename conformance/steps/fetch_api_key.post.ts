import { fields, mostly, named, rest, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const fetchApiKeyPost: Op = {
  route: "POST /fetch_api_key",
  about: ["fetch_api_key.post/", "authentication/"],
  // Servers limit how often somebody may log in.
  weight: ({ known }) => (known ? 1 : undefined),
  draw: (ground) =>
    fields({
      username: usually(mostly([12, named("login", ground.cast)], [1, "nobody@example.com"])),
      password: usually(mostly([8, named("password", ground.withPassword)], [1, "wrong"])),
      colour: unsupported,
    }),
  tell: (given, say) => `asks for the key of ${say(given.username)}${rest(given, ["username", "password"], say)}`,
};
