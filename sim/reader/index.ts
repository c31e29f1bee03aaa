export { fail, listed, Place, type Source, wrong } from "./place.ts";
export {
  byName,
  entriesOf,
  listOf,
  located,
  maybe,
  noted,
  nullable,
  object,
  onlyKeys,
  optional,
  orEmpty,
  record,
  secret,
  shapesLike,
} from "./shapes.ts";
export { anything, line, nameAmong, oneOf, type Read, type Shape, shape, text, textLike, truth, whole } from "./values.ts";
