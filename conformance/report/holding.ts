import { object, type Shape, shape } from "../../sim/reader/index.ts";

type Shapes<T> = { readonly [K in keyof T]?: Shape<T[K] | undefined> };

/** An object some keys of which are read. It stays as it is, with all other keys: a newer touchstone may have written more. */
export const holding = <T extends object>(shapes: Shapes<T>, expected = "an object"): Shape<T> =>
  shape<T>({ type: "object" }, (value, at) => {
    const given = object(value, at, expected);
    for (const [key, read] of Object.entries(shapes) as [string, Shape<unknown>][])
      read(Object.hasOwn(given, key) ? given[key] : undefined, at.at(key));
    return given as T;
  });
