import fc from "fast-check";
import { changeFolder, shownFolder } from "../../client/folders.ts";
import { administratorNamed, person } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aDescription } from "../../draw/descriptions.ts";
import { aName, type NameShape } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { at } from "../../expect.ts";
import { aChange, aFolderState, type ChangeShape, changes, type FolderState, fieldsOf, plainState, someChange, stage } from "./trials.ts";

const plainName: NameShape = { tail: "", variant: "as it is" };
const accented: NameShape = { tail: "Näme", variant: "as it is" };

/** A name changes the name alone. */
export const name = property<FolderState & { readonly name: NameShape }>({
  clause: ["channel_folders-id.patch/name", "folder/name"],
  given: { ...aFolderState, name: aName },
  examples: [
    { ...plainState, name: accented },
    { ...plainState, isArchived: true, name: plainName },
  ],
  async holds(session, { who, name, ...state }) {
    const actor = administratorNamed(session, who);
    const id = await stage(actor, state);
    await changes(actor, id, fieldsOf(actor, { name, toggles: false }, state.isArchived));
  },
});

/** A description changes the description alone, also to nothing. */
export const description = property<FolderState & { readonly description: string }>({
  clause: ["channel_folders-id.patch/description", "folder/description"],
  given: { ...aFolderState, description: aDescription },
  examples: [
    { ...plainState, before: "first", description: "second" },
    { ...plainState, before: "second", description: "" },
  ],
  async holds(session, { who, description, ...state }) {
    const actor = administratorNamed(session, who);
    await changes(actor, await stage(actor, state), { description });
  },
});

/** Archiving and unarchiving change that alone, however often. */
export const archives = property<FolderState & { readonly times: number }>({
  clause: ["channel_folders-id.patch/is-archived", "states.folder/archive", "states.folder/unarchive", "folder/is-archived"],
  given: { ...aFolderState, times: fc.integer({ min: 1, max: 4 }) },
  examples: [{ ...plainState, times: 2 }],
  async holds(session, { who, times, ...state }) {
    const actor = administratorNamed(session, who);
    const id = await stage(actor, state);
    for (let i = 0; i < times; i++) await changes(actor, id, { is_archived: state.isArchived === (i % 2 === 1) });
  },
});

/** A change is seen by everybody, as an event and as a record. */
export const othersSee = property<FolderState & { readonly hearer: PersonName }>({
  clause: ["channel_folders-id.patch/is-archived", "states.folder/archive"],
  given: { ...aFolderState, hearer: anActor("alice", "bob", "cara", "dana", "owen") },
  examples: [{ ...plainState, hearer: "alice" }],
  async holds(session, { who, hearer, ...state }) {
    const { expect } = session;
    const [actor, other] = [administratorNamed(session, who), session.actor(hearer)];
    const id = await stage(actor, state);
    const queue = await other.queue({ event_types: ["channel_folder"] });
    const is_archived = !state.isArchived;
    expect.succeeded(await changeFolder(actor, id, { is_archived }), "archiving a folder, or taking it back");
    await queue.until("a channel folder was archived, or taken back", (event) => {
      return event.op === "update" && event.channel_folder_id === id && at(event, "data", "is_archived") === is_archived;
    });
    expect.same((await shownFolder(other, id)).is_archived, is_archived, "is_archived as others see it");
  },
});

/** A request without any change succeeds and changes nothing. */
export const nothing = property<FolderState>({
  clause: "channel_folders-id.patch/all-optional",
  given: aFolderState,
  examples: [plainState],
  async holds(session, { who, ...state }) {
    const actor = administratorNamed(session, who);
    await changes(actor, await stage(actor, state), {});
  },
});

/** Everything can be changed at once. */
export const everything = property<FolderState & { readonly name: NameShape; readonly description: string }>({
  clause: "channel_folders-id.patch/together",
  given: { ...aFolderState, name: aName, description: aDescription },
  examples: [
    { ...plainState, name: plainName, description: "new" },
    { ...plainState, isArchived: true, name: plainName, description: "newer" },
  ],
  async holds(session, { who, name, description, ...state }) {
    const actor = administratorNamed(session, who);
    const id = await stage(actor, state);
    await changes(actor, id, fieldsOf(actor, { name, description, toggles: true }, state.isArchived));
  },
});

interface Changes {
  readonly all: readonly (ChangeShape & { readonly who: PersonName })[];
  readonly viewer: PersonName;
}

const aStep = fc.tuple(aFolderState.who, aChange).map(([who, change]) => ({ who, ...change }));

/** After any changes, of some fields each, a folder is for everybody what the last change of each field made of it. */
export const inOrder = property<Changes>({
  clause: [
    "channel_folders-id.patch/name",
    "channel_folders-id.patch/description",
    "channel_folders-id.patch/is-archived",
    "channel_folders-id.patch/together",
    "folder/name",
    "folder/description",
    "folder/is-archived",
  ],
  given: { all: fc.array(aStep, { minLength: 1, maxLength: 4 }), viewer: anActor("alice", "bob", "cara") },
  examples: [
    {
      all: [
        { who: "dana", name: accented, toggles: true },
        { who: "owen", description: "second", toggles: false },
        { who: "dana", name: plainName, description: "", toggles: true },
      ],
      viewer: "alice",
    },
  ],
  async holds(session, { all, viewer }) {
    const [first] = all;
    const id = await stage(administratorNamed(session, first?.who ?? "dana"), { before: "first", isArchived: false });
    let isArchived = false;
    for (const { who, ...change } of all) {
      const actor = administratorNamed(session, who);
      await changes(actor, id, fieldsOf(actor, change, isArchived), session.actor(viewer));
      isArchived = isArchived !== change.toggles;
    }
  },
});

/** Owners change folders as administrators do. */
export const ownersChange = property<Omit<FolderState, "who"> & { readonly change: ChangeShape }>({
  clause: "channel_folders-id.patch/administrators",
  given: { before: aDescription, isArchived: fc.boolean(), change: someChange },
  examples: [{ before: "stays", isArchived: false, change: { description: "from the owner", toggles: false } }],
  async holds(session, { change, ...state }) {
    const owen = person(session, "owner");
    await changes(owen, await stage(owen, state), fieldsOf(owen, change, state.isArchived));
  },
});
