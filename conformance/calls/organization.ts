import type { Call } from "../calls.ts";
import type { Session } from "../session.ts";
import { recordsWith, staged } from "./state.ts";

async function folderOf(session: Session): Promise<number> {
  const fields = { name: session.fresh("folder"), description: "" };
  const { channel_folder_id } = staged(await session.as.dana!.send("POST /channel_folders/create", fields), "a new folder");
  return channel_folder_id as number;
}

const newFolder: Call = {
  route: "POST /channel_folders/create",
  stem: "channel_folders.create.post",
  since: 389,
  required: ["name", "description"],
  returns: { channel_folder_id: "integer" },
  prepare: async (session) => {
    const fields = { name: session.fresh("folder"), description: "Made to be looked at" };
    return { actor: session.as.dana!, route: "POST /channel_folders/create", fields };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "channel_folders", "name", fields.name),
};

const folder: Call = {
  route: "PATCH /channel_folders/{channel_folder_id}",
  stem: "channel_folders-id.patch",
  since: 389,
  required: [],
  returns: {},
  beside: { is_archived: { value: false, since: 0 } },
  prepare: async (session) => ({
    actor: session.as.dana!,
    route: `PATCH /channel_folders/${await folderOf(session)}`,
    fields: { description: session.fresh("described") },
  }),
  trace: ({ actor, route }) => recordsWith(actor, "channel_folders", "id", Number(route.split("/").at(-1))),
};

const newGroup: Call = {
  route: "POST /user_groups/create",
  stem: "user_groups.create.post",
  since: 0,
  required: ["name", "description", "members"],
  returns: {},
  beside: { subgroups: { value: [], since: 311 } },
  mayRefuse: "the organization decides who may create groups",
  prepare: async (session) => {
    const { alice } = session.as;
    const fields = { name: session.fresh("group"), description: "Made to be looked at", members: [alice!.user_id] };
    return { actor: alice!, route: "POST /user_groups/create", fields };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "realm_user_groups", "name", fields.name),
};

const members: Call = {
  route: "POST /user_groups/{user_group_id}/members",
  stem: "user_groups-id.members.post",
  since: 0,
  required: [],
  returns: {},
  beside: {
    delete: { value: [], since: 0 },
    add_subgroups: { value: [], since: 311 },
    delete_subgroups: { value: [], since: 311 },
  },
  prepare: async (session) => {
    const alice = session.as.alice!;
    const fields = { name: session.fresh("group"), description: "", members: [] };
    staged(await alice.send("POST /user_groups/create", fields), "a new group");
    const [group] = await recordsWith(alice, "realm_user_groups", "name", fields.name);
    return { actor: alice, route: `POST /user_groups/${String(group?.id)}/members`, fields: { add: [alice.user_id] } };
  },
  trace: ({ actor, route }) => recordsWith(actor, "realm_user_groups", "id", Number(route.split("/")[2])),
};

const domain: Call = {
  route: "POST /realm/domains",
  stem: "realm.domains.post",
  since: 0,
  required: ["domain", "allow_subdomains"],
  returns: { new_domain: "array" },
  prepare: async (session) => {
    const name = session
      .fresh("d")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "-");
    return { actor: session.as.owen!, route: "POST /realm/domains", fields: { domain: `${name}.example.com`, allow_subdomains: false } };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "realm_domains", "domain", fields.domain),
};

const linkifiers: Call = {
  route: "GET /realm/linkifiers",
  stem: "realm.linkifiers.get",
  since: 0,
  isBare: true,
  required: [],
  returns: { linkifiers: "array" },
  prepare: async ({ as }) => ({ actor: as.alice!, route: "GET /realm/linkifiers", fields: {} }),
};

const settings: Call = {
  route: "GET /server_settings",
  stem: "server_settings.get",
  since: 0,
  isOpen: true,
  isBare: true,
  required: [],
  returns: {},
  prepare: async ({ nobody }) => ({ actor: nobody, route: "GET /server_settings", fields: {} }),
};

/** What belongs to the organization: folders, groups, domains, linkifiers, settings. */
export const organizationCalls: readonly Call[] = [folder, newFolder, newGroup, members, domain, linkifiers, settings];
