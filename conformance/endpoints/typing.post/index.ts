import { endpoint } from "../../declare/folder.ts";
import { clauses } from "./clauses.ts";
import * as channel from "./properties.channel.ts";
import * as malformed from "./properties.malformed.ts";
import * as told from "./properties.told.ts";
import * as properties from "./properties.ts";
import * as types from "./properties.types.ts";
import { call, step } from "./step.ts";

export const typingPost = endpoint("typing.post", {
  clauses,
  call,
  step,
  properties: { channel, malformed, told, types, "": properties },
  events: ["typing"],
  mutants: () => import("./mutants.ts"),
});
