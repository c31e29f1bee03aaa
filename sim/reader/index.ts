export { parsedJson } from "./json.ts";
export { fail, jsonWords, listed, Place, placeOf, type Source, secretWords, wrong } from "./place.ts";
export {
  byName,
  entriesOf,
  type Item,
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
  streamOf,
} from "./shapes.ts";
export {
  anything,
  line,
  nameAmong,
  oneOf,
  type Read,
  regularExpression,
  type Shape,
  shape,
  text,
  textLike,
  truth,
  whole,
} from "./values.ts";
