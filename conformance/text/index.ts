import type { EndpointText, ParameterText } from "./endpoint.ts";
import * as fetching from "./endpoints/fetching.ts";
import * as folders from "./endpoints/folders.ts";
import * as groups from "./endpoints/groups.ts";
import * as organization from "./endpoints/organization.ts";
import * as people from "./endpoints/people.ts";
import * as sending from "./endpoints/sending.ts";
import * as typing from "./endpoints/typing.ts";
import type { RecordText } from "./record.ts";
import { edit, message, reaction, recipient, submessage, topicLink } from "./records/message.ts";
import { linkifier, loginMethod, presence, serverSettings } from "./records/others.ts";

export type { Callers, EndpointText, ParameterText, ReturnText, Stated } from "./endpoint.ts";
export { requiredOf } from "./endpoint.ts";
export { toldBy } from "./limits.ts";
export { clauseId, type FieldText, named, type RecordText, registered, shownState } from "./record.ts";
export { displayRecipient, edit, message, reaction, reactionTypes, recipient, submessage, topicLink } from "./records/message.ts";
export { linkifier, loginMethod, presence, serverSettings, settingNames, userGroup } from "./records/others.ts";

/** Every record of which the specification shows the fields. */
export const records: readonly RecordText[] = [
  message,
  recipient,
  topicLink,
  edit,
  reaction,
  submessage,
  linkifier,
  presence,
  serverSettings,
  loginMethod,
];

/** The statements of the specification about endpoints in tables, by their stems. */
export const endpoints: ReadonlyMap<string, EndpointText> = new Map(
  [fetching, folders, groups, organization, sending, typing, people].flatMap((file) =>
    Object.values<EndpointText>(file).map((text) => [text.stem, text] as const),
  ),
);

/**
 * Returns the feature level that brought an endpoint, by its stem, or a parameter, return value, field or statement of a table, by the path to it.
 * @throws Error: the table says no level there
 */
export function levelOf(of: string | RecordText, ...path: readonly string[]): number {
  const table = typeof of === "string" ? endpoints.get(of) : of;
  const parts = table && ("fields" in table ? table.fields : { ...table, ...table.parameters, ...table.returns });
  const found = path.reduce<unknown>((at, name) => (at as typeof parts)?.[name as never], path.length > 0 ? parts : table);
  const { since } = (found ?? {}) as { readonly since?: number };
  if (since === undefined) throw new Error(`no table says since when there is ${path.join(" ")}`);
  return since;
}

/** Returns the names of the parameters of all endpoints. @param type of those of this type alone */
export const parameterNames = (type?: ParameterText["type"]): ReadonlySet<string> =>
  new Set(
    [...endpoints.values()].flatMap(({ parameters }) =>
      Object.entries(parameters).flatMap(([name, parameter]) => (type === undefined || parameter.type === type ? [name] : [])),
    ),
  );

/** Returns the names of what varies in the path of a route, such as `message_id`. */
export const namesInPath = (route: string): string[] => [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
