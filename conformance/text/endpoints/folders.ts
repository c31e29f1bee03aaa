import { endpointText, envelopeAlone, type ParameterText, states } from "../endpoint.ts";
import { codes } from "../limits.ts";

const since = 389;
/** The level from which a registration tells the bounds. */
const boundsTold = 410;

const bound = (parameter: "name" | "description") => {
  const limit = `max_channel_folder_${parameter}_length` as const;
  const also = ["", "-exceeded"].map((half) => `limits/folder-${parameter}-length${half}`);
  return states(`${parameter}-bound`, `A ${parameter} may be as long as ${limit}, not longer.`, { limit, since: boundsTold, also });
};

const name: ParameterText = { type: "string", nonEmpty: states("name-non-empty", "The empty name is refused."), bound: bound("name") };
const description: ParameterText = { type: "string", bound: bound("description") };

export const createFolder = endpointText("channel_folders.create.post", "POST /channel_folders/create", {
  since,
  parameters: {
    name: { ...name, required: states("name-required", "The name is required.") },
    description: { ...description, required: states("description-required", "The description has to be in the request.") },
  },
  does: states("succeeds", "An administrator who gives a name and a description creates a folder.", {
    adds: true,
    initially: { is_archived: false },
    also: [
      "channel_folders.create.post/description-empty",
      "folder/id",
      "folder/name",
      "folder/description",
      "folder/is-archived",
      "versioning/channel-folders",
    ],
  }),
  returns: {
    channel_folder_id: {
      type: "integer",
      stated: states("channel-folder-id", "The answer has the new folder's id as the integer channel_folder_id."),
    },
  },
  allowed: states("administrators", "Only administrators create folders; an owner counts as one.", {
    callers: "administrators",
    also: ["authentication/folders-for-administrators", "errors/not-an-administrator"],
    code: states("code-unauthorized-principal", "A caller who is not an administrator is refused with UNAUTHORIZED_PRINCIPAL.", {
      is: codes.notAllowed,
    }),
  }),
});

export const changeFolder = endpointText("channel_folders-id.patch", "PATCH /channel_folders/{channel_folder_id}", {
  since,
  parameters: { name, description, is_archived: { type: "boolean" } },
  does: states("together", "All parameters may be given at once, and all take effect.", {
    changes: true,
    also: [
      ...["name", "description", "is-archived"].map((words) => `channel_folders-id.patch/${words}`),
      ...["folder/name", "folder/description", "folder/is-archived", "states.folder/archive", "states.folder/unarchive"],
      "versioning/channel-folders",
    ],
  }),
  allowed: states("administrators", "Only administrators change folders; an owner counts as one.", {
    callers: "administrators",
    also: ["states.folder/archive-administrators", "authentication/folders-for-administrators", "conventions/refusals-leave-no-trace"],
  }),
  nothing: states("all-optional", "No parameter is required."),
  noTrace: states("no-trace", "A change that is refused leaves the folder as it was."),
  unknownInPath: states("unknown-id", "An id of no folder is refused with BAD_REQUEST.", { also: ["errors/unknown-folder"] }),
  envelope: envelopeAlone(),
});
