import { levels } from "../../client/levels.ts";
import { Unprepared } from "../../expect.ts";
import type { Fields, Perform, Upload } from "./stage.ts";

const done = {};

/** The smallest picture that is made of ASCII characters only. */
const picture: Upload = {
  name: "emoji.gif",
  type: "image/gif",
  content:
    "GIF87a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;",
};

/** From which level on linkifiers have a field, where not from the first. */
const linkifierSince: Readonly<Record<string, number>> = {
  example_input: levels.linkifierExamples,
  reverse_template: levels.linkifierExamples,
  alternative_url_templates: levels.alternativeTemplates,
};

/** Fields of a linkifier that a server of a level knows: endpoints take none that is null. */
const given = ({ action: _, ...fields }: Fields, level: number): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && value !== undefined && level >= (linkifierSince[name] ?? 0)),
  );

/** Actions that add to the organization; what they add is taken away at the end. */
export const organizationActions: Readonly<Record<string, Perform>> = {
  async add_linkifier(stage, fields) {
    const by = stage.administrator;
    const { id } = await stage.ask(by, "POST /realm/filters", given(fields, stage.ground.level));
    stage.undo(`remove the linkifier ${String(fields.pattern)}`, () => stage.ask(by, `DELETE /realm/filters/${id}`));
    return { id };
  },
  async add_profile_field(stage, { name, type, field_data, editable_by_user }) {
    const by = stage.administrator;
    const optional = { ...(field_data !== undefined && { field_data }), ...(editable_by_user !== undefined && { editable_by_user }) };
    const { id } = await stage.ask(by, "POST /realm/profile_fields", { name, field_type: type, ...optional });
    stage.undo(`remove the profile field ${String(name)}`, () => stage.ask(by, `DELETE /realm/profile_fields/${id}`));
    return { id };
  },
  async add_emoji(stage, { name }) {
    const by = stage.administrator;
    await stage.upload(by, `/realm/emoji/${String(name)}`, picture);
    stage.undo(`remove the emoji ${String(name)}`, () => stage.ask(by, `DELETE /realm/emoji/${String(name)}`));
    const { emoji } = await stage.ask(by, "GET /realm/emoji");
    const found = Object.values((emoji ?? {}) as Record<string, Fields>).find((one) => one.name === name && one.deactivated !== true);
    if (!found) throw new Unprepared(`GET /realm/emoji does not list ${String(name)}`);
    return { id: found.id };
  },
  async deactivate_group(stage, { group_id }) {
    await stage.ask(stage.administrator, `POST /user_groups/${group_id}/deactivate`);
    return done;
  },
} satisfies Readonly<Record<string, Perform>>;
