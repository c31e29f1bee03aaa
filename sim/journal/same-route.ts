/** Whether a segment of a path stands for any: one in braces, and `*`. */
export const isWildcard = (segment: string): boolean => segment === "*" || (segment.startsWith("{") && segment.endsWith("}"));

/** Whether two paths are one where a wildcard, on either side, stands for any segment. */
export function samePath(a: string, b: string): boolean {
  const [left, right] = [a.split("/"), b.split("/")];
  return (
    left.length === right.length && left.every((segment, i) => segment === right[i] || isWildcard(segment) || isWildcard(right[i] ?? ""))
  );
}

/** Whether two routes such as `GET /messages/{id}` and `GET /messages/7` are one. */
export function sameRoute(a: string, b: string): boolean {
  const [methodA, pathA = ""] = a.split(" ");
  const [methodB, pathB = ""] = b.split(" ");
  return methodA === methodB && samePath(pathA, pathB);
}

/** A route without the `/api/v1` that it may be written with. */
export const bareRoute = (route: string): string => route.replace(" /api/v1/", " /");

/** A route or path with `{id}` for the numbers in it. */
export const withoutIds = (route: string): string => route.replace(/\/\d+(?=\/|$)/g, "/{id}");

/** Method and path after `/api/v1`. */
export const routeOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/^\/api\/v1(?=\/)/, "")}`;
