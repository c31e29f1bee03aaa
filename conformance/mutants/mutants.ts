import { endpoints } from "../text/index.ts";
import { borderMutants } from "./borders.ts";

/** The mutants that follow from the tables, by the stems of their endpoints. */
export const mutants = [...endpoints.values()].map((text) => [text.stem, borderMutants(text)] as const);
