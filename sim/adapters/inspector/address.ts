/** Returns the address that a link of a message means on a server: one that begins with `/` stands below the server's own path. */
export function addressOn(base: string, given: string): URL | undefined {
  const address = /^\/(?!\/)/.test(given) ? base + given : given;
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}
