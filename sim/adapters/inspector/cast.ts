import { step } from "./ask.ts";
import { field, h, PageList, the } from "./dom.ts";

export interface Member {
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
  readonly role: string;
}

function copier(label: string, what: string, text: string): HTMLElement {
  const button = h("button", { type: "button", title: text }, label);
  button.setAttribute("aria-label", `Copy ${what}`);
  button.onclick = () => step(`Copied ${what}.`, () => navigator.clipboard.writeText(text));
  return button;
}

const row = ([name, { user_id, email, api_key, role }]: [string, Member]): HTMLElement =>
  h(
    "li",
    { className: "line" },
    h(
      "span",
      { className: "grow" },
      h("b", {}, name),
      h("span", { className: "soft" }, `  ${role}, id ${user_id}`),
      h("code", {}, api_key),
    ),
    copier("key", `the key of ${name}`, api_key),
    copier("curl -u", `the login of ${name} for curl`, `-u ${email}:${api_key}`),
  );

const list = new PageList<[string, Member]>("cast-list", { key: ([name]) => name, make: row, none: "There is nobody." });

/** The accounts as last shown. */
export let cast: Readonly<Record<string, Member>> = {};

/** Offers the names in a form, beside nobody in particular. A name that is chosen stays so. */
function offer(form: string, names: readonly string[], otherwise = ""): void {
  const select = field(the<HTMLFormElement>(form), "as");
  const [nobody, ...known] = select.options;
  if (!nobody || known.map(({ value }) => value).join() === names.join()) return;
  const chosen = select.value;
  select.replaceChildren(nobody, ...names.map((name) => h("option", { value: name }, name)));
  select.value = names.includes(chosen) ? chosen : otherwise;
}

export function showCast(members: Readonly<Record<string, Member>>): void {
  cast = members;
  const names = Object.keys(members);
  list.show(Object.entries(members));
  offer("send-form", names, names[0]);
  offer("fault", names);
}
