import fc from "fast-check";
import type { EndpointCall } from "../../declare/call.ts";
import { calls } from "../each-call.ts";

/** Methods of requests that carry the fields of a form or of a query and are answered with a body. */
const methods = ["PUT", "PATCH", "DELETE", "POST", "GET"] as const;

/** Methods that running servers have at specified paths beside the specified ones. */
const unspecified: Readonly<Record<string, readonly string[]>> = {
  "/channel_folders/{channel_folder_id}": ["GET", "DELETE"],
  "/channel_folders/create": ["PATCH", "GET", "DELETE"],
  "/events": ["GET"],
  "/messages/{message_id}": ["PATCH"],
  "/navigation_views": ["GET"],
  "/realm/domains": ["GET"],
  "/realm/linkifiers": ["PATCH", "POST"],
  "/user_groups/{user_group_id}/members": ["GET"],
  "/user_groups/create": ["PATCH", "GET", "DELETE"],
  "/users/me/profile_data": ["DELETE", "GET"],
};

const pathOf = ({ route }: { readonly route: string }): string => route.replace(/.* /s, "");

/** A method that the path of a call does not have, neither here nor on running servers. PUT is the plainest: no path has it. */
export function aWrongMethod(call: EndpointCall): fc.Arbitrary<string> {
  const path = pathOf(call);
  const own = calls.filter((each) => pathOf(each) === path).map(({ route }) => route.replace(/ .*/s, ""));
  const taken = [...own, ...(unspecified[path] ?? [])];
  return fc.constantFrom(...methods.filter((method) => !taken.includes(method)));
}
