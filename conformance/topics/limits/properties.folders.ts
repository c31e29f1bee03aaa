import { boundOf, recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { callTo } from "../each-call.ts";

const bounds = {
  name: "max_channel_folder_name_length",
  description: "max_channel_folder_description_length",
} as const;

type Bounded = keyof typeof bounds;

const text = (session: Session, length: number): string => session.fresh("f").slice(0, length).padEnd(length, "x");

/** A new folder at a bound is made as it was sent; one beyond is not made. */
const creation = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    async holds(session) {
      const { expect } = session;
      const dana = session.as.dana;
      const bound = await boundOf(dana, bounds[field]);
      const fields = { name: session.fresh("folder"), description: "" };
      const beyond = { ...fields, [field]: text(session, bound + 1) };
      expect.refused(
        await dana.send("POST /channel_folders/create", beyond),
        "BAD_REQUEST",
        {},
        `a folder with a ${field} beyond its bound`,
      );
      expect.same(await recordsWith(dana, "channel_folders", "name", beyond.name), [], "folders of the name that was refused");
      const at = { ...fields, [field]: text(session, bound) };
      expect.succeeded(await dana.send("POST /channel_folders/create", at), `a folder with a ${field} at its bound`);
      const [made] = await recordsWith(dana, "channel_folders", "name", at.name);
      expect.same(made?.[field], at[field as never], `the ${field} of the folder at its bound`);
    },
  });

/** A folder is changed to a text at its bound, and not to one beyond. */
const change = (field: Bounded) =>
  property({
    clause: [`limits/folder-${field}-length`, `limits/folder-${field}-length-exceeded`],
    async holds(session) {
      const { expect } = session;
      const dana = session.as.dana;
      const bound = await boundOf(dana, bounds[field]);
      const { route } = await callTo("PATCH /channel_folders/{channel_folder_id}").prepare(session);
      const id = Number(route.split("/").at(-1));
      const [before] = await recordsWith(dana, "channel_folders", "id", id);
      expect.refused(await dana.send(route, { [field]: text(session, bound + 1) }), "BAD_REQUEST", {}, `a ${field} beyond its bound`);
      expect.same((await recordsWith(dana, "channel_folders", "id", id))[0], before, "the folder after the refusal");
      const at = text(session, bound);
      expect.succeeded(await dana.send(route, { [field]: at }), `a ${field} at its bound`);
      expect.same((await recordsWith(dana, "channel_folders", "id", id))[0]?.[field], at, `the ${field} of the folder at its bound`);
    },
  });

/** A new folder's name has its bound. */
export const newName = creation("name");

/** A new folder's description has its bound. */
export const newDescription = creation("description");

/** A changed folder's name has its bound. */
export const changedName = change("name");

/** A changed folder's description has its bound. */
export const changedDescription = change("description");
