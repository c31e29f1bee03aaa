import { type Alphabet, email, fresh, long, named, newest, nothing, oldest, text, user } from "./words.ts";

const field = named("profile field");
const device = named("device");
const password = named("password");
const login = named("login");

const kitchen = { name: fresh("Kitchen"), description: "All *about* it" };

export const createFolder: Alphabet = {
  bases: [kitchen, { name: fresh("Garden"), description: "" }, { name: fresh("kitchen"), description: "" }],
  values: {
    name: [
      "",
      "  ",
      "a\nb",
      "Projects",
      long("max_channel_folder_name_length"),
      long("max_channel_folder_name_length", 1),
      text(" ", fresh("Shed")),
    ],
    description: [long("max_channel_folder_description_length"), long("max_channel_folder_description_length", 1)],
    colour: ["blue"],
  },
};

const folder = { channel_folder_id: newest("folder") };

export const changeFolder: Alphabet = {
  bases: [
    { ...folder, name: fresh("Shed") },
    { ...folder, name: fresh("Kitchen") },
    { ...folder, name: fresh("kitchen") },
    { ...folder, name: fresh("Garden"), description: "new", is_archived: true },
    { ...folder, description: "**bold**" },
    { ...folder, is_archived: true },
    { ...folder, is_archived: false },
    { ...folder, is_archived: false, name: fresh("Cellar") },
    { channel_folder_id: oldest("folder"), is_archived: true },
    { channel_folder_id: oldest("folder"), is_archived: false },
    { channel_folder_id: oldest("folder"), name: fresh("Kitchen") },
    { channel_folder_id: oldest("folder"), description: "old" },
    folder,
    { channel_folder_id: 1, is_archived: true },
    { channel_folder_id: nothing, name: fresh("Shed") },
  ],
  values: {
    name: ["", "a\nb", "Projects", long("max_channel_folder_name_length", 1)],
    description: [long("max_channel_folder_description_length", 1)],
    is_archived: ["yes"],
    order: [3],
    colour: ["blue"],
  },
};

const starred = { fragment: fresh("narrow/is/starred"), is_pinned: true, name: fresh("Stars") };

export const addView: Alphabet = {
  bases: [
    starred,
    { ...starred, is_pinned: false, fragment: fresh("narrow/has/image"), name: fresh("Pictures") },
    { ...starred, fragment: fresh("narrow/has/link") },
    { fragment: "inbox", is_pinned: true },
    { fragment: "recent", is_pinned: false },
    { fragment: "drafts", is_pinned: false, name: "Drafts" },
    { fragment: fresh("narrow/is/unread"), is_pinned: false },
    { fragment: text(" ", fresh("narrow/is/muted")), is_pinned: false, name: fresh("Muted") },
  ],
  values: { fragment: [" "], is_pinned: ["pinned"], name: ["", "  "], colour: ["blue"] },
};

const soup = text(fresh("soup"), ".example.net");

export const addDomain: Alphabet = {
  bases: [
    { domain: soup, allow_subdomains: true },
    { domain: text(fresh("bread"), ".example.net"), allow_subdomains: false },
    { domain: text(fresh("SOUP"), ".Example.net"), allow_subdomains: false },
  ],
  values: {
    domain: ["example.com", "", "nodot", "-a.org", "a-.org", "a..org", ".a.org", "a.org.", "a_b.org", "x".repeat(260), text(" ", soup)],
    allow_subdomains: ["x"],
    colour: ["blue"],
  },
};

const set = (of: string, value: unknown) => ({ data: [{ id: field(of), value }] });

export const setProfile: Alphabet = {
  bases: [
    set("Phone", "+43 1 555 0102"),
    set("Phone", ""),
    set("Phone", null),
    set("Phone", "x".repeat(50)),
    set("Phone", "x".repeat(51)),
    set("Phone", 7),
    set("Phone", [user("bob")]),
    set("About", "grows *beans*"),
    set("About", "x".repeat(501)),
    set("Favourite season", "spring"),
    set("Favourite season", "winter"),
    set("Birthday", "1990-04-12"),
    set("Birthday", "1990-02-30"),
    set("Birthday", "12.4.1990"),
    set("Website", "https://example.com/me"),
    set("Website", "example"),
    set("Mentor", [user("bob")]),
    set("Mentor", [user("zoe")]),
    set("Mentor", [user("robo")]),
    set("Mentor", [nothing]),
    set("Mentor", []),
    set("Mentor", "dana"),
    set("Code host", "garden"),
    set("Pronouns", "they/them"),
    {
      data: [
        { id: field("Phone"), value: "1" },
        { id: field("Pronouns"), value: "she/her" },
      ],
    },
    {
      data: [
        { id: field("Phone"), value: "2" },
        { id: nothing, value: "x" },
      ],
    },
    { data: [] },
  ],
  values: { data: [{}, [3], [{}], [{ id: "x", value: "y" }], [{ id: 1 }], "Phone"], colour: ["blue"] },
};

export const removeDevice: Alphabet = {
  bases: [{ device_id: newest("device") }, { device_id: oldest("device") }, { device_id: device("alice") }, { device_id: nothing }],
  values: { device_id: [0, "phone"], colour: ["blue"] },
};

export const logIn: Alphabet = {
  bases: [
    ...["alice", "gus", "zoe", "robo", "owen"].map((name) => ({ username: login(name), password: password(name) })),
    { username: login("alice"), password: "wrong" },
    { username: login("alice"), password: password("bob") },
    { username: login("zoe"), password: "wrong" },
    { username: email("bob"), password: password("bob") },
    { username: "nobody@example.com", password: "x" },
    { username: "alice", password: password("alice") },
    { username: "ALICE@example.com", password: password("alice") },
    { username: "not an address", password: "x" },
  ],
  values: { username: [""], password: [""], colour: ["blue"] },
};

/** Requests that have no parameters. */
export const bare: Alphabet = { bases: [{}], values: { colour: ["blue"] } };
