import { topic } from "../../declare/folder.ts";
import { actions } from "./step.ts";

export const control = topic("control", { steps: { actions } });
