import fc from "fast-check";
import { changeFolder } from "../../client/folders.ts";
import { administratorNamed, unknownId } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { aName, type NameShape, nameOf } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { repeatedTo, textOf } from "../../draw/texts.ts";
import { aFolderState, type ChangeShape, changes, type FolderState, fieldsOf, plainState, refuses, someChange, stage } from "./trials.ts";

const plainName: NameShape = { tail: "", variant: "as it is" };

type Attempt = FolderState & { readonly by: PersonName; readonly change: ChangeShape };

/** Members, bots and guests change no folders, in no respect. */
export const membersMayNot = property<Attempt>({
  clause: ["channel_folders-id.patch/administrators", "states.folder/archive-administrators", "channel_folders-id.patch/no-trace"],
  given: { ...aFolderState, by: anActor("alice", "bob", "cara", "robo", "gus"), change: someChange },
  examples: [
    { ...plainState, by: "alice", change: { name: plainName, toggles: false } },
    { ...plainState, by: "alice", change: { description: "mine", toggles: false } },
    { ...plainState, by: "alice", change: { toggles: true } },
    { ...plainState, isArchived: true, by: "alice", change: { toggles: true } },
  ],
  async holds(session, { who, by, change, ...state }) {
    const actor = administratorNamed(session, who);
    const fields = fieldsOf(actor, change, state.isArchived);
    const what = `a change of ${Object.keys(fields).join()} by ${by}`;
    await refuses(actor, await stage(actor, state), { wrong: fields, mended: fields, by: session.actor(by), what });
  },
});

/** An id of no folder is refused. */
export const unknown = property<FolderState & { readonly id: IdShape; readonly change: ChangeShape }>({
  clause: "channel_folders-id.patch/unknown-id",
  given: { ...aFolderState, id: anId("unknown", "zero") as fc.Arbitrary<IdShape>, change: someChange },
  examples: [
    { ...plainState, id: { kind: "unknown", id: unknownId }, change: { name: plainName, toggles: false } },
    { ...plainState, id: { kind: "unknown", id: unknownId }, change: { toggles: true } },
  ],
  async holds(session, { who, id, change, ...state }) {
    const actor = administratorNamed(session, who);
    const fields = fieldsOf(actor, change, state.isArchived);
    const known = await stage(actor, state);
    const reply = await changeFolder(actor, Number(idOf(id, { existing: [] })), fields);
    session.expect.refused(reply, "BAD_REQUEST", {}, "a change of a folder that does not exist");
    await changes(actor, known, fields);
  },
});

type Renaming = FolderState & { readonly change: ChangeShape; readonly name: NameShape };

/** A folder keeps a name, and the rest of a change without one is not made either. */
export const emptyName = property<Renaming>({
  clause: ["channel_folders-id.patch/name-non-empty", "channel_folders-id.patch/no-trace"],
  given: { ...aFolderState, change: someChange, name: aName },
  examples: [{ ...plainState, change: { description: "not this either", toggles: false }, name: plainName }],
  async holds(session, { who, change, name, ...state }) {
    const actor = administratorNamed(session, who);
    const mended = fieldsOf(actor, { ...change, name }, state.isArchived);
    await refuses(actor, await stage(actor, state), { wrong: { ...mended, name: "" }, mended, what: "an empty name" });
  },
});

interface Bounded extends FolderState {
  readonly change: ChangeShape;
  /** What the text repeats up to its length. */
  readonly filler: string;
  /** Code points beyond the bound, of a text that is too long. */
  readonly beyond: number;
}

const given = { ...aFolderState, change: someChange, filler: textOf({ max: 8 }), beyond: fc.integer({ min: 1, max: 40 }) };

/** A name may be as long as the server says, and no longer. */
export const nameBound = property<Bounded>({
  clause: ["channel_folders-id.patch/name-bound", "channel_folders-id.patch/no-trace"],
  given,
  examples: [
    { ...plainState, change: { toggles: false }, filler: "x", beyond: 1 },
    { ...plainState, change: { description: "not this either", toggles: true }, filler: "🌱é", beyond: 1 },
  ],
  async holds(session, { who, change, filler, beyond, ...state }) {
    const actor = administratorNamed(session, who);
    const [bound, fresh] = [await boundOf(actor, "max_channel_folder_name_length"), session.fresh("n")];
    const ofLength = (length: number) => nameOf({ tail: filler, variant: "as it is", fill: "limit" }, fresh, length);
    const fields = fieldsOf(actor, change, state.isArchived);
    const [wrong, mended] = [
      { ...fields, name: ofLength(bound + beyond) },
      { ...fields, name: ofLength(bound) },
    ];
    await refuses(actor, await stage(actor, state), { wrong, mended, what: "a name longer than the bound" });
  },
});

/** A description may be as long as the server says, and no longer. */
export const descriptionBound = property<Bounded>({
  clause: ["channel_folders-id.patch/description-bound", "channel_folders-id.patch/no-trace"],
  given,
  examples: [
    { ...plainState, change: { name: plainName, toggles: false }, filler: "e", beyond: 1 },
    { ...plainState, change: { name: plainName, toggles: true }, filler: "🌱é", beyond: 1 },
  ],
  async holds(session, { who, change, filler, beyond, ...state }) {
    const actor = administratorNamed(session, who);
    const bound = await boundOf(actor, "max_channel_folder_description_length");
    const fields = fieldsOf(actor, change, state.isArchived);
    const described = (length: number) => ({ ...fields, description: repeatedTo(length, filler) });
    const [wrong, mended] = [described(bound + beyond), described(bound)];
    await refuses(actor, await stage(actor, state), { wrong, mended, what: "a description longer than the bound" });
  },
});
