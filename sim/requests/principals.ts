import { aList, anInteger, aString } from "../protocol/json.ts";
import { json } from "../protocol/params.ts";

/** People whom a request is about: all by their addresses or all by their ids. Of a list of neither, servers report the first. */
export const principals = json<readonly (number | string)[]>((value, at) => {
  const branch = `${at}["list[str]"]`;
  const list = aList(value, branch);
  const check = typeof list[0] === "number" ? anInteger : aString;
  return list.map((one, index) => check(one, `${branch}[${index}]`));
});
