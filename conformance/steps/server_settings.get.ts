import { fields, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const serverSettingsGet: Op = {
  route: "GET /server_settings",
  about: ["server_settings.get/"],
  weight: () => 1,
  draw: () => fields({ colour: unsupported }),
  tell: (given, say) => `asks for the server settings${rest(given, [], say)}`,
};
