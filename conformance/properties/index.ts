import type { Property } from "../property.ts";

const files: Readonly<Record<string, Readonly<Record<string, Property>>>> = {};

/** All properties by address: the stem of their file, a slash, their name. */
export const properties: ReadonlyMap<string, Property> = new Map(
  Object.entries(files).flatMap(([stem, file]) => Object.entries(file).map(([name, property]) => [`${stem}/${name}`, property] as const)),
);
